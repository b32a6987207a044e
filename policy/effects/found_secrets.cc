// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/found_secrets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "policy/command/read_operands.h"
#include "policy/command/tree_search.h"
#include "policy/effects/file_assessment.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

using Words = std::vector<std::string>;

constexpr auto kTurnsAround =
    std::to_array<std::string_view>({"!", "-not", "-o", "-or", ",", "-prune", "(", "-path"});
constexpr auto kRuns = std::to_array<std::string_view>({"-exec", "-execdir", "-ok", "-okdir"});

// The names that are looked for, and below which folders.
struct Search {
  Words roots;
  Words names = {};                      // globs that the last name must fit, in small letters
  std::optional<TreeSearch> opens = {};  // which of the files, where the words say it otherwise
};

template <class Table>
bool contains(const Table& table, std::string_view word) {
  return std::ranges::find(table, word) != table.end();
}

std::string folded(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// The command behind the first -exec.
Words run_by_find(const Words& argv) {
  const auto at = std::find_if(argv.begin(), argv.end(),
                               [](const auto& word) { return contains(kRuns, word); });
  if (at == argv.end()) return {};
  const auto end = std::find_if(at + 1, argv.end(),
                                [](const std::string& word) { return word == ";" || word == "+"; });
  return {at + 1, end};
}

bool reads_files(const Words& run) {
  return !read_operands(run).empty();
}

std::optional<Search> search_of_find(const CommandLevel& level) {
  const Words& argv = level.argv;
  if (!reads_files(run_by_find(argv))) return std::nullopt;
  if (std::ranges::any_of(argv, [](const auto& word) { return contains(kTurnsAround, word); }))
    return std::nullopt;
  Search search;
  for (std::size_t i = 1; i < argv.size() && !argv[i].starts_with('-'); ++i)
    search.roots.push_back(argv[i]);
  for (const Flag& flag : level.line.flags) {
    if ((flag.name == "name" || flag.name == "iname") && flag.value)
      search.names.push_back(folded(*flag.value));
  }
  return search;
}

// fd takes a part of the name, as a regular expression: its plain letters are looked for.
std::string glob_of_pattern(const std::string& pattern) {
  std::string plain;
  for (const char c : pattern) {
    if (std::string_view("^$\\.*+?()[]{}|").find(c) == std::string_view::npos) plain.push_back(c);
  }
  return "*" + folded(plain) + "*";
}

std::optional<Search> search_of_fd(const CommandLevel& level) {
  const auto runs = std::ranges::find_if(level.line.flags, [](const Flag& flag) {
    return flag.name == "x" || flag.name == "X" || flag.name.starts_with("exec");
  });
  if (runs == level.line.flags.end() || !runs->value) return std::nullopt;
  if (!reads_files({*runs->value, "name", "name"})) return std::nullopt;
  Search search;
  for (const std::string& operand : level.line.operands) {
    if (operand == "{}") break;
    if (search.names.empty()) {
      search.names.push_back(glob_of_pattern(operand));
    } else {
      search.roots.push_back(operand);
    }
  }
  for (const char* const name : {"e", "extension"}) {
    if (const auto extension = level.line.value_of(name))
      search.names = {"*." + folded(*extension)};
  }
  return search;
}

// These go down a tree, with one of these flags, and read every file of it.
struct Copier {
  std::string_view program;
  std::array<std::string_view, 4> flags;
};
constexpr std::array kCopiers = {Copier{"cp", {"r", "R", "a", "recursive"}},
                                 Copier{"cp", {"archive"}},
                                 Copier{"scp", {"r"}},
                                 Copier{"rsync", {"r", "a", "recursive", "archive"}},
                                 Copier{"diff", {"r", "recursive"}},
                                 Copier{"zip", {"r", "recurse-paths"}}};

bool goes_down(const CommandLevel& level) {
  return std::ranges::any_of(kCopiers, [&](const Copier& row) {
    return row.program == level.line.program &&
           std::ranges::any_of(row.flags, [&](std::string_view flag) {
             return !flag.empty() && level.line.has_flag(flag);
           });
  });
}

std::optional<Search> search_of_copy(const CommandLevel& level) {
  if (!goes_down(level)) return std::nullopt;
  Search search{.roots = read_operands(level.argv)};
  if (search.roots.empty()) return std::nullopt;
  return search;
}

std::optional<Search> search_of_tree(const CommandLevel& level) {
  auto given = tree_search_of(level.argv);
  if (!given) return std::nullopt;
  return Search{.roots = given->places, .opens = std::move(given)};
}

std::optional<Search> search_of(const CommandLevel& level) {
  const std::string_view program = level.line.program;
  if (program == "find" || program == "bfs") return search_of_find(level);
  if (program == "fd" || program == "fdfind") return search_of_fd(level);
  if (auto copy = search_of_copy(level)) return copy;
  return search_of_tree(level);
}

bool is_met(const Search& search, const std::string& root, const Object& object) {
  if (object.type != ObjectType::kFile || !is_secret_to_read(object)) return false;
  if (search.opens) return would_open(*search.opens, root, object.path);
  const std::string name = folded(std::string(base_name(object.path)));
  return std::ranges::all_of(search.names,
                             [&](const auto& glob) { return word_glob_matches(glob, name); });
}

}  // namespace

FoundSecrets found_secrets(const CommandLevel& level, Facts& facts) {
  constexpr std::size_t kMost = 20;
  auto search = search_of(level);
  if (!search) return {};
  if (search->roots.empty()) search->roots.emplace_back(".");
  FoundSecrets found{.objects = {}, .complete = true, .by_search = search->opens.has_value()};
  for (const std::string& root : search->roots) {
    // A link among the words is followed.
    const Object top = facts.object(root, LastLink::kFollowed);
    if (top.type == ObjectType::kMissing) continue;
    const Effect effect = facts.walk({top.path}, Extent::kAllBelow, [&](const Object& object) {
      if (found.objects.size() < kMost && is_met(*search, top.path, object))
        found.objects.push_back(object);
    });
    found.complete = found.complete && effect.complete;
  }
  return found;
}

}  // namespace guard::policy
