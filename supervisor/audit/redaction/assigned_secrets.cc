// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/assigned_secrets.h"

#include <algorithm>
#include <array>

#include "supervisor/audit/redaction/secret_names.h"
#include "supervisor/audit/redaction/secret_value.h"

namespace guard::supervisor {
namespace {

// How surely it is a secret. kPair: whatever it is; kExact: as its name says; in prose and in a
// table other words stand at its place.
enum class Writing { kPair, kExact, kProse, kTable };

struct Value {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool quoted = false;
  Writing writing = Writing::kExact;
};

struct Sign {
  std::string_view text;
  bool colon = false;
};

// If two have the same beginning, the longer comes first. Those without a value only keep others
// from being found.
constexpr std::array kSigns = {
    Sign{"=>"},  Sign{"="},         Sign{":=", true},  Sign{":", true},
    Sign{"%3D"}, Sign{"%3A", true}, Sign{"%3a", true}, Sign{"%3d"},
};
constexpr std::array<std::string_view, 2> kNoSigns = {"==", "://"};

const Sign* sign_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(std::min(at, text.size()), 3);
  const auto begins = [&](std::string_view sign) { return rest.starts_with(sign); };
  if (std::any_of(kNoSigns.begin(), kNoSigns.end(), begins)) return nullptr;
  const auto* sign =
      std::find_if(kSigns.begin(), kSigns.end(), [&](const Sign& row) { return begins(row.text); });
  return sign == kSigns.end() ? nullptr : sign;
}

bool is_encoded_quote(std::string_view text, std::size_t at) {
  const std::string_view code = text.substr(std::min(at, text.size()), 3);
  return code == "%22" || code == "%27";
}

// Behind what closes the name: quotes, plain, escaped or percent-encoded.
std::size_t behind_name(std::string_view text, std::size_t name_end) {
  const std::size_t at = run_end(text, name_end, [](char c) { return c == '\\' || is_quote(c); });
  return is_encoded_quote(text, at) ? at + 3 : at;
}

// Behind the bracket of "environ['NAME']", "$ENV{NAME}"; not of "${NAME}" and "[link]".
std::size_t behind_bracket(const TextRuns& runs, std::size_t name_begin, std::size_t name_end,
                           std::size_t at) {
  const char closing = runs.at(at);
  if (closing != ']' && closing != '}') return at;
  const char opening = closing == ']' ? '[' : '{';
  const bool subscript =
      name_begin >= 2 && runs.at(name_begin - 1) == opening && is_word(runs.at(name_begin - 2));
  return subscript || at != name_end ? at + 1 : at;
}

// "<password>x</password>"; "<password>" alone is a place to be filled in. `at`: behind the name.
std::optional<Value> content(TextRuns& runs, std::size_t at, bool attribute) {
  constexpr std::size_t kLongestTag = 256;
  const std::string_view head = runs.text().substr(at, kLongestTag);
  const std::size_t close = head.find_first_of("<>");
  if (close == std::string_view::npos || head[close] != '>') return std::nullopt;
  if (close != 0 && !is_blank(head.front())) return std::nullopt;
  const std::size_t begin = at + close + 1;
  const std::size_t end = runs.content_end(begin);
  const std::string_view bytes = runs.part(begin, end);
  const bool closed = runs.at(end) == '<' && runs.at(end + 1) == '/';
  const bool word =
      runs.at(end) == '<' && !attribute && is_word(runs.at(begin)) && runs.plain_end(begin) == end;
  if (bytes.empty() || (!closed && !word)) return std::nullopt;
  return Value{begin, end, true, Writing::kExact};
}

// A column: "PASSWORD<tab>x".
std::optional<Value> column(TextRuns& runs, std::size_t name_end) {
  if (runs.at(name_end) != '\t') return std::nullopt;
  const std::size_t begin = behind_blanks(runs.text(), name_end);
  return Value{begin, runs.plain_end(begin), false, Writing::kTable};
}

std::optional<Value> encoded(TextRuns& runs, std::size_t begin, Writing writing) {
  while (runs.text().substr(begin).starts_with("%20")) begin += 3;
  const bool quoted = is_encoded_quote(runs.text(), begin);
  if (quoted) begin += 3;
  const std::size_t end = std::min(runs.plain_end(begin), runs.encoded_end(begin));
  return Value{begin, end, quoted, quoted ? Writing::kExact : writing};
}

std::optional<Value> value_after(TextRuns& runs, std::size_t name_begin, std::size_t name_end) {
  const std::string_view text = runs.text();
  if (name_begin > 0 && text[name_begin - 1] == '<') {
    if (auto value = content(runs, name_end, false)) return value;
  }
  const std::size_t quotes = behind_name(text, name_end);
  const bool name_quoted = quotes != name_end;
  if (name_quoted && runs.at(quotes) == '>') return content(runs, quotes, true);
  const std::size_t at = behind_bracket(runs, name_begin, name_end, quotes);
  const std::size_t place = behind_blanks(text, at);
  const Sign* sign = sign_at(text, place);
  if (sign == nullptr) return column(runs, name_end);
  // A shell assigns without blanks; "a = b" and "a: b" are configuration or prose.
  const std::size_t behind = place + sign->text.size();
  const std::size_t begin = behind_blanks(text, behind);
  const bool prose = !name_quoted && (sign->colon || begin != behind || place != at);
  const Writing writing = prose ? Writing::kProse : Writing::kExact;
  if (sign->text.front() == '%') return encoded(runs, begin, writing);
  const std::size_t open = run_end(text, begin, [](char c) { return c == '\\'; });
  if (is_quote(runs.at(open))) {
    return Value{open + 1, runs.quote_end(open + 1, text[open]), true, Writing::kExact};
  }
  return Value{begin, runs.plain_end(begin), false, writing};
}

bool has_letter(std::string_view bytes) {
  constexpr std::size_t kEnough = 256;
  const auto start = bytes.substr(0, kEnough);
  return std::any_of(start.begin(), start.end(), is_letter);
}

bool looks_random(std::string_view bytes) {
  return bytes.size() >= 8 && entropy_of(bytes) >= 3.5;
}

// Beside a heading or a word there is mostly another heading or word.
bool counts_in_table(NameKind kind, std::string_view bytes) {
  if (is_public_id(bytes) || is_path(bytes)) return false;
  if (kind != NameKind::kPassword && !has_letter(bytes)) return false;
  return (bytes.size() >= 6 && has_digit(bytes)) || looks_random(bytes);
}

bool counts_in_prose(NameKind kind, std::string_view bytes) {
  return kind != NameKind::kSigning && bytes.size() >= 6 && has_digit(bytes) &&
         !is_public_id(bytes);
}

bool counts(const TextRuns& runs, NameKind kind, const Value& value) {
  const std::string_view bytes = runs.part(value.begin, value.end);
  if (is_placeholder(bytes)) return false;
  if (value.writing == Writing::kPair) return true;
  if (value.writing == Writing::kTable) return counts_in_table(kind, bytes);
  if (value.writing == Writing::kProse) return counts_in_prose(kind, bytes);
  if (kind == NameKind::kVariable || kind == NameKind::kPassword) return true;
  if (!value.quoted && runs.at(value.end) == '(') return false;  // a call
  if (bytes.size() < 8 || is_path(bytes)) return false;
  if (kind == NameKind::kHinting && is_public_id(bytes)) return false;
  return has_digit(bytes) ? entropy_of(bytes) >= 2 : looks_random(bytes);
}

// A string of code that begins at `at`, a letter before it or not: b'x', \"x\".
std::optional<Value> string_at(TextRuns& runs, std::size_t at) {
  at = behind_blanks(runs.text(), at);
  if (is_letter(runs.at(at))) ++at;
  at = run_end(runs.text(), at, [](char c) { return c == '\\'; });
  if (!is_quote(runs.at(at))) return std::nullopt;
  return Value{at + 1, runs.quote_end(at + 1, runs.at(at)), true, Writing::kExact};
}

// "('user', 'x')", "BasicAuth('user', 'x')", "Token('x')": the last of one or two strings.
std::optional<Value> argument_at(TextRuns& runs, std::size_t begin) {
  const std::string_view text = runs.text();
  const std::size_t open = run_end(text, begin, [](char c) { return is_name(c) || c == '.'; });
  if (runs.at(open) != '(' && runs.at(open) != '[') return std::nullopt;
  const auto first = string_at(runs, open + 1);
  if (!first) return std::nullopt;
  std::size_t at = run_end(text, first->end, [](char c) { return c == '\\'; }) + 1;
  at = behind_blanks(text, at);
  if (runs.at(at) != ',') return first;
  auto second = string_at(runs, at + 1);
  if (second) second->writing = Writing::kPair;
  return second;
}

}  // namespace

bool value_may_follow(const TextRuns& runs, std::size_t name_begin, std::size_t name_end) {
  const std::size_t at = run_end(runs.text(), name_end, [](char c) {
    return is_blank(c) || c == '\\' || c == ']' || c == '}' || is_quote(c);
  });
  const char next = runs.at(at);
  if (next == '=' || next == ':' || next == '>' || next == '%') return true;
  return runs.at(name_end) == '\t' || (name_begin > 0 && runs.at(name_begin - 1) == '<');
}

std::optional<std::string_view> assigned_secret(TextRuns& runs, std::size_t name_begin,
                                                std::size_t name_end) {
  const NameKind kind = kind_of_name(runs.part(name_begin, name_end));
  if (kind == NameKind::kPlain) return std::nullopt;
  auto value = value_after(runs, name_begin, name_end);
  if (!value) return std::nullopt;
  if (kind == NameKind::kSigning && !value->quoted) {
    if (const auto argument = argument_at(runs, value->begin)) value = argument;
  }
  if (!counts(runs, kind, *value)) return std::nullopt;
  return runs.part(value->begin, value->end);
}

}  // namespace guard::supervisor
