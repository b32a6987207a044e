// SPDX-License-Identifier: Apache-2.0
#include "console/help/policy_page.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "console/help/manual_notes.h"
#include "console/help/manual_page.h"
#include "console/help/roff.h"
#include "policy/load/schema.h"

namespace guard::console {
namespace {

using policy::KeyRow;
using policy::SectionRow;
using policy::ValueKind;

constexpr std::string_view kDescription =
    "A policy is YAML. Most people need none; most others need one line, such as `mode: "
    "paranoid`. guard reads the files below, each laid over the ones before: single values "
    "replace earlier ones, lists of rules, commands and paths add up. A file that does not load "
    "stops guard before anything runs.\n\n"
    "A project's .guard.yaml may only tighten, until `guard policy trust` binds trust to its "
    "content. deny beats ask beats allow, whatever the order of rules.\n\n"
    "`guard policy validate FILE` says whether a file loads, `guard policy show` what holds here, "
    "`guard policy explain -- CMD` how a decision comes about.";

constexpr std::string_view kExample =
    "mode: balanced\n"
    "network: {allow: [api.example.org]}\n"
    "pre_confirmed: [\"rm -rf ./build/*\"]\n"
    "rules:\n"
    "  - id: no-force-push\n"
    "    when: {command: git, sub: push, flags: [force, f]}\n"
    "    decision: deny\n"
    "    message: Open a pull request instead.\n";

constexpr std::array<std::pair<ValueKind, const char*>, 8> kKinds = {{
    {ValueKind::kText, "TEXT"},
    {ValueKind::kTextList, "TEXT or [TEXT, ...]"},
    {ValueKind::kBool, "on or off"},
    {ValueKind::kDuration, "a time: 90s, 30m, 24h, 30d"},
    {ValueKind::kSize, "a size: 500MB, 5GiB"},
    {ValueKind::kSection, "keys, see below"},
    {ValueKind::kSectionList, "a list, see below"},
    {ValueKind::kNamedSection, "NAME: keys, see below"},
}};

std::string alternatives(const KeyRow& row) {
  constexpr std::size_t kFew = 10;
  const auto& names = row.names();
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kFew); ++i)
    text += (i == 0 ? "" : ", ") + std::string(names[i]);
  return text + (names.size() > kFew ? ", ..." : "");
}

std::string value_of(const KeyRow& row) {
  if (row.kind == ValueKind::kInteger)
    return std::to_string(row.least) +
           (row.least == row.most ? "" : " to " + std::to_string(row.most));
  if (row.kind == ValueKind::kName) return alternatives(row);
  if (row.kind == ValueKind::kNameList) return "one or a list of: " + alternatives(row);
  if (row.kind == ValueKind::kNameOrSection) return alternatives(row) + ", or keys, see below";
  for (const auto& [kind, text] : kKinds)
    if (kind == row.kind) return text;
  return "";
}

std::string key_item(const KeyRow& row) {
  std::string text(row.doc);
  if (row.required) text += "; required";
  return roff_item(roff_bold(row.name) + ": " + roff_literal(value_of(row)), text);
}

std::string keys_of(const SectionRow& section) {
  std::string text = section.name == "file" ? "" : ".SS " + roff_literal(section.name) + "\n";
  text += roff_prose(section.doc);
  for (const KeyRow& row : section.keys) text += key_item(row);
  return text;
}

std::string files() {
  std::string text;
  for (const PlaceNote& note : file_notes())
    if (is_told_in(note, "policy")) text += roff_item(roff_bold(note.name), note.meaning);
  return text;
}

}  // namespace

std::string policy_page() {
  std::string text = manual_title("guard-policy", "5");
  text += ".SH NAME\nguard\\-policy \\- policy files of guard\n";
  text += ".SH DESCRIPTION\n" + roff_prose(kDescription);
  text += ".SH KEYS\n";
  for (const SectionRow& section : policy::all_sections()) text += keys_of(section);
  text += ".SH EXAMPLES\n" + roff_example(kExample);
  text += ".SH FILES\n" + files();
  return text + ".SH SEE ALSO\n" + roff_references("guard guard-policy guard-check guard-run");
}

}  // namespace guard::console
