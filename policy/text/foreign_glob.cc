// SPDX-License-Identifier: Apache-2.0
#include "policy/text/foreign_glob.h"

#include "policy/text/glob.h"

namespace guard::policy {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

// The last byte of the set that begins at AT; AT itself: none does.
std::size_t last_of_set(std::string_view pattern, std::size_t at) {
  if (pattern[at] != '[' || !has_wildcard(pattern.substr(at, pattern.find('/', at) - at)))
    return at;
  const std::size_t close = pattern.find(']', at + 2);
  return close == kNowhere ? at : close;
}

// Each byte that stands for itself, and each set, as an 'x'.
std::string without_escapes(std::string_view pattern) {
  std::string bare;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool escapes = pattern[i] == '\\' && i + 1 < pattern.size();
    const std::size_t last = escapes ? i + 1 : last_of_set(pattern, i);
    bare += last == i ? pattern[i] : 'x';
    i = last;
  }
  return bare;
}

bool has_braces(std::string_view bare) {
  const std::size_t opened = bare.find('{');
  const std::size_t closed = opened == kNowhere ? kNowhere : bare.find('}', opened);
  return closed != kNowhere && bare.substr(opened, closed - opened).find(',') != kNowhere;
}

}  // namespace

std::optional<std::string> foreign_glob_defect(std::string_view pattern) {
  constexpr std::string_view kBlanks = " \t\r\n";
  if (pattern.empty()) return std::nullopt;
  const std::string bare = without_escapes(pattern);
  if (bare.front() == '!')
    return "a leading '!' takes something back only in the `path` of a rule, as in path: "
           "[\"src/**\", \"!src/x\"]; here name only what is meant, or write a rule for the "
           "exception (of a name that begins so: '\\!')";
  if (kBlanks.find(bare.front()) != kNowhere || kBlanks.find(bare.back()) != kNowhere)
    return "a blank at its beginning or end: leave it out (of a name that has it: '\\ ')";
  if (has_braces(bare))
    return "braces choose nothing here: write one pattern for each (of a name that has them: "
           "'\\{')";
  if (bare.find('|') != kNowhere)
    return "'|' chooses nothing here: write one pattern for each (of a name that has it: '\\|')";
  return std::nullopt;
}

}  // namespace guard::policy
