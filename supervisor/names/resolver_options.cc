// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/resolver_options.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

namespace guard::supervisor {
namespace {

constexpr std::string_view kKey = "ndots:";

// The last one counts.
void read_options(std::istringstream& words, ResolverOptions& options) {
  for (std::string word; words >> word;) {
    if (word.starts_with(kKey))
      std::from_chars(word.data() + kKey.size(), word.data() + word.size(), options.ndots);
  }
}

void read_search(std::istringstream& words, ResolverOptions& options) {
  options.search.clear();
  for (std::string word; words >> word;) {
    if (word.ends_with('.')) word.pop_back();
    std::ranges::transform(word, word.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    if (!word.empty()) options.search.push_back(word);
  }
}

void read_line(const std::string& line, ResolverOptions& options) {
  std::istringstream words(line);
  std::string key;
  words >> key;
  if (key == "options") read_options(words, options);
  if (key == "search" || key == "domain") read_search(words, options);
}

}  // namespace

ResolverOptions resolver_options_in(std::istream& text) {
  ResolverOptions options;
  for (std::string line; std::getline(text, line);) read_line(line, options);
  return options;
}

ResolverOptions resolver_options_of(const std::string& path) {
  std::ifstream file(path);
  return resolver_options_in(file);
}

bool may_come_from_search(const ResolverOptions& options, std::string_view name) {
  if (options.ndots <= 1) return false;
  return std::ranges::any_of(options.search, [&](const std::string& domain) {
    const std::string end = "." + domain;
    if (!name.ends_with(end) || name.size() == end.size()) return false;
    const std::string_view before = name.substr(0, name.size() - end.size());
    return std::ranges::count(before, '.') < options.ndots;
  });
}

}  // namespace guard::supervisor
