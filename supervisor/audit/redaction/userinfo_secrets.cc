// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/userinfo_secrets.h"

#include <algorithm>
#include <array>

#include "supervisor/audit/record/flag_rows.h"
#include "supervisor/audit/redaction/secret_shapes.h"
#include "supervisor/audit/redaction/text_runs.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kBehindScheme = 3;  // "://"
// Schemes that have no "//", and labels people put before an address.
constexpr std::string_view kLabels =
    " mailto email mail e-mail from to cc bcc reply-to author by sip sips xmpp acct npm workspace "
    "contact maintainer ";
// The part that an image's or archive's name has behind its "@".
constexpr std::array<std::string_view, 3> kDigests = {"sha256:", "sha512:", "sha384:"};

bool ends_userinfo(char c) {
  constexpr std::string_view kEnds = " \t\r\n\"'<>`\\/?#@,;(){}|";
  return kEnds.find(c) != kNone;
}

bool is_host(std::string_view rest) {
  if (rest.empty() || !(is_letter(rest.front()) || is_digit(rest.front()))) return false;
  const auto begins = [&](std::string_view digest) { return rest.starts_with(digest); };
  if (std::any_of(kDigests.begin(), kDigests.end(), begins)) return false;
  if (is_letter(rest.front())) return true;
  // "1.2.3" is a version, "192.0.2.7" an address.
  constexpr std::size_t kLongest = 64;
  const auto number = rest.substr(
      0, run_end(rest.substr(0, kLongest), 0, [](char c) { return is_digit(c) || c == '.'; }));
  return std::count(number.begin(), number.end(), '.') == 3;
}

bool is_user(std::string_view user) {
  const auto belongs = [](char c) { return is_name(c) || c == '.' || c == '+'; };
  return !user.empty() && std::all_of(user.begin(), user.end(), belongs);
}

// Not of words and numbers only: those are tags, groups and ports.
bool is_mixed(std::string_view word) {
  constexpr std::string_view kOther = "!$^&*+=~%";
  const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto other = [&](char c) { return kOther.find(c) != kNone; };
  const auto start = word.substr(0, 256);
  return std::any_of(start.begin(), start.end(), upper) ||
         std::any_of(start.begin(), start.end(), other);
}

bool looks_secret(std::string_view word, bool behind_path) {
  constexpr std::size_t kLeast = 6;
  const auto start = word.substr(0, 256);
  const bool letter = std::any_of(start.begin(), start.end(), is_letter);
  if (word.size() < kLeast || !letter || is_placeholder(word) || is_public_id(word)) return false;
  if (!has_digit(word)) return behind_path && word.size() >= 8 && entropy_of(word) >= 3;
  return behind_path || (word.size() >= 8 && is_mixed(word));
}

// A user without a password: "ana1985" and "deploy-bot-2" are names, "k3v9Qx81mT" is a token.
bool is_token(std::string_view user, bool web) {
  constexpr std::size_t kSurely = 20;
  constexpr std::size_t kLong = 16;
  constexpr std::size_t kLeast = 8;
  if (user.size() >= kSurely) return true;
  if (!web || user.size() < kLeast || !std::all_of(user.begin(), user.end(), is_name)) return false;
  std::size_t changes = 0;  // from letters to digits or back
  for (std::size_t i = 1; i < user.size(); ++i) {
    if (is_digit(user[i]) != is_digit(user[i - 1])) ++changes;
  }
  const bool plain = user.find_first_of("-_") == kNone;
  return changes >= 3 || (plain && changes >= 1 && user.size() >= kLong);
}

// "TOKEN:x-oauth-basic@": the word behind the colon only fills its place.
bool is_no_password(std::string_view word) {
  return word.empty() || word == "x" || word == "X" || word == "x-oauth-basic";
}

}  // namespace

std::optional<Secret> url_secret(std::string_view text, std::size_t begin) {
  const std::size_t end = std::min(text.find_first_of("/?# \t\r\n\"'<>`\\", begin), text.size());
  const std::string_view authority = text.substr(begin, end - begin);
  const std::size_t user_end = authority.rfind('@');
  if (user_end == kNone) return std::nullopt;
  const std::string_view user = authority.substr(0, user_end);
  const std::size_t colon = user.find(':');
  const bool alone = colon == kNone || is_no_password(user.substr(colon + 1));
  const std::string_view secret = alone ? user.substr(0, colon) : user.substr(colon + 1);
  if (is_placeholder(secret)) return std::nullopt;
  const std::string_view scheme = text.substr(0, begin - kBehindScheme);
  const bool web = scheme.ends_with("http") || scheme.ends_with("https");
  if (alone && !is_token(secret, web)) return std::nullopt;
  return whole_secret(secret);
}

std::optional<Secret> bare_userinfo(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && !ends_userinfo(text[begin - 1])) --begin;
  const std::string_view info = text.substr(begin, at - begin);
  const std::size_t colon = info.find(':');
  if (colon == kNone || !is_user(info.substr(0, colon))) return std::nullopt;
  if (!is_host(text.substr(at + 1))) return std::nullopt;
  const bool behind_path = begin > 0 && text[begin - 1] == '/';
  const std::string_view secret = info.substr(colon + 1);
  if (is_no_password(secret)) return std::nullopt;
  if (!behind_path && listed(kLabels, info.substr(0, colon))) return std::nullopt;
  if (!looks_secret(secret, behind_path)) return std::nullopt;
  return whole_secret(secret);
}

}  // namespace guard::supervisor
