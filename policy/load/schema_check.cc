// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "base/limits.h"
#include "base/text/text.h"
#include "policy/load/key_names.h"
#include "policy/load/schema.h"
#include "policy/network/host_pattern.h"
#include "policy/network/web_address.h"
#include "policy/text/excepted.h"
#include "policy/text/faults.h"
#include "policy/text/foreign_glob.h"
#include "policy/text/glob.h"
#include "policy/text/scalars.h"

namespace guard::policy {
namespace {

std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (const auto name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

std::string in_quotes(std::string_view text) {
  return "\"" + safe_text(shortened(text, 60)) + "\"";
}

// 'did you mean "rules"?', or the list of what is valid when nothing is near.
std::string hint(std::string_view typed, const std::vector<std::string_view>& valid) {
  const auto nearest = nearest_of(typed, valid);
  if (!nearest.empty()) return "; did you mean " + in_quotes(nearest) + "?";
  return "; valid: " + listed(valid);
}

tl::unexpected<Error> defect(const Node& node, const std::string& message) {
  return forward(node.fault(message));
}

std::string shown(const Node& key, const std::string& what) {
  return std::string(key.text()) + ": " + what;
}

Result<void> check_text(const Node& key, const Node& value, const KeyRow& row) {
  if (value.kind() != NodeKind::kText) return defect(value, shown(key, "must be a text"));
  const std::string why = defect_of(row.form, value.text());
  if (const auto quote = value.open_quote(); !why.empty() && !quote.empty())
    return defect(value, quote);
  if (!why.empty()) return defect(value, shown(key, in_quotes(value.text()) + ": " + why));
  return {};
}

// A mode lets go or asks. That nobody is asked is a matter of the run, and what is always refused
// one of rules.
std::string way_to_deny(std::string_view key, std::string_view typed, const KeyRow& row) {
  if (typed != "deny" || row.names != tier_action_names || !key.starts_with("tier")) return "";
  const std::string tier(key.substr(std::string_view("tier").size()));
  return in_quotes(typed) +
         ": a mode lets go or asks. To deny what would be asked: guard run --on-ask "
         "deny. To deny what has this tier or a higher one, a rule: {id: no-tier" +
         tier + ", when: {tier: " + tier + "}, decision: deny}";
}

// "on" is one letter away from "off", and means what "off" does not.
bool is_opposite(std::string_view typed, std::string_view name) {
  const auto wanted = parse_bool(typed);
  const auto proposed = parse_bool(name);
  return wanted && proposed && *wanted != *proposed;
}

Result<void> check_name(const Node& key, const Node& value, const KeyRow& row) {
  if (value.kind() != NodeKind::kText) return defect(value, shown(key, "must be a name"));
  const auto& names = row.names();
  if (std::ranges::find(names, value.text()) != names.end()) return {};
  if (const auto quote = value.open_quote(); !quote.empty()) return defect(value, quote);
  if (const std::string how = way_to_deny(key.text(), value.text(), row); !how.empty())
    return defect(value, shown(key, how));
  auto nearest = nearest_of(value.text(), names);
  if (is_opposite(value.text(), nearest)) nearest = {};
  const std::string also = nearest.empty() ? "" : "; did you mean " + in_quotes(nearest) + "?";
  return defect(value, shown(key, in_quotes(value.text()) + " is none of " + listed(names) + also));
}

using ItemCheck = Result<void> (*)(const Node&, const Node&, const KeyRow&);

Result<void> check_items(const Node& key, const Node& value, const KeyRow& row, ItemCheck check) {
  if (value.kind() != NodeKind::kList) return check(key, value, row);
  const auto items = value.children();
  if (items.empty() && (row.never_empty || row.required)) {
    return defect(value, shown(key, "an empty list says nothing"));
  }
  Faults faults;
  for (const auto& item : items) faults.add(check(key, item, row));
  return faults.result();
}

Result<void> check_texts(const Node& key, const Node& value, const KeyRow& row) {
  return check_items(key, value, row, check_text);
}
Result<void> check_names(const Node& key, const Node& value, const KeyRow& row) {
  return check_items(key, value, row, check_name);
}

bool plain_text(const Node& value) {
  return value.kind() == NodeKind::kText && !value.quoted();
}

Result<void> check_bool(const Node& key, const Node& value, const KeyRow&) {
  if (plain_text(value) && parse_bool(value.text())) return {};
  return defect(value, shown(key, "must be on or off (true or false)"));
}

Result<void> check_integer(const Node& key, const Node& value, const KeyRow& row) {
  const auto number = plain_text(value) ? parse_integer(value.text()) : std::nullopt;
  if (number && *number >= row.least && *number <= row.most) return {};
  const std::string range = row.least == row.most ? std::to_string(row.least)
                                                  : "a number from " + std::to_string(row.least) +
                                                        " to " + std::to_string(row.most);
  return defect(value, shown(key, "must be " + range));
}

Result<void> check_duration(const Node& key, const Node& value, const KeyRow&) {
  if (value.kind() == NodeKind::kText && parse_duration(value.text())) return {};
  return defect(value,
                shown(key, "must be a time like 90s, 30m, 24h or 30d, at most 3660d (ten years)"));
}

Result<void> check_size(const Node& key, const Node& value, const KeyRow&) {
  if (value.kind() == NodeKind::kText && parse_size(value.text())) return {};
  return defect(value, shown(key, "must be a size like 500MB or 5GiB"));
}

Result<void> check_map(const Node& key, const Node& value, const KeyRow& row) {
  if (value.kind() != NodeKind::kMap) {
    return defect(value, shown(key, "must be a map with keys such as " +
                                        std::string(section_named(row.section).keys[0].name)));
  }
  return check_section(value, section_named(row.section));
}

Result<void> check_name_or_map(const Node& key, const Node& value, const KeyRow& row) {
  if (value.kind() == NodeKind::kMap) return check_section(value, section_named(row.section));
  if (value.kind() == NodeKind::kText) return check_name(key, value, row);
  return defect(
      value, shown(key, "must be one of " + listed(row.names()) + ", or a map with keys such as " +
                            std::string(section_named(row.section).keys[0].name)));
}

// `rules: {no-push: {...}}`: names in place of a list.
Result<void> check_no_names(const Node& key, const Node& value, const KeyRow& row) {
  if (value.kind() != NodeKind::kMap) return {};
  const auto& keys = section_named(row.section).keys;
  const auto members = value.children();
  const bool has_ids = std::ranges::find(keys, "id", &KeyRow::name) != keys.end();
  bool all_unknown = !members.empty();
  for (std::size_t i = 0; i + 1 < members.size(); i += 2)
    all_unknown =
        all_unknown && std::ranges::find(keys, members[i].text(), &KeyRow::name) == keys.end();
  if (!has_ids || !all_unknown) return {};
  return defect(members[0], std::string(key.text()) + " is a list: write \"- id: " +
                                safe_text(shortened(members[0].text(), 60)) + "\" in place of " +
                                in_quotes(members[0].text()));
}

Result<void> check_maps(const Node& key, const Node& value, const KeyRow& row) {
  if (auto checked = check_no_names(key, value, row); !checked) return checked;
  return check_items(key, value, row, check_map);
}

Result<void> check_named_maps(const Node& key, const Node& value, const KeyRow& row) {
  if (value.kind() != NodeKind::kMap) return defect(value, shown(key, "must be a map"));
  const auto members = value.children();
  std::set<std::string_view> seen;
  Faults faults;
  for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
    const auto& name = members[i];
    const std::string why = defect_of(TextForm::kId, name.text());
    if (!why.empty())
      faults.add(defect(name, shown(key, in_quotes(name.text()) + ": " + why)));
    else if (!seen.insert(name.text()).second)
      faults.add(defect(name, "duplicate key " + in_quotes(name.text())));
    else
      faults.add(check_map(name, members[i + 1], row));
  }
  return faults.result();
}

struct KindRow {
  ValueKind kind;
  ItemCheck check;
};
constexpr KindRow kKinds[] = {
    {ValueKind::kText, check_text},
    {ValueKind::kTextList, check_texts},
    {ValueKind::kBool, check_bool},
    {ValueKind::kInteger, check_integer},
    {ValueKind::kDuration, check_duration},
    {ValueKind::kSize, check_size},
    {ValueKind::kName, check_name},
    {ValueKind::kNameList, check_names},
    {ValueKind::kNameOrSection, check_name_or_map},
    {ValueKind::kSection, check_map},
    {ValueKind::kSectionList, check_maps},
    {ValueKind::kNamedSection, check_named_maps},
};
static_assert(std::size(kKinds) == static_cast<std::size_t>(ValueKind::kNamedSection) + 1);

Result<void> check_value(const Node& key, const Node& value, const KeyRow& row) {
  if (value.kind() == NodeKind::kNull) return defect(key, shown(key, "has no value"));
  return kKinds[static_cast<std::size_t>(row.kind)].check(key, value, row);
}

std::vector<std::string_view> key_names(const SectionRow& section) {
  std::vector<std::string_view> names;
  for (const auto& key : section.keys) names.push_back(key.name);
  return names;
}

bool id_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("._-/+").find(c) != std::string_view::npos;
}

std::string id_defect(std::string_view text) {
  constexpr std::size_t kLongest = size_limit("policy.id");
  if (text.empty() || text.size() > kLongest)
    return "must have 1 to " + std::to_string(kLongest) + " characters";
  if (!std::ranges::all_of(text, id_byte)) return "use letters, digits and . _ - / + only";
  return text == "internal" || text.starts_with("mode.") ? "this name is guard's own" : "";
}

std::string value_flag_defect(std::string_view text) {
  if (text.empty()) return "an empty flag matches nothing";
  if (text.starts_with('-')) return "write flags without dashes";
  return text.find_first_of(" =") == std::string_view::npos ? "" : "a flag has no blank and no '='";
}

std::string flag_defect(std::string_view text) {
  if (text == "--") return "";
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string why = value_flag_defect(text.substr(0, equals));
  if (!why.empty() || equals == text.size()) return why;
  return word_glob_defect(text.substr(equals + 1)).value_or("");
}

// Only a shell replaces "$HOME": no path holds that word.
bool has_variable(std::string_view text) {
  for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const bool begins = at == 0 || text[at - 1] == '/';
    if (begins && at + 1 < text.size() &&
        ((text[at + 1] >= 'A' && text[at + 1] <= 'Z') || text[at + 1] == '{'))
      return true;
  }
  return false;
}

std::string path_defect(std::string_view text) {
  if (has_variable(text))
    return "variables are not replaced: ~/ is the home folder, and a relative path hangs from the "
           "workspace";
  if (auto why = foreign_glob_defect(text)) return *why;
  return path_glob_defect(text).value_or("");
}

std::string path_or_not_defect(std::string_view text) {
  if (!is_exception(text)) return path_defect(text);
  if (text.size() == 1) return "'!' takes back nothing: write a pattern behind it";
  return path_defect(without_mark(text));
}

// "rm -rf" as {command: rm, flags: [r, f]}. The program decides what other words mean, so there an
// example has to do.
std::string as_condition(std::string_view text) {
  const std::string_view program = text.substr(0, text.find(' '));
  const std::string_view rest = text.substr(program.size());
  const std::string_view flag = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
  const auto is_plain = [](std::string_view word) {
    return word.find_first_not_of(
               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
               "0123456789-_.+") == std::string_view::npos;
  };
  const bool is_one_flag = flag.size() > 1 && flag[0] == '-' && flag != "--" && is_plain(flag);
  if (program.empty() || !is_plain(program) || !is_one_flag)
    return "{command: git, sub: push, flags: [force]}";
  std::string flags(flag.substr(flag[1] == '-' ? 2 : 1));
  for (std::size_t at = flags.size(); flag[1] != '-' && --at > 0;) flags.insert(at, ", ");
  return "{command: " + std::string(program) + ", flags: [" + flags + "]}";
}

// A program's own name may hold a blank only where it is a path.
std::string program_defect(std::string_view text) {
  if (text.find('/') != std::string_view::npos) return path_defect(text);
  if (text.find(' ') != std::string_view::npos)
    return "names a program, and not what it is given: " + as_condition(text);
  return word_glob_defect(text).value_or("");
}

// For a program at work nothing is known of the folder that a rule's relative path hangs from.
std::string program_or_path_defect(std::string_view text) {
  if (text.find('/') != std::string_view::npos && !text.starts_with('/'))
    return "a program's name (\"ping\"), or its whole path (\"/usr/bin/ping\")";
  return program_defect(text);
}

std::string folder_defect(std::string_view text) {
  if (text.empty()) return "no folder is named";
  return has_wildcard(text) ? "a folder, not a pattern" : "";
}

std::string line_defect(std::string_view text) {
  return text.find_first_not_of(" \t\n") == std::string_view::npos ? "an empty command" : "";
}

std::string word_defect(std::string_view text) {
  return word_glob_defect(text).value_or("");
}
std::string host_defect(std::string_view text) {
  return host_pattern_defect(text).value_or("");
}
std::string url_defect(std::string_view text) {
  const auto address = parse_web_address(text);
  return address ? "" : address.error().context;
}
std::string variable_defect(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const bool sound = !text.empty() && std::ranges::all_of(text, fits);
  return sound ? "" : "a variable's name has letters, digits and _ only";
}
// Not so narrow as the names that a shell takes: a program may be given any.
std::string variables_defect(std::string_view text) {
  if (text.find_first_of(", \t\n") != std::string_view::npos)
    return "one name an entry, as in [\"AWS_*\", \"GH_*\"]";
  if (text.find('$') != std::string_view::npos)
    return "the name alone, without the '$': no variable is replaced here";
  if (text.find('=') != std::string_view::npos)
    return "the name alone, without '=' and a value: values are not looked at";
  return word_defect(text);
}
std::string no_defect(std::string_view) {
  return "";
}

// In the order of TextForm.
using FormCheck = std::string (*)(std::string_view);
constexpr FormCheck kForms[] = {
    no_defect,   id_defect,         word_defect, program_defect,     program_or_path_defect,
    flag_defect, value_flag_defect, path_defect, path_or_not_defect, folder_defect,
    host_defect, line_defect,       url_defect,  variable_defect,    variables_defect};
static_assert(std::size(kForms) == static_cast<std::size_t>(TextForm::kVariables) + 1);

}  // namespace

namespace {

Result<void> check_member(const Node& key, const Node& value, const SectionRow& section,
                          std::vector<std::string_view>& seen) {
  const auto row = std::ranges::find(section.keys, key.text(), &KeyRow::name);
  if (key.kind() != NodeKind::kText) return defect(key, "a key must be a text");
  if (const auto quote = key.open_quote(); !quote.empty()) return defect(key, quote);
  if (row == section.keys.end())
    return defect(key,
                  "unknown key " + in_quotes(key.text()) + hint(key.text(), key_names(section)));
  if (std::ranges::find(seen, key.text()) != seen.end())
    return defect(key, "duplicate key " + in_quotes(key.text()));
  seen.push_back(key.text());
  return check_value(key, value, *row);
}

}  // namespace

std::string defect_of(TextForm form, std::string_view text) {
  return kForms[static_cast<std::size_t>(form)](text);
}

Result<void> check_section(const Node& map, const SectionRow& section) {
  const auto members = map.children();
  std::vector<std::string_view> seen;
  Faults faults;
  for (std::size_t i = 0; i + 1 < members.size(); i += 2)
    faults.add(check_member(members[i], members[i + 1], section, seen));
  // A key that is missing may be the one that was mistyped.
  const auto names = key_names(section);
  for (std::size_t i = 0; i + 1 < members.size(); i += 2)
    if (std::ranges::find(names, members[i].text()) == names.end()) return faults.result();
  for (const auto& row : section.keys) {
    if (row.required && std::ranges::find(seen, row.name) == seen.end())
      faults.add(
          defect(map, "the " + std::string(section.name) + " has no " + in_quotes(row.name)));
  }
  return faults.result();
}

Result<void> check_document(const Node& root) {
  if (root.kind() != NodeKind::kMap) {
    return defect(root, "a policy file is a map of keys, such as `mode: balanced`");
  }
  return check_section(root, section_named("file"));
}

}  // namespace guard::policy
