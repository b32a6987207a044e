// SPDX-License-Identifier: Apache-2.0
// The keys of a policy file, as one table of sections: the loader's checks, the JSON Schema for
// editors and the reference page all come from it. Adding a key is adding a row (schema_keys.cc)
// and reading it (layer_reader, rule_reader, spec_reader). Constant, any thread.
#ifndef GUARD_POLICY_LOAD_SCHEMA_H_
#define GUARD_POLICY_LOAD_SCHEMA_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "policy/text/document.h"

namespace guard::policy {

enum class ValueKind {
  kText,
  kTextList,  // one text or a list of them
  kBool,
  kInteger,        // least..most
  kDuration,       // "24h"
  kSize,           // "5GiB"
  kName,           // one of names()
  kNameList,       // one or a list of them
  kNameOrSection,  // one of names(), or a map with the keys of `section`
  kSection,        // a map with the keys of `section`
  kSectionList,    // a list of such maps (one map stands for a list of one)
  kNamedSection,   // a map from names of the author's choice to such maps
};

// The meaning of a text: checked, so that no pattern is silently never enforced.
enum class TextForm {
  kAny,
  kId,             // "no-force-push", "git.push"
  kWord,           // a glob over one word
  kProgram,        // a base name, or a path with '/', as globs
  kProgramOrPath,  // a base name, or an absolute path, as globs
  kFlag,           // without dashes: "force", "X=P*" (with a value that fits), "--" itself
  kValueFlag,      // "C", "i?" (attached only), ":C" (before the subcommand), "commit:m", "*"
  kPath,           // a glob over canonical paths
  kPathOrNot,      // the same, or one behind a '!', which takes it back (excepted.h)
  kFolder,         // a folder, no glob
  kHost,           // host_pattern.h
  kShellLine,      // one command as a person would type it
  kUrl,            // web_address.h
  kVariable,       // the name of an environment variable
  kVariables,      // a glob over such names
};

using NameList = const std::vector<std::string_view>& (*)();

struct KeyRow {
  std::string_view name;
  ValueKind kind = ValueKind::kText;
  std::string_view doc;
  TextForm form = TextForm::kAny;
  NameList names = nullptr;
  std::string_view section = {};
  int least = 0;
  int most = 0;
  bool required = false;
  bool never_empty = false;  // of a condition: an empty list would hold for nothing or for all
};

struct SectionRow {
  std::string_view name;  // "file", "rule", "when", ...
  std::string_view doc;
  std::vector<KeyRow> keys;
};

[[nodiscard]] const SectionRow& section_named(std::string_view name);
[[nodiscard]] const std::vector<SectionRow>& all_sections();

// Types, unknown and duplicate keys, ranges, names, forms: everything that one value can tell by
// itself. The error has all defects in the order of the file (faults.h).
[[nodiscard]] Result<void> check_section(const Node& map, const SectionRow& section);
// The file as a whole.
[[nodiscard]] Result<void> check_document(const Node& root);

// Why a text does not have its form; nothing when it does.
[[nodiscard]] std::string defect_of(TextForm form, std::string_view text);

// A JSON Schema (draft 2020-12), for editors.
[[nodiscard]] std::string json_schema();

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_SCHEMA_H_
