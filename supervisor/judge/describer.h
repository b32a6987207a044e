// SPDX-License-Identifier: Apache-2.0
// Describer: says what a held call is, in the policy's vocabulary: which act, on which objects of
// which class and age, by which image. It decides nothing. Any thread; everything it refers to
// outlives it.
#ifndef GUARD_SUPERVISOR_JUDGE_DESCRIBER_H_
#define GUARD_SUPERVISOR_JUDGE_DESCRIBER_H_

#include <chrono>
#include <string>
#include <unordered_set>
#include <vector>

#include "policy/vocabulary/action.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/facts/known_programs.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/judge/saved_facts.h"
#include "supervisor/network/socket_judge.h"

namespace guard::supervisor {

class Describer {
 public:
  // `environment` is CMD's: what the tree inherited from outside. `git_settings` are those that its
  // profile gives by the environment to what it runs, "core.hooksPath=".
  Describer(const PathFacts& paths, const SocketJudge& sockets,
            const std::vector<std::string>& environment, std::vector<std::string> git_settings,
            SavedFacts saved, const KnownPrograms& known);

  // Describes what is known of a call before it is decoded, and before its names are resolved:
  // enough to put on record that it was refused for an error.
  void describe_call(PendingCall& call) const;
  void describe_spelling(PendingCall& call) const;
  // Fills call.action from what is held.
  void describe(PendingCall& call) const;
  // Before the act: an object of before that gets a name, or loses one of several, is remembered.
  // On an error the act must not happen: what is not remembered could be lost as a build's.
  Result<void> note_names(const PendingCall& call) const;
  // Before the act too: git has what a clean file held, so it may be changed again.
  void note_changed(const PendingCall& call) const;

 private:
  void describe_exec(PendingCall& call) const;
  void note_place(PendingCall& call) const;
  void describe_copies(PendingCall& call, bool elsewhere) const;
  void describe_file_act(PendingCall& call) const;
  [[nodiscard]] HeldName name_of(const interceptor::ExecImage& image) const;
  [[nodiscard]] HeldName name_of(const interceptor::HeldPath& held) const;
  [[nodiscard]] policy::ImageOrigin origin_of(const interceptor::ExecImage& image) const;
  [[nodiscard]] policy::Object existing_object(const interceptor::HeldPath& held) const;
  [[nodiscard]] policy::Object object_of(const PendingCall& call,
                                         const interceptor::HeldPath& held) const;
  void settle_packed(const policy::Action& action, policy::Object& object) const;
  [[nodiscard]] policy::Object object_without_file(const interceptor::HeldCall& held) const;

  const PathFacts& paths_;
  const SocketJudge& sockets_;
  const SavedFacts saved_;
  const KnownPrograms& known_;
  std::unordered_set<std::string> inherited_;  // whole entries, "KEY=VALUE"
  const std::vector<std::string> git_settings_;
  // Whole seconds, rounded down: as birth times are compared.
  const std::chrono::system_clock::time_point started_ =
      std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_DESCRIBER_H_
