// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_push_told.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_head.h"
#include "supervisor/git/git_revision.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostBranches = 5;
constexpr std::string_view kHeads = "refs/heads/";

struct Refspec {
  std::string source;  // empty: the branch is deleted
  std::string target;
  bool forced = false;
  bool renames = false;  // source and target were both written
};

bool has_any(const policy::CommandLine& line, std::initializer_list<std::string_view> flags) {
  return std::ranges::any_of(flags, [&](std::string_view flag) { return line.has_flag(flag); });
}

// git-push(1): [+]SOURCE[:TARGET], and `:TARGET` to delete.
Refspec parse_refspec(std::string_view text, const std::string& branch) {
  Refspec spec;
  spec.forced = text.starts_with('+');
  if (spec.forced) text.remove_prefix(1);
  const std::size_t colon = text.find(':');
  spec.renames = colon != std::string_view::npos;
  spec.source = std::string(text.substr(0, colon));
  spec.target = spec.renames ? std::string(text.substr(colon + 1)) : spec.source;
  if (spec.source == "HEAD") spec.source = branch;
  if (spec.target == "HEAD") spec.target = branch;
  for (std::string* name : {&spec.source, &spec.target})
    if (name->starts_with(kHeads)) name->erase(0, kHeads.size());
  return spec;
}

bool is_plain(const Refspec& spec) {
  return !spec.target.empty() && (spec.source + spec.target).find('*') == std::string::npos;
}

// Nothing: a pattern, all of them, or none that is certain.
std::optional<std::vector<Refspec>> refspecs_of(const policy::CommandLine& line,
                                                const std::string& branch) {
  if (has_any(line, {"all", "mirror", "tags", "prune", "follow-tags"}) || branch.empty() ||
      line.operands.size() > kMostBranches + 1)
    return std::nullopt;
  const bool deletes = has_any(line, {"d", "delete"});
  const bool forces = has_any(line, {"f", "force", "force-with-lease"});
  std::vector<Refspec> specs;
  for (std::size_t i = 1; i < line.operands.size(); ++i)
    specs.push_back(parse_refspec((deletes ? ":" : "") + line.operands[i], branch));
  if (specs.empty() && !deletes) specs.push_back({branch, branch});
  for (Refspec& spec : specs) spec.forced = spec.forced || forces;
  if (specs.empty() || !std::ranges::all_of(specs, is_plain)) return std::nullopt;
  return specs;
}

class PushWords {
 public:
  PushWords(OpenRepository& repository, const std::string& branch, const std::string& remote)
      : repository_(repository),
        branch_(branch),
        remote_(remote),
        head_(commit_of_ref(folder(), std::string(kHeads) + branch).value_or("")) {}

  std::optional<std::vector<std::string>> of(const Refspec& spec) {
    return spec.source.empty() ? of_deletion(spec) : of_update(spec);
  }

 private:
  [[nodiscard]] int folder() const { return repository_.folder.get(); }
  [[nodiscard]] std::optional<std::string> fetched(const Refspec& spec) const {
    return commit_of_ref(folder(), "refs/remotes/" + remote_ + "/" + spec.target);
  }
  [[nodiscard]] std::optional<CommitList> only_in(const std::string& from,
                                                  const std::string& than) const {
    return commits_only_in(*repository_.objects, from, than);
  }

  std::optional<std::vector<std::string>> of_deletion(const Refspec& spec) {
    const auto there = fetched(spec);
    const auto lost =
        there && !head_.empty() ? only_in(*there, head_) : std::optional<CommitList>();
    if (!lost) return std::nullopt;
    const std::string has =
        lost->count == 0 ? "HEAD has all of it" : "HEAD lacks " + text_of(*lost);
    return std::vector{"deletes " + spec.target + " of " + remote_ + ": as last fetched, " + has};
  }

  // Against a branch that the remote surely has.
  [[nodiscard]] std::string of_new(const Refspec& spec, const std::string& source) const {
    std::string text = spec.source + " to a new branch " + spec.target + " of " + remote_;
    for (const std::string& known : {branch_, std::string("main"), std::string("master")}) {
      const auto there = commit_of_ref(folder(), "refs/remotes/" + remote_ + "/" + known);
      const auto sent = there ? only_in(source, *there) : std::optional<CommitList>();
      if (sent) return text + ": " + text_of(*sent) + " that " + remote_ + "/" + known + " lacks";
    }
    return text;
  }

  std::optional<std::vector<std::string>> of_update(const Refspec& spec) {
    auto source = commit_of_ref(folder(), std::string(kHeads) + spec.source);
    if (!source && spec.renames && !head_.empty())
      source = commit_named({*repository_.objects, folder(), -1, head_}, branch_, spec.source);
    if (!source) return std::nullopt;
    const std::string there = remote_ + "/" + spec.target;
    const auto target = fetched(spec);
    if (!target) return std::vector{of_new(spec, *source)};
    const auto sent = only_in(*source, *target);
    const auto lost = only_in(*target, *source);
    if (!sent || !lost) return std::nullopt;
    std::vector<std::string> told = {spec.source + " to " + there + ": " + text_of(*sent)};
    if (spec.forced && lost->count > 0)
      told.push_back("overwrites of " + there + ", as last fetched, " + text_of(*lost));
    return told;
  }

  OpenRepository& repository_;
  const std::string& branch_;
  const std::string& remote_;
  std::string head_;
};

}  // namespace

std::vector<std::string> told_of_push(const std::string& git_folder, const std::string& branch,
                                      const std::string& remote, const policy::CommandLine& line) {
  const auto specs = refspecs_of(line, branch);
  auto repository = specs && !remote.empty() ? open_repository(git_folder) : std::nullopt;
  if (!repository) return {};
  PushWords words(*repository, branch, remote);
  std::vector<std::string> told;
  for (const Refspec& spec : *specs) {
    auto of_one = words.of(spec);
    if (!of_one) return {};
    for (std::string& sentence : *of_one) told.push_back(std::move(sentence));
  }
  return told;
}

}  // namespace guard::supervisor
