// SPDX-License-Identifier: Apache-2.0
// Pace: acts that each go unasked, and are asked about when there are too many of them: commands of
// an agent within an hour, files of before that a program deletes one by one within a minute. Any
// thread; the policy outlives it.
#ifndef GUARD_SUPERVISOR_JUDGE_PACE_H_
#define GUARD_SUPERVISOR_JUDGE_PACE_H_

#include <sys/types.h>

#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "policy/model/policy.h"
#include "policy/vocabulary/assessment.h"
#include "policy/vocabulary/decision.h"
#include "supervisor/approval/delete_streaks.h"
#include "supervisor/approval/tool_call_limits.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/judge/names_of_before.h"

namespace guard::supervisor {

class Pace {
 public:
  // `counts_commands`: of a known agent, whose hourly limits hold.
  Pace(const policy::Policy& policy, bool counts_commands)
      : policy_(policy), counts_commands_(counts_commands) {}

  // An automatic act that comes too fast becomes one that is asked about, like any other of tier 2.
  void ask_for_commands(const PendingCall& call, policy::Assessment& assessment);
  // The object that has this name now; a link is not followed.
  using Look = std::function<policy::Object(const std::string& path)>;
  // Git has the content of the object with this number.
  using IsKept = std::function<bool(std::size_t object)>;
  // A folder whose loss is tier 3 by `rm -r`.
  using IsWhole = std::function<bool(const policy::Object& folder)>;
  // One file of before goes unasked because it is saved. Where a program deletes one after another,
  // or commands of the session do, what that takes away is asked about like `rm -r`: late, but
  // before most of it went. A folder of before that goes after its files is asked about as well.
  // Whatever the program, and whatever its spec lets it do. LOOK tells, past a limit, which of the
  // files were only replaced.
  // If git is at its work, only files that git does not have count: IS_KEPT_BY_GIT tells.
  // A folder that IS_WHOLE and goes after so few files that nobody was asked is tier 3, as at once.
  void ask_for_many(const PendingCall& call, policy::Assessment& assessment, const Look& look,
                    const IsKept& is_kept_by_git, const IsWhole& is_whole = {});
  // CALL is about to be done; then what became of it.
  void note(const PendingCall& call);
  void ended(const PendingCall& call, bool done);
  // CALL does not happen: what it would have deleted does not count. Where a person said No to a
  // list, no file of before goes unasked there any more in the session.
  void refused(const PendingCall& call);
  // Somebody who is asked for the same tool again and again stops to read: why DECISION, which
  // asks, is not asked any more. Tiers 0 and 1 that a mode asks about were meant to be asked each
  // time.
  [[nodiscard]] std::optional<std::string> too_many_questions(const PendingCall& call,
                                                              const policy::Decision& decision);
  // Somebody approved it: what asked for the pace alone goes on for another hour's worth, and a No
  // to a list of deletes there is over.
  void go_on_after(const PendingCall& call);

 private:
  [[nodiscard]] bool is_tool_call(const PendingCall& call) const;
  [[nodiscard]] bool is_helper(const PendingCall& call) const;
  struct Counted {
    std::optional<DeleteStreak> streak;
    const char* by = "";  // for people
  };
  [[nodiscard]] Counted count(const PendingCall& call, const std::string& name, const Look& look);
  [[nodiscard]] bool is_denied_place(const std::string& name) const;
  // How many files of before went before it.
  std::size_t ask_for_folder(int command, const std::string& folder,
                             policy::Assessment& assessment);
  static void ask_for(const std::string& folder, policy::Assessment& assessment);

  const policy::Policy& policy_;
  bool counts_commands_;
  ToolCallLimits limits_;
  NamesOfBefore names_;
  DeleteStreaks streaks_;
  mutable std::mutex denied_mutex_;
  std::set<std::string> denied_;  // folders, canonical
  // All lines that are typed at CMD, where that is a shell.
  DeleteStreaks of_lines_{{.unasked = kStreakNamed, .files = kStreakNamed}};
  DeleteStreaks of_session_{{.unasked = kStreakOfSession, .files = kStreakOfSession}};
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_PACE_H_
