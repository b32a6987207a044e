// SPDX-License-Identifier: Apache-2.0
// LeaseTable: what approved (and denied) intents let running processes do without a further
// question. An approved exec leases {acts, exactly the objects that were walked, born ones, or
// directories} to its process and that process's descendants until it exits; a denied intent is
// remembered against its process. In memory only. One mutex, any thread; nothing here blocks.
//   leases.grant({.approval_id = id, .pid = pid, .acts = {Act::kDelete}, .objects = walked});
//   if (auto id = leases.covers(ancestors, {Act::kDelete}, device, inode)) ...  // tier 1
// `ancestors`: the acting process first, then its parents inside the tree.
#ifndef GUARD_SUPERVISOR_APPROVAL_LEASE_H_
#define GUARD_SUPERVISOR_APPROVAL_LEASE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/approval/intent.h"

namespace guard::supervisor {

struct ObjectId {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  bool operator==(const ObjectId&) const = default;
};

// The commands that an approved exec goes on to run by its own words (intent.h), and what was asked
// about it.
struct LeasedCommands {
  std::vector<CommandWords> commands;
  std::string cwd;
  std::string rule;
  int tier = 0;
  std::vector<policy::Category> categories;
};

// How long an approved connection speaks for further addresses of its host: a program that tries
// them in turn goes on from one that does not answer within seconds.
inline constexpr std::chrono::milliseconds kFurtherAddress = time_limit("host.addresses");

// A connection that was approved: its process may try the host's other addresses as well, as long
// as the same is asked about them. Programs do so at once, or one after the other (RFC 8305).
struct LeasedHost {
  std::string pattern = {};  // host_pattern(); empty: none
  std::string address = {};  // that was asked about: a further connection there is another act
  std::string rule = {};
  int tier = 0;
  std::vector<policy::Category> categories = {};
  std::string by = {};  // who approved it
  std::chrono::steady_clock::time_point until = {};
};

// The names that a command was approved to make, exactly these: where nothing is, or nothing any
// more, since it took away what lay there. And what was asked about them: a name that endangers
// more by now is another question.
struct MadeNames {
  std::vector<std::string> names = {};  // canonical
  int tier = 0;
  std::vector<policy::Category> categories = {};
  // Canonical folders in which ln makes a link by a name of its own, and gives it one of the names
  // that it replaces.
  std::vector<std::string> replaced_in = {};
};

struct Lease {
  std::string approval_id;
  int pid = 0;
  std::vector<policy::Act> acts;
  std::vector<ObjectId> objects;
  std::vector<std::string> directories;  // canonical: "this directory for this command"
  // A question about one file of the directories says nothing of others that endanger more.
  std::vector<policy::Category> categories = {};
  std::vector<std::string> targets = {};  // canonical: where to a rename may take things
  bool born = true;                       // also whatever the tree made in this session
  bool rights = false;          // also what gives rights (policy/effects/metadata_assessment.h)
  bool undo_promised = false;   // the question said that undo will be possible
  std::string repository = {};  // canonical: what git itself does there
  std::vector<std::string> beside = {};  // canonical: the process itself may make new files there
  std::vector<std::string> made = {};    // canonical: new names that it may make, and below them
  MadeNames anew = {};
  LeasedCommands commands = {};
  std::string rule =
      {};  // of the policy: what it alone would ask about what the process itself does
  LeasedHost host = {};
};

// An act that a lease may cover. `rights`: it gives rights or locks an object, and only a lease
// that was given for such a change covers it.
struct LeasedAct {
  policy::Act act = policy::Act::kExec;
  bool rights = false;
  bool by_git = false;    // an installed git does it
  bool born = false;      // to what this session made
  bool made_new = false;  // it makes a file where nothing was
};

// A name that the acting process itself makes, where nothing is.
struct MadeName {
  policy::Act act = policy::Act::kCreate;  // or kLink; kRename over a name that is there
  bool rights = false;
  std::string path = {};  // canonical
  std::string from = {};  // of a rename: the name that it gives up
};

// A denied intent: the same process, the same acts, at or below the same directory.
struct Refusal {
  std::string approval_id;
  int pid = 0;
  std::vector<policy::Act> acts;
  // The very file, canonical, and what lies below it; of a connection exactly where to, "tcp
  // 192.0.2.7 443", or the host_pattern() of that; of an exec all of its words. Empty: any.
  std::string place;
  std::string reason;
  std::string by = {};  // who denied it; empty: nobody did, or it is of no account
  // Of a shell at which somebody types: the number of the line that was refused. The next one is
  // another command.
  std::optional<int> typed = std::nullopt;
};

class LeaseTable {
 public:
  // A lease of directories holds while its process runs, and no longer for what that has left
  // behind. To be set before anything is leased.
  void tell_ends_by(std::function<bool(int process)> lives) { lives_ = std::move(lives); }
  // A shell's refusal holds for the line that was typed at it, as far as the line can be told. To
  // be set before anything is refused.
  void tell_lines_by(std::function<std::optional<int>(int process)> line_of) {
    line_of_ = std::move(line_of);
  }
  void grant(Lease lease);
  // Further objects for a lease that was granted already (the walk went on). False: no such lease.
  bool extend(const std::string& approval_id, const std::vector<ObjectId>& objects);
  void refuse(Refusal refusal);

  // The approval that covers the act on this object, if any. `born`: made in this session by this
  // tree.
  [[nodiscard]] std::optional<std::string> covers(const std::vector<int>& ancestors, LeasedAct act,
                                                  std::uint64_t device, std::uint64_t inode,
                                                  bool born = false) const;
  // The same by the object's canonical path, for directory leases: of nothing but the categories
  // that were asked about, and never of tier 3, which is asked one by one. A push removes its own
  // temporary folders, which counts as tier 3 outside of the workspace.
  [[nodiscard]] std::optional<std::string> covers_path(const std::vector<int>& ancestors,
                                                       LeasedAct act, std::string_view path,
                                                       const policy::Assessment& assessment) const;
  // The approval of a command that named what it makes here.
  [[nodiscard]] std::optional<std::string> covers_made(const std::vector<int>& ancestors,
                                                       const MadeName& made,
                                                       const policy::Assessment& assessment) const;
  // An exec by the process itself that was leased, as the program that it was then.
  [[nodiscard]] std::optional<std::string> covers_command(
      int pid, const CommandWords& words, const std::string& cwd,
      const policy::Assessment& assessment) const;
  [[nodiscard]] bool has_commands(int pid) const;
  // The start of this process was approved, and RULE had asked about that.
  [[nodiscard]] std::optional<std::string> covers_rule(int pid, const std::string& rule) const;
  // A connection of the process itself to another address of a host that was approved lately, about
  // which RULE asks the same. By whom, and the approval.
  struct ApprovedHost {
    std::string approval_id;
    std::string by;
  };
  [[nodiscard]] std::optional<ApprovedHost> covers_address(
      int pid, const policy::Action& action, const policy::Assessment& assessment,
      const std::string& rule, std::chrono::steady_clock::time_point now) const;
  // Where a rename leads: the lease of what leaves says nothing about what it may replace.
  [[nodiscard]] bool covers_target(const std::vector<int>& ancestors, LeasedAct act,
                                   std::string_view path) const;
  // The approval of what set up the network or the system, whatever exactly it does.
  [[nodiscard]] std::optional<std::string> covers_act(const std::vector<int>& ancestors,
                                                      policy::Act act) const;
  // True when whoever approved it was told that undo will be possible.
  [[nodiscard]] bool promises_undo(const std::string& approval_id) const;
  // Only the acting process itself: what its parent was denied says nothing about another program.
  [[nodiscard]] std::optional<Refusal> refusal_for(int pid, policy::Act act,
                                                   std::string_view path) const;

  // The process has exited (or runs another image): its leases and refusals end.
  void drop(int pid);
  // The object's last name is gone: its number may come back as somebody else's file.
  void forget(std::uint64_t device, std::uint64_t inode);

 private:
  struct Hash {
    std::size_t operator()(const ObjectId& id) const {
      return static_cast<std::size_t>((id.inode * 0x9E3779B97F4A7C15ULL) ^ id.device);
    }
  };
  struct Held {
    std::string approval_id;
    std::uint32_t acts = 0;  // one bit an Act
    std::unordered_set<ObjectId, Hash> objects;
    std::vector<std::string> directories;
    std::vector<policy::Category> categories;
    std::vector<std::string> targets;
    bool born = true;
    bool rights = false;
    bool undo_promised = false;
    std::string repository;
    std::vector<std::string> beside;
    std::vector<std::string> made;
    MadeNames anew;
    LeasedCommands commands;
    std::string rule;
    LeasedHost host;
  };
  using HeldBy = std::unordered_map<int, std::vector<Held>>;

  [[nodiscard]] bool has_ended(int pid, const Held& held) const;
  [[nodiscard]] bool is_of_an_earlier_line(int pid, const Refusal& refusal) const;
  [[nodiscard]] static bool covers_place(const Held& held, LeasedAct act, std::string_view path,
                                         const policy::Assessment& assessment);
  template <class Covers>
  [[nodiscard]] std::optional<std::string> first_held(const std::vector<int>& ancestors,
                                                      LeasedAct act, Covers covers) const;

  std::function<bool(int)> lives_;
  std::function<std::optional<int>(int)> line_of_;
  mutable std::mutex mutex_;
  HeldBy held_;
  std::unordered_map<int, std::vector<Refusal>> refusals_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_LEASE_H_
