// SPDX-License-Identifier: Apache-2.0
// Walks over text in runs: characters, and where what begins here ends. Each end is remembered, so
// that a text full of beginnings is not walked again for each of them. Not thread-safe: one for
// each walk over a text.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_TEXT_RUNS_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_TEXT_RUNS_H_

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace guard::supervisor {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}
constexpr bool is_name(char c) {
  return is_word(c) || c == '-';
}
constexpr bool is_base64(char c) {
  return is_letter(c) || is_digit(c) || c == '+' || c == '/' || c == '=';
}
constexpr bool is_quote(char c) {
  return c == '"' || c == '\'';
}
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

template <class Predicate>
std::size_t run_end(std::string_view text, std::size_t from, Predicate belongs) {
  while (from < text.size() && belongs(text[from])) ++from;
  return from;
}

inline std::size_t behind_blanks(std::string_view text, std::size_t from) {
  return run_end(text, from, is_blank);
}

class TextRuns {
 public:
  explicit TextRuns(std::string_view text) : text_(text) {}

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view part(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }
  // The character at a place; 0 outside the text.
  [[nodiscard]] char at(std::size_t place) const {
    return place < text_.size() ? text_[place] : '\0';
  }

  // For a value without quotes.
  [[nodiscard]] std::size_t plain_end(std::size_t from) {
    return plain_.end(from, [&](std::size_t start) {
      return capped(text_.find_first_of(" \t\r\n\"'`;&|<>()", start));
    });
  }
  // For a value in quotes. The backslash of an escaped quote is not part of it.
  [[nodiscard]] std::size_t quote_end(std::size_t from, char quote) {
    Memo& memo = quote == '"' ? double_quote_ : single_quote_;
    std::size_t end =
        memo.end(from, [&](std::size_t start) { return capped(text_.find(quote, start)); });
    while (end > from && end < text_.size() && text_[end - 1] == '\\') --end;
    return end;
  }
  [[nodiscard]] std::size_t line_end(std::size_t from) {
    return line_.end(from,
                     [&](std::size_t start) { return capped(text_.find_first_of("\r\n", start)); });
  }
  // For an element's content.
  [[nodiscard]] std::size_t content_end(std::size_t from) {
    return content_.end(from, [&](std::size_t start) { return capped(text_.find('<', start)); });
  }
  // For a value in percent-encoding: before an encoded "&" or quote.
  [[nodiscard]] std::size_t encoded_end(std::size_t from) {
    return encoded_.end(from, [&](std::size_t start) {
      std::size_t place = text_.find("%2", start);
      while (place < text_.size() && !ends_encoded(at(place + 2))) {
        place = text_.find("%2", place + 2);
      }
      return capped(place);
    });
  }

 private:
  class Memo {
   public:
    template <class Find>
    std::size_t end(std::size_t from, Find find) {
      if (from < begin_ || from >= end_) {
        begin_ = from;
        end_ = find(from);
      }
      return end_;
    }

   private:
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
  };

  [[nodiscard]] static bool ends_encoded(char c) { return c == '6' || c == '2' || c == '7'; }
  [[nodiscard]] std::size_t capped(std::size_t place) const {
    return std::min(place, text_.size());
  }

  std::string_view text_;
  Memo plain_;
  Memo double_quote_;
  Memo single_quote_;
  Memo line_;
  Memo content_;
  Memo encoded_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_TEXT_RUNS_H_
