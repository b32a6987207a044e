// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/shell_quoting.h"

#include <cstdint>

namespace guard::policy {
namespace {

bool one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Up to MAX digits of BASE from TEXT[at]; moves `at` behind them.
std::uint32_t read_number(std::string_view text, std::size_t& at, int base, std::size_t max) {
  std::uint32_t value = 0;
  for (std::size_t n = 0; n < max && at < text.size() && digit_of(text[at]) < base; ++n) {
    value =
        value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit_of(text[at++]));
  }
  return value;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](unsigned shift) {
    out.push_back(static_cast<char>(0x80U | ((code >> shift) & 0x3FU)));
  };
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xC0U | (code >> 6)));
    tail(0);
  } else if (code < 0x10000) {
    out.push_back(static_cast<char>(0xE0U | (code >> 12)));
    tail(6), tail(0);
  } else {
    out.push_back(static_cast<char>(0xF0U | ((code >> 18) & 7U)));
    tail(12), tail(6), tail(0);
  }
}

// One escape of $'...': TEXT[at] is the character behind the backslash.
void append_escape(std::string& out, std::string_view text, std::size_t& at) {
  constexpr std::string_view kNames = "abeEfnrtv";
  constexpr std::string_view kValues = "\a\b\x1b\x1b\f\n\r\t\v";
  const char c = text[at];
  if (const auto known = kNames.find(c); known != std::string_view::npos) {
    ++at;
    out.push_back(kValues[known]);
  } else if (c >= '0' && c <= '7') {
    out.push_back(static_cast<char>(read_number(text, at, 8, 3)));
  } else if (c == 'x') {
    out.push_back(static_cast<char>(read_number(text, ++at, 16, 2)));
  } else if (c == 'u' || c == 'U') {
    append_utf8(out, read_number(text, ++at, 16, c == 'u' ? 4 : 8));
  } else if (c == 'c' && at + 1 < text.size()) {
    out.push_back(static_cast<char>(text[at + 1] & 0x1F));
    at += 2;
  } else {
    ++at;
    out.push_back(c);
  }
}

}  // namespace

void WordBuilder::add(char c, bool wildcard) {
  if (!wildcard && one_of(c, "*?[]\\")) pattern_.push_back('\\');
  pattern_.push_back(c);
  value_.push_back(c);
}

void WordBuilder::unquoted(std::string_view text) {
  std::size_t i = 0;
  if (at_start() && text.starts_with('~')) {
    // ~user and ~+ need the password file or the shell's state.
    if (text.size() > 1 && text[1] != '/') return unknown();
    base_ = WordBase::kHome;
    i = 1;
  }
  started_ = true;
  for (; i < text.size(); ++i) {
    if (text[i] == '\\') {
      if (++i < text.size() && text[i] != '\n') add(text[i], false);
      continue;
    }
    if (text[i] == '{') open_brace_ = true;
    // {a,b} and {1..3} become several words.
    if (open_brace_ && (text[i] == ',' || text.substr(i).starts_with(".."))) known_ = false;
    if (one_of(text[i], "*?[]")) glob_ = true;
    add(text[i], true);
  }
}

void WordBuilder::double_quoted(std::string_view text) {
  started_ = started_ || !text.empty();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escapes = text[i] == '\\' && i + 1 < text.size() && one_of(text[i + 1], "$`\"\\\n");
    if (escapes && text[++i] == '\n') continue;
    add(text[i], false);
  }
}

void WordBuilder::raw_string(std::string_view text) {
  started_ = true;
  if (text.size() < 2) return unknown();
  for (const char c : text.substr(1, text.size() - 2)) add(c, false);
}

void WordBuilder::ansi_c_string(std::string_view text) {
  started_ = true;
  if (text.size() < 3) return unknown();
  text = text.substr(2, text.size() - 3);
  std::string value;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      append_escape(value, text, ++at);
    } else {
      value.push_back(text[at++]);
    }
  }
  // A zero byte ends the string, as in bash.
  for (const char c : value.substr(0, value.find('\0'))) add(c, false);
}

void WordBuilder::expansion(WordBase base) {
  if (base == WordBase::kNone || !at_start()) return unknown();
  base_ = base;
  started_ = true;
}

ShellWord WordBuilder::finish(std::string_view source) const {
  ShellWord word;
  word.literal = known_ && base_ == WordBase::kNone;
  word.text = word.literal ? value_ : std::string(source);
  word.glob = glob_;
  if (word.literal && glob_) word.pattern = pattern_;
  if (known_ && base_ != WordBase::kNone) {
    word.base = base_;
    word.below = glob_ ? pattern_ : value_;
  }
  return word;
}

std::string without_line_continuations(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      ++i;
      if (text[i] != '\n') out.append({c, text[i]});
      continue;
    }
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
    out.push_back(c);
  }
  return out;
}

}  // namespace guard::policy
