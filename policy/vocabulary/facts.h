// SPDX-License-Identifier: Apache-2.0
// Facts: what the assessor may ask about the world, lazily. The supervisor implements it against
// the real tree (supervisor/facts), tests with a table. Every answer is bounded; an unanswerable
// question yields the worst case (outside, precious, incomplete), never an error.
#ifndef GUARD_POLICY_VOCABULARY_FACTS_H_
#define GUARD_POLICY_VOCABULARY_FACTS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/files/changeable.h"
#include "base/files/last_link.h"
#include "policy/vocabulary/action.h"

namespace guard::policy {

// How far an act on a folder goes.
enum class Extent {
  kItself,
  kAllBelow,
};

// Files that run or steer programs later, below a folder that gets another name: one of before that
// steers by its old name, one that does by its new name alone. Empty: there is none.
struct MovedSteering {
  std::string taken;
  std::string brought;
};

// How a program gets rights that its caller lacks (sudo, set-user-ID).
enum class Raising {
  kNever,       // no_new_privs withholds them
  kOutside,     // guard runs it outside of supervision, once it is approved
  kSupervised,  // the same of sudo, which starts a guard of root's own for its command
  kInTree,      // the tree runs as root and has them
};

class Facts {
 public:
  Facts() = default;
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;
  virtual ~Facts() = default;

  // The object that an operand names, relative to the act's working directory.
  virtual Object object(const std::string& operand, LastLink last) = 0;
  // Deleting (or changing) these operands would reach this; `each` sees every object on the way.
  using EachObject = std::function<void(const Object&)>;
  virtual Effect walk(const std::vector<std::string>& operands, Extent extent,
                      const EachObject& each) = 0;
  Effect effect(const std::vector<std::string>& operands, Extent extent) {
    return walk(operands, extent, nullptr);
  }
  // True when these operands came from a wildcard: the shell text that led here has one, or they
  // are five or more and equal a directory's visible listing.
  virtual bool from_wildcard(const std::vector<std::string>& operands) = 0;
  // True when these operands are a list that nobody typed: too many for a person to have named.
  virtual bool is_list(const std::vector<std::string>& operands) = 0;
  // The session's home folder and workspace roots, canonical.
  virtual const std::string& home() const = 0;
  virtual const std::vector<std::string>& workspace() const = 0;
  // Canonical: where the workspace's repository lies when it lies elsewhere.
  virtual const std::vector<std::string>& git_folders() const = 0;
  // True when a policy file of this run lies in the folder, which is canonical.
  virtual bool holds_policy_file(const std::string& /*folder*/) { return false; }
  // Looked for as far as a walk goes. Where it is cut short, a folder of a name that steers
  // programs
  // (".claude") counts as holding one.
  virtual MovedSteering steering_moved(const Object& /*folder*/, const std::string& /*to*/) {
    return {};
  }
  // The space that is free, for the tree's user, on the file system where OPERAND lies or would be
  // made, in bytes; 0 when it cannot be told.
  virtual std::uint64_t free_bytes(const std::string& operand) = 0;
  virtual Raising raising() const = 0;
  // The tree's user can change what OPERAND names, or what leads there; or a folder that holds what
  // is his.
  virtual Changeable changeable(const std::string& operand) = 0;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_FACTS_H_
