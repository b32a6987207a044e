// SPDX-License-Identifier: Apache-2.0
#include "policy/command/git_places.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace guard::policy {
namespace {

constexpr std::size_t kNone = 99;

// OPERAND: which word after WORDS names the place; FLAGS: the flags that do.
struct Maker {
  std::string_view words;
  std::size_t operand;
  std::array<std::string_view, 2> flags;
};
constexpr std::array kMakers = {
    Maker{"worktree add", 0, {}},
    Maker{"worktree move", 1, {}},
    Maker{"init", 0, {"separate-git-dir"}},
    Maker{"clone", 1, {"separate-git-dir"}},
    Maker{"bundle create", 0, {}},
    Maker{"archive", kNone, {"o", "output"}},
    Maker{"format-patch", kNone, {"o", "output-directory"}},
    Maker{"bugreport", kNone, {"o", "output-directory"}},
    Maker{"diagnose", kNone, {"o", "output-directory"}},
};

// "worktree add" may have its second word among the operands.
std::size_t words_after_first(std::string_view words, const CommandLine& line) {
  const bool split =
      words.find(' ') != std::string_view::npos && line.subcommand.find(' ') == std::string::npos;
  return split ? 1 : 0;
}

}  // namespace

std::vector<std::string> places_git_makes(const CommandLine& line) {
  std::vector<std::string> places;
  for (const Maker& maker : kMakers) {
    if (!line.has_subcommand(maker.words)) continue;
    const std::size_t at = maker.operand + words_after_first(maker.words, line);
    if (maker.operand != kNone && at < line.operands.size()) places.push_back(line.operands[at]);
    for (const std::string_view flag : maker.flags)
      if (const auto value = flag.empty() ? std::nullopt : line.value_of(flag))
        places.push_back(*value);
  }
  return places;
}

}  // namespace guard::policy
