// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/paste_brackets.h"

#include <algorithm>

#include "console/terminal/key_press.h"

namespace guard::console {
namespace {

constexpr std::string_view kOpens = "\x1b[200~";
constexpr std::string_view kCloses = "\x1b[201~";

void take_away(std::string& text, std::string_view bracket) {
  for (std::size_t at = 0; (at = text.find(bracket, at)) != std::string::npos;)
    text.erase(at, bracket.size());
}

}  // namespace

std::optional<std::string> PasteBrackets::pasted(std::string_view typed) {
  // A closing bracket that got lost must not keep the person out: Ctrl-C is a No all the same.
  if (typed == std::string_view(&kInterrupt, 1)) {
    *this = {};
    return std::nullopt;
  }
  const std::string seen = tail_ + std::string(typed);
  bool has_paste = inside_;
  std::size_t from = 0;
  for (std::size_t at = 0;
       (at = seen.find(inside_ ? kCloses : kOpens, from)) != std::string::npos;) {
    from = at + kOpens.size();
    inside_ = !inside_;
    has_paste = true;
  }
  const std::size_t kept = std::min(seen.size() - from, kOpens.size() - 1);
  tail_ = seen.substr(seen.size() - kept);
  if (!has_paste) return std::nullopt;
  std::string text(typed);
  take_away(text, kOpens);
  take_away(text, kCloses);
  return text;
}

}  // namespace guard::console
