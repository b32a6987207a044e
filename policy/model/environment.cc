// SPDX-License-Identifier: Apache-2.0
#include "policy/model/environment.h"

#include <algorithm>

#include "policy/text/glob.h"

namespace guard::policy {
namespace {

std::string_view name_of(std::string_view entry) {
  return entry.substr(0, entry.find('='));
}

}  // namespace

bool is_dropped(const std::vector<EnvironmentRule>& rules, std::string_view name) {
  const auto last = std::find_if(rules.rbegin(), rules.rend(), [name](const auto& rule) {
    return word_glob_matches(rule.pattern, name);
  });
  return last != rules.rend() && !last->keep;
}

std::vector<std::string> kept_environment(const std::vector<EnvironmentRule>& rules,
                                          std::vector<std::string> entries) {
  std::erase_if(entries,
                [&](const std::string& entry) { return is_dropped(rules, name_of(entry)); });
  return entries;
}

std::vector<std::string> dropped_names(const std::vector<EnvironmentRule>& rules,
                                       const std::vector<std::string>& entries) {
  std::vector<std::string> names;
  for (const std::string& entry : entries) {
    if (is_dropped(rules, name_of(entry))) names.emplace_back(name_of(entry));
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace guard::policy
