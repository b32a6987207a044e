// SPDX-License-Identifier: Apache-2.0
// TreeWalk: what a delete of some operands would take with it, counted by a bounded walk that opens
// nothing for reading but folders, follows no link below an operand, and acts on nothing. One walk
// a value; call it where waiting is allowed (a worker, or an exec that is asked about).
#ifndef GUARD_SUPERVISOR_FACTS_TREE_WALK_H_
#define GUARD_SUPERVISOR_FACTS_TREE_WALK_H_

#include <dirent.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/facts.h"
#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

inline constexpr std::uint64_t kWalkEntries = limit("walk.entries");
inline constexpr std::chrono::milliseconds kWalkTime = time_limit("walk.ms");

struct WalkLimits {
  std::uint64_t entries = kWalkEntries;
  std::chrono::milliseconds time = kWalkTime;
  std::size_t names = 200;
  std::chrono::steady_clock::time_point (*now)() = &std::chrono::steady_clock::now;
  // By kernel_clock(), as the kernel stamps changes. An entry that changed since is counted, and is
  // none of the objects: whoever approves has not seen it. If a folder changed, so did all below: a
  // move gives an object another name, and changes nothing deeper in it.
  std::optional<std::chrono::system_clock::time_point> unchanged_since = std::nullopt;
};

// For an act that is asked about: as long as a person hardly notices.
inline constexpr WalkLimits kWalkOfAQuestion{.entries = limit("question.walk_entries"),
                                             .time = time_limit("question.walk_ms")};
// For what was approved with "at least" before its name: all of it, as of ASKED.
inline WalkLimits walk_of_an_approval(std::chrono::system_clock::time_point asked) {
  return {.entries = limit("approval.walk_entries"),
          .time = time_limit("approval.walk_ms"),
          .unchanged_since = asked};
}

// The coarse wall clock that the kernel stamps changes by: no later change has an earlier stamp.
[[nodiscard]] std::chrono::system_clock::time_point kernel_clock();

struct WalkedObject {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  bool operator==(const WalkedObject&) const = default;
};

class TreeWalk {
 public:
  // `each` (may be null) sees every object that is counted.
  TreeWalk(const PathFacts& paths, WalkLimits limits,
           const std::function<void(const policy::Object&)>& each);

  // One operand: FD holds it (O_PATH, a link itself).
  void add(const std::string& shown, const UniqueFd& fd, policy::Extent extent);
  // An operand that names nothing.
  void add_missing(const std::string& shown, policy::Object object);

  policy::Effect take_effect() { return std::move(effect_); }
  std::vector<WalkedObject> take_objects() { return std::move(objects_); }

 private:
  struct Folder {
    std::string below;  // relative to the operand, "" or "a/b"
    bool vcs = false;
    bool unseen = false;  // changed since what was asked, or lies in what did
  };
  struct Operand {
    const std::string& shown;
    const UniqueFd& fd;
    const HeldName& name;
  };
  [[nodiscard]] bool is_link_of_build(const policy::Object& object,
                                      const struct statx& status) const;
  [[nodiscard]] bool is_unseen(const struct statx& status) const;
  [[nodiscard]] bool is_unseen_folder(int folder) const;
  [[nodiscard]] bool is_new_mount(const struct statx& status) const;
  // False when a limit is reached.
  bool count(const policy::Object& object, const struct statx& status, bool vcs);
  void walk(const Operand& operand, Folder start);
  bool read_folder(const Operand& operand, const Folder& folder, std::deque<Folder>& waiting);
  bool read_entries(const Operand& operand, const Folder& folder, DIR* directory,
                    std::deque<Folder>& waiting);
  bool visit(const Operand& operand, const Folder& folder, int fd, const char* name,
             std::deque<Folder>& waiting);
  void note_name(std::string name);
  void note_build_folder(std::string_view path);
  [[nodiscard]] bool exhausted();

  const PathFacts& paths_;
  WalkLimits limits_;
  const std::function<void(const policy::Object&)>& each_;
  std::chrono::steady_clock::time_point end_;
  std::uint64_t seen_ = 0;
  policy::Effect effect_;
  std::vector<WalkedObject> objects_;
  std::unordered_set<std::string> walked_;  // folders: an operand may lie below another
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_TREE_WALK_H_
