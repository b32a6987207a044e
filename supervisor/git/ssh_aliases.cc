// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/ssh_aliases.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "policy/text/glob.h"

namespace guard::supervisor {
namespace {

struct Line {
  std::string key;  // in lower case
  std::vector<std::string> values;
};

// "Key value", "Key=value", with or without quotes.
Line line_of(std::string text) {
  if (const auto start = text.find_first_not_of(" \t");
      start == std::string::npos || text[start] == '#')
    return {};
  if (const auto equals = text.find('='); equals != std::string::npos) text[equals] = ' ';
  std::erase(text, '"');
  std::istringstream words(text);
  Line line;
  words >> line.key;
  std::ranges::transform(line.key, line.key.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (std::string word; words >> word;) line.values.push_back(word);
  return line;
}

// ssh_config(5), "Host": a pattern with `!` that fits takes the whole line back.
bool is_meant(const std::vector<std::string>& patterns, std::string_view host) {
  bool meant = false;
  for (const std::string& pattern : patterns) {
    const bool taken_back = pattern.starts_with('!');
    if (!policy::word_glob_matches(std::string_view(pattern).substr(taken_back ? 1 : 0), host))
      continue;
    if (taken_back) return false;
    meant = true;
  }
  return meant;
}

std::string with_host(std::string name, std::string_view host) {
  for (std::size_t at = name.find("%h"); at != std::string::npos; at = name.find("%h", at))
    name.replace(at, 2, host);
  return name;
}

}  // namespace

SshName ssh_name_of(const std::optional<std::string>& settings, std::string_view host) {
  const bool may_be_alias = host.find_first_of(".:") == std::string_view::npos;
  if (!settings) return {std::string(host), false};
  bool inside = true;
  bool followed = true;
  std::istringstream lines(*settings);
  for (std::string text; std::getline(lines, text);) {
    const Line line = line_of(text);
    if (line.key == "host") inside = is_meant(line.values, host);
    if (line.key == "match" || line.key == "include") followed = false;
    if (line.key == "match") inside = false;
    // The first of several values holds.
    if (inside && line.key == "hostname" && !line.values.empty())
      return {with_host(line.values.front(), host), followed || !may_be_alias};
  }
  return {std::string(host), followed || !may_be_alias};
}

}  // namespace guard::supervisor
