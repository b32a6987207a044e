// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_counts.h"

#include <vector>

#include "supervisor/facts/tree_facts.h"

namespace guard::supervisor {
namespace {

using policy::Object;
using policy::ObjectType;
using policy::PathClass;

void count(GitCounts& counts, GitStanding standing) {
  switch (standing) {
    case GitStanding::kTracked:
      ++counts.tracked;
      return;
    case GitStanding::kUntracked:
      ++counts.untracked;
      return;
    case GitStanding::kIgnored:
      ++counts.ignored;
      return;
    case GitStanding::kUnknown:
      return;
  }
}

// Hooks and settings lie there too, which have a class of their own.
bool is_gits_own(const Object& object) {
  return object.path_class == PathClass::kVcs || object.path.find("/.git/") != std::string::npos;
}

}  // namespace

GitCounts count_in_git(const PathFacts& paths, const policy::Effect& effect, WalkLimits limits) {
  GitCounts counts;
  const GitFacts* const git = paths.git();
  // In a mount namespace of the tree a name may mean something else here.
  if (git == nullptr || !git->any() || paths.names_may_differ()) return counts;
  std::vector<std::string> operands;
  for (const policy::EffectOperand& operand : effect.operands)
    if (operand.object.type != ObjectType::kMissing) operands.push_back(operand.object.path);
  if (operands.empty()) return counts;
  // The first look loads what the session began with: that is not the walk's time.
  (void)git->standing_of(operands.front());
  counts.of_the_start = git->has_moved(operands.front());
  const bool all_below = effect.files + effect.directories > operands.size();
  const auto extent = all_below ? policy::Extent::kAllBelow : policy::Extent::kItself;
  TreeFacts facts(paths, {.cwd = {}, .cwd_path = "/", .shell_text = {}, .limits = limits});
  (void)facts.walk(operands, extent, [&](const Object& object) {
    if (object.type != ObjectType::kDirectory && !is_gits_own(object))
      count(counts, git->standing_of(object.path));
  });
  return counts;
}

std::string text_of(const GitCounts& counts) {
  std::string text;
  if (counts.untracked > 0)
    text += ", " + std::to_string(counts.untracked) + " untracked" +
            (counts.of_the_start ? " at the start" : "");
  if (counts.ignored > 0) text += ", " + std::to_string(counts.ignored) + " ignored";
  return text;
}

}  // namespace guard::supervisor
