// SPDX-License-Identifier: Apache-2.0
#include "policy/command/git_places.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
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

// ACTS of git on each operand, unless it only shows what it would do or one of BUT is there.
struct Doer {
  std::string_view subcommand;
  std::array<Act, 2> acts;
  std::array<std::string_view, 3> but;
};
constexpr std::array kDoers = {
    Doer{"rm", {Act::kDelete, Act::kDelete}, {"cached", "n", "dry-run"}},
    Doer{"restore", {Act::kModify, Act::kDelete}, {"p", "patch", ""}},
    Doer{"checkout", {Act::kModify, Act::kDelete}, {"b", "B", "orphan"}},
    Doer{"add", {Act::kRead, Act::kRead}, {"n", "dry-run", ""}},
    Doer{"stage", {Act::kRead, Act::kRead}, {"n", "dry-run", ""}},
    Doer{"diff", {Act::kRead, Act::kRead}, {"cached", "staged", ""}},
    Doer{"hash-object", {Act::kRead, Act::kRead}, {}},
    Doer{"apply", {Act::kRead, Act::kRead}, {}},
    Doer{"am", {Act::kRead, Act::kRead}, {}},
    Doer{"blame", {Act::kRead, Act::kRead}, {}},
};

bool has_any(const CommandLine& line, std::span<const std::string_view> flags) {
  return std::ranges::any_of(flags,
                             [&line](auto flag) { return !flag.empty() && line.has_flag(flag); });
}

// The last word is where they go.
std::vector<NamedFile> moves_of(const CommandLine& line) {
  constexpr auto kShows = std::to_array<std::string_view>({"n", "dry-run"});
  std::vector<NamedFile> files;
  if (has_any(line, kShows)) return files;
  for (std::size_t i = 0; i + 1 < line.operands.size(); ++i)
    files.push_back({Act::kRename, line.operands[i], line.operands.back()});
  return files;
}

// Whether it is about the index alone.
bool leaves_files_alone(const CommandLine& line) {
  return line.subcommand == "restore" && (line.has_flag("staged") || line.has_flag("S")) &&
         !line.has_flag("worktree") && !line.has_flag("W");
}

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

std::vector<NamedFile> files_git_names(const CommandLine& line) {
  if (line.subcommand == "mv") return moves_of(line);
  std::vector<NamedFile> files;
  const auto doer = std::ranges::find(kDoers, line.subcommand, &Doer::subcommand);
  if (doer == kDoers.end() || has_any(line, doer->but) || leaves_files_alone(line)) return files;
  for (const std::string& word : line.operands) {
    files.push_back({doer->acts[0], word});
    if (doer->acts[1] != doer->acts[0]) files.push_back({doer->acts[1], word});
  }
  return files;
}

}  // namespace guard::policy
