// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/shell_pieces.h"

#include <algorithm>

namespace guard::supervisor {
namespace {

constexpr std::string_view kSeparators = " \t\r\n;|&<>()";

bool separates(char c) {
  return kSeparators.find(c) != std::string_view::npos;
}

// Behind the quote that closes the one at `from`; the end when none does.
std::size_t behind_quotes(std::string_view text, std::size_t from) {
  const char quote = text[from];
  for (std::size_t i = from + 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  return text.size();
}

std::size_t word_end(std::string_view text, std::size_t from) {
  std::size_t i = from;
  while (i < text.size() && !separates(text[i])) {
    if (text[i] == '"' || text[i] == '\'') {
      i = behind_quotes(text, i);
    } else {
      i += text[i] == '\\' ? 2 : 1;
    }
  }
  return std::min(i, text.size());
}

std::string_view without_outer_quotes(std::string_view word) {
  const bool quoted = word.size() >= 2 && (word.front() == '"' || word.front() == '\'') &&
                      behind_quotes(word, 0) == word.size() && word.back() == word.front();
  return quoted ? word.substr(1, word.size() - 2) : word;
}

}  // namespace

std::vector<std::string_view> shell_pieces(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    if (separates(text[at])) {
      ++at;
      continue;
    }
    const std::size_t end = word_end(text, at);
    words.push_back(without_outer_quotes(text.substr(at, end - at)));
    at = end;
  }
  return words;
}

}  // namespace guard::supervisor
