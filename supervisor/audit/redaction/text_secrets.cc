// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/text_secrets.h"

#include <algorithm>
#include <optional>
#include <string>

#include "supervisor/audit/redaction/assigned_secrets.h"
#include "supervisor/audit/redaction/secret_names.h"
#include "supervisor/audit/redaction/secret_shapes.h"
#include "supervisor/audit/redaction/text_runs.h"
#include "supervisor/audit/redaction/userinfo_secrets.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), runs_(text) {}

  Secrets scan() {
    for (at_ = 0; at_ < text_.size();) at_ = std::max(step(), at_ + 1);
    return std::move(found_);
  }

 private:
  // Where to go on.
  std::size_t step() {
    const char c = text_[at_];
    if (c == '-' && starts("-----BEGIN")) return private_key();
    if (c == ':' && starts("://")) return url_password();
    if (c == '@') return userinfo();
    if (c == '.' && starts(".atlasv1.")) return terraform_token();
    if (const auto shaped = shaped_secret_at(text_, at_)) return add(*shaped);
    if (is_base64(c)) aws_secret();
    return is_letter(c) || c == '_' ? name() : at_ + 1;
  }

  [[nodiscard]] bool starts(std::string_view what) const {
    return text_.substr(at_).starts_with(what);
  }

  std::size_t add(Secret secret) {
    found_.push_back(secret);
    return offset_of(secret.bytes) + secret.bytes.size();
  }

  std::size_t add_range(std::size_t begin, std::size_t end) {
    return add(whole_secret(text_.substr(begin, end - begin)));
  }

  [[nodiscard]] std::size_t offset_of(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }

  std::size_t private_key();
  std::size_t url_password();
  std::size_t userinfo();
  std::size_t terraform_token();
  void aws_secret();
  std::size_t name();
  std::optional<std::size_t> jwt(std::size_t name_end);
  std::optional<std::size_t> bearer(std::size_t name_begin, std::size_t name_end);
  std::optional<std::size_t> netrc(std::size_t name_begin, std::size_t name_end);
  std::optional<std::size_t> header(std::size_t name_begin, std::size_t name_end);
  std::size_t credential(std::size_t begin, std::size_t end, bool whole_line);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t names_seen_ = 0;   // names up to here have been looked at
  std::size_t base64_seen_ = 0;  // runs of base64 up to here
  TextRuns runs_;
  Secrets found_;
};

// A block that is cut short is secret to the end.
std::size_t Scanner::private_key() {
  constexpr std::size_t kLongestLabel = 120;
  constexpr std::string_view kDashes = "-----";
  const std::size_t label = at_ + kDashes.size();
  const std::string_view head = text_.substr(label, kLongestLabel);
  const std::size_t label_end = head.find(kDashes);
  if (label_end == kNone || head.substr(0, label_end).find("PRIVATE KEY") == kNone) return at_ + 1;
  const std::size_t body = label + label_end + kDashes.size();
  if (text_.substr(body).starts_with(kRedactedMark)) return body;
  const std::size_t end = text_.find("-----END", body);
  const std::size_t tail = end == kNone ? kNone : text_.find(kDashes, end + kDashes.size());
  const std::size_t stop = tail == kNone ? text_.size() : tail + kDashes.size();
  return add({text_.substr(at_, stop - at_), body - at_});
}

std::size_t Scanner::url_password() {
  const std::size_t begin = at_ + 3;
  const auto secret = url_secret(text_, begin);
  return secret ? add(*secret) : begin;
}

std::size_t Scanner::userinfo() {
  if (const auto secret = bare_userinfo(text_, at_)) add(*secret);
  return at_ + 1;
}

std::size_t Scanner::terraform_token() {
  constexpr std::size_t kIdLength = 14;
  constexpr std::size_t kLeast = 50;
  const std::size_t run = at_ + std::string_view(".atlasv1.").size();
  const std::size_t end = run_end(text_, run, [](char c) { return is_name(c) || c == '='; });
  if (at_ < kIdLength || end - run < kLeast) return run;
  return add({text_.substr(at_ - kIdLength, end - (at_ - kIdLength)), 0});
}

// Forty characters of base64 with "aws" or "secret" close before them.
void Scanner::aws_secret() {
  constexpr std::size_t kLength = 40;
  constexpr std::size_t kClose = 48;
  if (at_ < base64_seen_) return;
  const std::size_t begin = at_;
  base64_seen_ = run_end(text_, begin, is_base64);
  // "KEY=" before it belongs to the run.
  const std::string_view run = text_.substr(begin, base64_seen_ - begin);
  const std::size_t equals = run.find('=');
  const bool assigned = equals != kNone && run.size() - equals - 1 == kLength;
  if (run.size() != kLength && !assigned) return;
  const std::string_view value = run.substr(run.size() - kLength);
  const std::size_t start = begin + run.size() - kLength;
  const std::size_t from = start < kClose ? 0 : start - kClose;
  std::string before(text_.substr(from, start - from));
  for (char& c : before) c = is_letter(c) ? static_cast<char>(c | 0x20) : c;
  if (before.find("aws") == kNone && before.find("secret") == kNone) return;
  if (is_public_id(value) || !has_digit(value) || entropy_of(value) < 3.5) return;
  found_.push_back({value, 0});
}

std::size_t Scanner::name() {
  const bool inside = at_ > 0 && is_word(text_[at_ - 1]) && !behind_escape(text_, at_);
  const bool escape = at_ > 0 && text_[at_ - 1] == '%' && behind_escape(text_, at_ + 2);
  if (escape) return at_ + 1;
  if (inside || at_ < names_seen_) return at_ + 1;
  const std::size_t begin = at_;
  const std::size_t end = run_end(text_, begin, is_name);
  names_seen_ = end;
  if (const auto next = jwt(end)) return *next;
  if (const auto next = bearer(begin, end)) return *next;
  if (const auto next = netrc(begin, end)) return *next;
  if (!value_may_follow(runs_, begin, end)) return begin + 1;
  if (const auto next = header(begin, end)) return *next;
  if (const auto value = assigned_secret(runs_, begin, end)) return add(whole_secret(*value));
  return begin + 1;
}

std::optional<std::size_t> Scanner::jwt(std::size_t name_end) {
  constexpr std::size_t kLeast = 10;
  if (!starts("ey") || name_end - at_ < kLeast) return std::nullopt;
  if (!text_.substr(name_end).starts_with(".ey")) return std::nullopt;
  const auto belongs = [](char c) { return is_name(c) || c == '/' || c == '\\'; };
  const std::size_t second = run_end(text_, name_end + 1, belongs);
  if (second - name_end < kLeast || second >= text_.size() || text_[second] != '.') {
    return std::nullopt;
  }
  const std::size_t third = run_end(text_, second + 1, belongs);
  if (third - second < kLeast) return std::nullopt;
  const std::size_t end = run_end(text_, third, [](char c) { return c == '='; });
  return add({text_.substr(at_, end - at_), 2});
}

std::optional<std::size_t> Scanner::bearer(std::size_t name_begin, std::size_t name_end) {
  constexpr std::size_t kLeast = 8;
  constexpr std::size_t kSurely = 20;
  const std::string_view word = text_.substr(name_begin, name_end - name_begin);
  if (word != "Bearer" && word != "bearer" && word != "BEARER") return std::nullopt;
  const std::size_t begin = run_end(text_, name_end, [](char c) { return c == ' '; });
  if (begin == name_end) return std::nullopt;
  const std::size_t end = run_end(
      text_, begin, [](char c) { return is_name(c) || is_base64(c) || c == '.' || c == '~'; });
  const std::string_view token = text_.substr(begin, end - begin);
  if (token.size() < kLeast || is_placeholder(token)) return std::nullopt;
  if (token.size() < kSurely && !has_digit(token)) return std::nullopt;
  return add(whole_secret(token));
}

// netrc(5): "machine h login me password X", whatever stands between the words: blanks, line breaks
// or their escapes.
std::optional<std::size_t> Scanner::netrc(std::size_t name_begin, std::size_t name_end) {
  constexpr std::size_t kClose = 512;
  const std::string_view name = text_.substr(name_begin, name_end - name_begin);
  const bool escaped = name_begin > 0 && text_[name_begin - 1] == '\\' && name == "npassword";
  if (name != "password" && !escaped) return std::nullopt;
  const std::size_t from = name_begin < kClose ? 0 : name_begin - kClose;
  const std::string_view before = text_.substr(from, name_begin - from);
  const bool entry = before.find("machine ") != kNone || before.find("default") != kNone;
  if (!entry || before.find("login ") == kNone) return std::nullopt;
  const std::size_t begin = run_end(text_, name_end, [](char c) { return c == ' ' || c == '\t'; });
  const std::size_t end = run_end(text_, begin, [](char c) {
    return c != ' ' && c != '\t' && c != '\n' && c != '\\' && !is_quote(c);
  });
  if (begin == name_end || begin == end || is_placeholder(text_.substr(begin, end - begin)))
    return std::nullopt;
  return add_range(begin, end);
}

// A header that fills a word or a pair of quotes goes on to its end; else it has one word.
std::optional<std::size_t> Scanner::header(std::size_t name_begin, std::size_t name_end) {
  if (!is_secret_header(text_.substr(name_begin, name_end - name_begin))) return std::nullopt;
  const std::size_t colon = run_end(text_, name_end, [](char c) { return c == ' '; });
  if (colon >= text_.size() || (text_[colon] != ':' && text_[colon] != '=')) return std::nullopt;
  const std::size_t begin = run_end(text_, colon + 1, [](char c) { return c == ' '; });
  if (begin < text_.size() && is_quote(text_[begin])) {
    return credential(begin + 1, runs_.quote_end(begin + 1, text_[begin]), true);
  }
  const bool in_quotes = name_begin > 0 && is_quote(text_[name_begin - 1]);
  if (text_[colon] == ':' && in_quotes) {
    return credential(begin, runs_.quote_end(begin, text_[name_begin - 1]), true);
  }
  if (text_[colon] == ':' && name_begin == 0) {
    return credential(begin, runs_.line_end(begin), true);
  }
  return credential(begin, text_.size(), false);
}

// "Bearer X", "Basic X", "X": the scheme may be shown.
std::size_t Scanner::credential(std::size_t begin, std::size_t end, bool whole_line) {
  const std::size_t word_end = run_end(text_, begin, is_name);
  const bool scheme = word_end < end && text_[word_end] == ' ' &&
                      is_auth_scheme(text_.substr(begin, word_end - begin));
  if (scheme) begin = run_end(text_, word_end, [](char c) { return c == ' '; });
  if (!whole_line) end = runs_.plain_end(begin);
  if (begin >= end || is_placeholder(text_.substr(begin, end - begin))) return begin;
  return add_range(begin, end);
}

}  // namespace

Secrets secrets_in_text(std::string_view text) {
  return Scanner(text).scan();
}

}  // namespace guard::supervisor
