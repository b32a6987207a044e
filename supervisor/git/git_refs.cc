// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_refs.h"

#include <array>
#include <string_view>

#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_head.h"

namespace guard::supervisor {
namespace {

// gitrevisions(7), as far as the commands that are looked at take them.
constexpr std::array<std::string_view, 4> kPlaces = {"", "refs/heads/", "refs/tags/",
                                                     "refs/remotes/"};

// "+main:other" names two, "main~2" and "main@{1}" begin with one.
std::vector<std::string> names_in(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  std::vector<std::string> names;
  const std::size_t colon = word.find(':');
  for (std::string_view part :
       {word.substr(0, colon), colon == std::string_view::npos ? "" : word.substr(colon + 1)}) {
    part = part.substr(0, part.find_first_of("^~@{"));
    if (!part.empty()) names.emplace_back(part);
  }
  return names;
}

// A push of a branch by its name sends that, wherever HEAD is; a clean deletes what the index does
// not have.
bool works_on_head(const policy::CommandLine& line) {
  return line.subcommand != "clean" && (line.subcommand != "push" || line.operands.size() < 2);
}

}  // namespace

std::vector<std::string> refs_named(const GitPlace& place, const policy::CommandLine& line) {
  const auto repository = open_repository(place.common.string());
  if (!repository) return {};
  std::vector<std::string> refs;
  const auto add = [&](const std::string& name) {
    if (!name.starts_with("refs/")) return;
    if (const auto id = commit_of_ref(repository->folder.get(), name))
      refs.push_back(name + " " + *id);
  };
  if (works_on_head(line)) refs.push_back("HEAD " + head_of(place).value_or(""));
  if (line.subcommand == "stash") add("refs/stash");
  for (const std::string& word : line.operands) {
    for (const std::string& name : names_in(word)) {
      if (name == "HEAD" && !works_on_head(line))
        refs.push_back("HEAD " + head_of(place).value_or(""));
      for (const std::string_view folder : kPlaces) add(std::string(folder) + name);
    }
  }
  return refs;
}

}  // namespace guard::supervisor
