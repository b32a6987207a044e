// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/header_lines.h"

#include <algorithm>
#include <string_view>

namespace guard::supervisor {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool is_header_name(std::string_view name) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  for (const char c : name)
    if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') &&
        kOthers.find(c) == std::string_view::npos)
      return false;
  return !name.empty();
}

}  // namespace

Result<Headers> headers_in(const std::string& text) {
  Headers headers;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trimmed(std::string_view(text).substr(at, end - at));
    at = end + 1;
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t colon = line.find(':');
    const std::string_view name = trimmed(line.substr(0, colon));
    // The line may be a secret: it is not told.
    if (colon == std::string_view::npos || !is_header_name(name))
      return fail(Code::kInvalid, "the file of the headers: a line is not NAME: VALUE");
    headers.emplace_back(name, trimmed(line.substr(colon + 1)));
  }
  return headers;
}

}  // namespace guard::supervisor
