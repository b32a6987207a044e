// SPDX-License-Identifier: Apache-2.0
// TreeFacts: the Facts of the real tree, for one act. Names are resolved from the act's working
// folder, as the kernel would, with O_PATH descriptors: nothing is opened for reading but folders,
// nothing is changed. Bounded: WalkLimits. One act, one thread.
//   TreeFacts facts(paths, {.cwd = UniqueFd(fd), .cwd_path = "/w", .shell_text = text});
//   auto assessment = assessor.assess(action, facts);
//   leases.grant({..., .objects = facts.last_objects()});
#ifndef GUARD_SUPERVISOR_FACTS_TREE_FACTS_H_
#define GUARD_SUPERVISOR_FACTS_TREE_FACTS_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/unique_fd.h"
#include "policy/vocabulary/facts.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/facts/tree_walk.h"
#include "supervisor/facts/wildcard_origin.h"

namespace guard::supervisor {

struct ActPlace {
  UniqueFd cwd;            // O_PATH folder; invalid: opened from cwd_path
  std::string cwd_path;    // canonical; empty: read from cwd
  std::string shell_text;  // what led here; empty: unknown
  policy::Raising raising = policy::Raising::kNever;
  WalkLimits limits;
  UniqueFd root = {};  // O_PATH of what "/" is to the act; invalid: guard's own
  // Where shell_text is empty: what the shell says that it is at, "" where it says nothing; none:
  // it could not be read whole. Asked when it counts.
  std::function<std::optional<std::string>()> shell_line = {};
  bool fed = false;  // the operands come from a pipe: xargs and kin
  // True from when names were left out: nothing that is walked is all there is. Null: never.
  std::shared_ptr<const bool> cut_short = nullptr;
  // Where no folder is at cwd_path, nothing lies there: a check judges a text of which an earlier
  // command would make it. Else it counts as one that guard may not look at.
  bool may_be_made = false;
};

class TreeFacts : public policy::Facts {
 public:
  // PATHS must outlive this.
  TreeFacts(const PathFacts& paths, ActPlace place);

  policy::Object object(const std::string& operand, LastLink last) override;
  policy::Effect walk(const std::vector<std::string>& operands, policy::Extent extent,
                      const EachObject& each) override;
  bool from_wildcard(const std::vector<std::string>& operands) override;
  bool is_list(const std::vector<std::string>& operands) override;
  const std::string& home() const override { return paths_.classifier().roots().home; }
  const std::vector<std::string>& workspace() const override {
    if (!workspaces_) workspaces_ = paths_.workspaces();
    return *workspaces_;
  }
  const std::vector<std::string>& git_folders() const override {
    return paths_.classifier().roots().git_folders;
  }
  bool holds_policy_file(const std::string& folder) override {
    return paths_.classifier().holds_policy_file(folder);
  }
  policy::MovedSteering steering_moved(const policy::Object& folder,
                                       const std::string& to) override;
  std::uint64_t free_bytes(const std::string& operand) override;
  policy::Raising raising() const override { return place_.raising; }
  Changeable changeable(const std::string& operand) override;

  // Everything that the last walk counted: what a lease may cover.
  [[nodiscard]] const std::vector<WalkedObject>& last_objects() const { return last_objects_; }

 private:
  [[nodiscard]] int folder();
  [[nodiscard]] const WildcardOrigin& origin();
  [[nodiscard]] UniqueFd open_from(const std::string& path, int flags);
  [[nodiscard]] UniqueFd open_operand(const std::string& operand, LastLink last);
  [[nodiscard]] bool may_steer(const std::string& folder) const;
  [[nodiscard]] policy::MovedSteering steering_below(const policy::Object& folder,
                                                     const std::string& to);
  [[nodiscard]] policy::Object absent(const std::string& operand, int error);

  const PathFacts& paths_;
  ActPlace place_;
  std::optional<WildcardOrigin> origin_;  // read when first asked for
  std::vector<WalkedObject> last_objects_;
  mutable std::optional<std::vector<std::string>> workspaces_;  // read when first asked for
};

// "/a/./b//../c" -> "/a/c": for names of what does not exist.
[[nodiscard]] std::string lexically_normal(const std::string& folder, const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_TREE_FACTS_H_
