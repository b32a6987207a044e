// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/set_by_words.h"

#include <algorithm>
#include <cctype>

namespace guard::policy {
namespace {

bool is_of_a_name(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

std::size_t name_length(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, is_of_a_name);
  return static_cast<std::size_t>(end - text.begin());
}

// `=` but not `==`, `!=`, `<=` or `>=`; `<<=` and `>>=` set.
bool has_assignment(std::string_view text) {
  for (auto at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    const auto before = text.substr(0, at);
    const bool shifts = before.ends_with("<<") || before.ends_with(">>");
    const char last = before.empty() ? ' ' : before.back();
    const bool compares = last == '=' || last == '!' || last == '<' || last == '>';
    if (text.substr(at + 1).starts_with('=')) {
      ++at;
    } else if (shifts || !compares) {
      return true;
    }
  }
  return text.find("++") != std::string_view::npos || text.find("--") != std::string_view::npos;
}

}  // namespace

bool is_variable_name(std::string_view text) {
  const bool starts = !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0;
  return starts && name_length(text) == text.size();
}

void append_set_by_arithmetic(std::string_view text, std::vector<std::string>& names) {
  if (!has_assignment(text)) return;
  while (!text.empty()) {
    const std::size_t length = name_length(text);
    if (is_variable_name(text.substr(0, length))) names.emplace_back(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

void append_set_by_expansion(std::string_view text, std::vector<std::string>& names) {
  const auto brace = text.find("${");
  if (brace == std::string_view::npos) return;
  text.remove_prefix(brace + 2);
  const auto name = text.substr(0, name_length(text));
  auto rest = text.substr(name.size());
  if (rest.starts_with('[')) rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
  if (rest.starts_with(":=") || rest.starts_with('=')) names.emplace_back(name);
}

}  // namespace guard::policy
