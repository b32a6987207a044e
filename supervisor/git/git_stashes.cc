// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_stashes.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "base/text/text.h"
#include "supervisor/git/git_files.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongestStash = 60;

}  // namespace

// git keeps them in the log of one ref.
std::optional<std::vector<std::string>> stashes_of(const GitPlace& place) {
  const auto log = text_of_git_file(place.common / "logs/refs/stash");
  if (!log) return std::nullopt;
  std::vector<std::string> stashes;
  for (std::string_view rest = *log; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::size_t tab = line.find('\t');
    if (tab != std::string_view::npos)
      stashes.push_back(shortened(safe_text(line.substr(tab + 1)), kLongestStash));
  }
  std::ranges::reverse(stashes);
  return stashes;
}

std::optional<std::size_t> number_of_stash(std::string_view word) {
  constexpr std::string_view kBegin = "stash@{";
  if (word.starts_with(kBegin) && word.ends_with('}'))
    word = word.substr(kBegin.size(), word.size() - kBegin.size() - 1);
  std::size_t number = 0;
  const auto read = std::from_chars(word.begin(), word.end(), number);
  return read.ec == std::errc() && read.ptr == word.end() ? std::optional(number) : std::nullopt;
}

}  // namespace guard::supervisor
