// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/grant_kind.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "policy/effects/metadata_assessment.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/approval/grant_pattern.h"

namespace guard::supervisor {
namespace {

using policy::Act;

constexpr std::string_view kConnections = "connections";

constexpr std::string_view kSignatures = "signatures";

constexpr std::array<std::pair<Act, std::string_view>, 9> kOfActs = {{
    {Act::kRead, "reads"},
    {Act::kCreate, "creation"},
    {Act::kModify, "changes"},
    {Act::kDelete, "deletes"},
    {Act::kRename, "moves"},
    {Act::kLink, "hard links"},
    {Act::kMetadata, "metadata changes"},
    {Act::kConnect, kConnections},
    {Act::kSign, kSignatures},
}};

// A command has the kind of the row in the table of file acts that led to its tier.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kOfRules = {{
    {policy::own_rule("fs.create"), "creation"},
    {policy::own_rule("fs.overwrite"), "changes"},
    {policy::own_rule("fs.delete"), "deletes"},
    {policy::own_rule("fs.rename"), "moves"},
}};

template <class Table, class Key>
std::string word_in(const Table& table, const Key& key) {
  const auto row = std::find_if(table.begin(), table.end(),
                                [&key](const auto& one) { return one.first == key; });
  return row == table.end() ? std::string() : std::string(row->second);
}

// "example.org:443", "[::1]:443/tcp"; an IPv6 address alone has colons, too.
bool has_port(const std::string& host) {
  const std::size_t bracket = host.rfind("]:");
  const std::size_t colon = host.rfind(':');
  if (colon == std::string::npos) return false;
  return bracket != std::string::npos || host.find(':') == colon;
}

std::string connections_to(const std::string& where) {
  const bool all_ports = !where.starts_with('/') && !has_port(where);
  return "connections to " + where + (all_ports ? ", all ports" : "");
}

}  // namespace

std::string kind_of_act(const policy::Action& action, const policy::Assessment& assessment) {
  if (action.act == Act::kExec) return word_in(kOfRules, std::string_view(assessment.rule));
  if (action.act == Act::kMetadata && policy::gives_rights(action))
    return "metadata changes that give rights";
  if (action.also_reads && policy::is_delicate(assessment)) return "reads and changes";
  return word_in(kOfActs, action.act);
}

std::string kind_of_grant(const policy::Action& action, const policy::Assessment& assessment,
                          const std::string& pattern) {
  const bool by_words =
      action.act == Act::kExec && (!pattern.starts_with('/') || covers_action(pattern, action));
  return by_words ? std::string() : kind_of_act(action, assessment);
}

std::string extent_text(const std::string& kind, const std::string& pattern, bool delicate) {
  if (kind.empty()) return pattern;
  if (kind == kConnections) return connections_to(pattern);
  if (kind == kSignatures) return "uses of a key: " + pattern;
  return delicate ? kind + " of " + pattern : kind + " in " + pattern + " and below";
}

std::string search_text(const std::string& pattern, const std::string& place) {
  constexpr std::string_view kReads = ", read ";
  const std::size_t reads = place.rfind(kReads);
  if (!place.starts_with("in /") || reads == std::string::npos) return pattern;
  return pattern + " " + place.substr(0, reads) + ", to read " +
         place.substr(reads + kReads.size()) + " and no other secret";
}

std::string extent_text(const Grant& grant) {
  if (grant.pattern.empty()) return extent_text(grant.categories);
  if (grant.kind.empty() && !grant.denies) return search_text(grant.pattern, grant.place);
  const bool delicate = std::find(grant.categories.begin(), grant.categories.end(),
                                  policy::Category::kFsConfigSecrets) != grant.categories.end();
  const bool every_kind = grant.denies && !grant.kind.empty() && grant.kind != kConnections &&
                          grant.kind != kSignatures;
  return extent_text(every_kind ? "acts" : grant.kind, grant.pattern, delicate);
}

std::string extent_text(const std::vector<policy::Category>& categories) {
  std::string text;
  for (const policy::Category category : categories)
    text += (text.empty() ? "all of " : ", ") + std::string(policy::name_of(category));
  return text;
}

}  // namespace guard::supervisor
