// SPDX-License-Identifier: Apache-2.0
#include "policy/command/git_environment.h"

#include <algorithm>
#include <string_view>

#include "policy/command/login_settings.h"

namespace guard::policy {
namespace {

constexpr std::string_view kKey = "GIT_CONFIG_KEY_";
constexpr std::string_view kValue = "GIT_CONFIG_VALUE_";

// "2=core.hooksPath" -> "2="
std::string_view number_of(std::string_view entry) {
  return entry.substr(0, entry.find('=') + 1);
}

// Null: none, or more than one.
const std::string* only_one(const std::vector<std::string>& changes, const std::string& start) {
  const auto begins = [&](const std::string& entry) { return entry.starts_with(start); };
  if (std::ranges::count_if(changes, begins) != 1) return nullptr;
  return &*std::ranges::find_if(changes, begins);
}

// A setting "KEY=VALUE"; the names of git's settings have no case.
bool is_setting(std::string_view setting, std::string_view key, std::string_view value) {
  const std::size_t equals = setting.find('=');
  return equals != std::string_view::npos &&
         in_small_letters(setting.substr(0, equals)) == in_small_letters(key) &&
         setting.substr(equals + 1) == value;
}

bool is_given(const std::string& entry, const std::vector<std::string>& changes,
              const std::vector<std::string>& given) {
  if (!entry.starts_with(kKey)) return false;
  const std::string number(number_of(std::string_view(entry).substr(kKey.size())));
  const std::string value_name = std::string(kValue) + number;
  const std::string* value = number.empty() ? nullptr : only_one(changes, value_name);
  if (value == nullptr || only_one(changes, std::string(kKey) + number) == nullptr) return false;
  const std::string_view key = std::string_view(entry).substr(kKey.size() + number.size());
  return std::ranges::any_of(given, [&](std::string_view setting) {
    return is_setting(setting, key, std::string_view(*value).substr(value_name.size()));
  });
}

}  // namespace

void leave_out_settings(std::vector<std::string>& changes, const std::vector<std::string>& given) {
  if (given.empty()) return;
  const std::vector<std::string> all = changes;
  std::erase_if(changes, [&](const std::string& entry) { return is_given(entry, all, given); });
}

}  // namespace guard::policy
