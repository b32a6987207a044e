// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/secret_value.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/uuid.h"
#include "supervisor/audit/redaction/text_runs.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kEnough = 256;

bool is_variable(std::string_view value) {
  if (value.size() < 2 || value.front() != '$') return false;
  constexpr std::string_view kPositional = "0123456789@*#";
  if (value.size() == 2 && kPositional.find(value[1]) != std::string_view::npos) return true;
  if (is_digit(value[1])) return false;
  const auto name = value.substr(1, kEnough);
  return std::all_of(name.begin(), name.end(), is_word);
}

// "****", "xxxxxxxx", "...".
bool is_filler(std::string_view value) {
  constexpr std::string_view kFillers = "*xX.-_";
  if (value.size() < 3 || kFillers.find(value.front()) == std::string_view::npos) return false;
  const auto start = value.substr(0, kEnough);
  return std::all_of(start.begin(), start.end(), [&](char c) { return c == start.front(); });
}

struct Brackets {
  std::string_view begin;
  std::string_view end;
};

// Without an end where the template may hold blanks, which end a value.
constexpr std::array kTemplates = {
    Brackets{"${", ""}, Brackets{"$(", ""}, Brackets{"{{", ""},
    Brackets{"<", ">"}, Brackets{"`", "`"}, Brackets{"%(", ""},
};

}  // namespace

std::string_view without_quotes(std::string_view value) {
  const bool quoted = value.size() >= 2 && value.front() == value.back() &&
                      (value.front() == '"' || value.front() == '\'');
  return quoted ? value.substr(1, value.size() - 2) : value;
}

double entropy_of(std::string_view text) {
  const auto start = text.substr(0, kEnough);
  std::array<unsigned, 256> counts{};
  for (const char c : start) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  for (const unsigned count : counts) {
    if (count == 0) continue;
    const double share = static_cast<double>(count) / static_cast<double>(start.size());
    bits -= share * std::log2(share);
  }
  return bits;
}

bool has_digit(std::string_view text) {
  const auto start = text.substr(0, kEnough);
  return std::any_of(start.begin(), start.end(), is_digit);
}

bool is_placeholder(std::string_view value) {
  value = without_quotes(value);
  if (value.empty() || value == "$" || is_variable(value) || is_filler(value)) return true;
  if (value.substr(0, kEnough).find(kRedactedMark) != std::string_view::npos) return true;
  return std::any_of(kTemplates.begin(), kTemplates.end(), [&](const Brackets& brackets) {
    return value.starts_with(brackets.begin) && value.ends_with(brackets.end);
  });
}

bool is_public_id(std::string_view value) {
  value = without_quotes(value);
  if (value.size() != 40 && value.size() != 64) return is_uuid(value);
  return value.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_path(std::string_view value) {
  value = without_quotes(value);
  constexpr std::array<std::string_view, 4> kStarts = {"/", "./", "../", "~/"};
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [&](std::string_view start) { return value.starts_with(start); });
}

bool is_key_file(std::string_view value) {
  if (is_path(value)) return true;
  value = without_quotes(value);
  constexpr std::size_t kLongest = 255;
  constexpr std::array<std::string_view, 12> kEndings = {".pem", ".key", ".p12",  ".pfx",
                                                         ".jks", ".der", ".ppk",  ".p8",
                                                         ".pub", ".asc", ".json", ".txt"};
  if (value.size() > kLongest) return false;
  const std::string_view name = value.substr(value.rfind('/') + 1);
  constexpr std::array<std::string_view, 4> kNames = {"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
         std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

bool behind_escape(std::string_view text, std::size_t at) {
  constexpr std::string_view kHex = "0123456789abcdefABCDEF";
  return at >= 3 && at <= text.size() && text[at - 3] == '%' &&
         kHex.find(text[at - 2]) != std::string_view::npos &&
         kHex.find(text[at - 1]) != std::string_view::npos;
}

}  // namespace guard::supervisor
