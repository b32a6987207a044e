// SPDX-License-Identifier: Apache-2.0
// Grants: what was remembered of answers, and the categories that were approved for the session. In
// memory only, a new session has none; but for what was answered `always` (standing_grants.h). One
// mutex, any thread. A wildcard deletion and tier 3 are
// never covered by a category or a session grant (trusting mode's identical-act memory for tier 3
// aside). A No covers them too.
#ifndef GUARD_SUPERVISOR_APPROVAL_GRANTS_H_
#define GUARD_SUPERVISOR_APPROVAL_GRANTS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/approval/grant.h"
#include "supervisor/approval/standing_grants.h"

namespace guard::supervisor {

// A category that was approved for the session, and who did it first.
struct ApprovedCategory {
  policy::Category category{};
  std::string by;
};

class Grants {
 public:
  Grants() = default;
  // With what was answered `always`; null: nothing can be.
  explicit Grants(std::unique_ptr<StandingGrants> standing) : standing_(std::move(standing)) {}
  // Called, with no lock held, whenever more is granted than before; to be set before anything is.
  void on_more(std::function<void()> on_more) { on_more_ = std::move(on_more); }
  // No grant outlives its command, not even for what the command has left behind. To be set before
  // anything is granted.
  void tell_ends_by(std::function<bool(int command)> lives) { lives_ = std::move(lives); }
  [[nodiscard]] bool has_ended(int command) const { return lives_ && !lives_(command); }
  // Fails with kInvalid when categories is empty: nothing is granted.
  Result<void> approve_categories(const std::vector<policy::Category>& categories,
                                  const std::string& by);
  [[nodiscard]] std::vector<policy::Category> approved_categories() const;
  // "ana (guard approve-session)", several joined by ", "; empty when none of them was approved.
  [[nodiscard]] std::string approvers_of(const std::vector<policy::Category>& categories) const;

  // Gives the grant its id. Empty when nothing was remembered: scope `once`.
  std::string remember(Grant grant);
  // Beyond this session. When it cannot be written it holds for this session, and the error says
  // so.
  Result<void> remember_always(Grant grant);
  [[nodiscard]] bool keeps() const { return standing_ != nullptr; }
  // The grant that covers this act, if any: one that denies comes before those that allow.
  // `ancestors`: pids of the acting process and its parents inside the tree.
  [[nodiscard]] std::optional<Grant> covering(const policy::Action& action,
                                              const policy::Assessment& assessment,
                                              const std::vector<int>& ancestors,
                                              std::chrono::system_clock::time_point now) const;
  // The No that covers this act, if any: it holds against every Yes, whichever came first.
  [[nodiscard]] std::optional<Grant> denying(const policy::Action& action,
                                             const policy::Assessment& assessment,
                                             const std::vector<int>& ancestors,
                                             std::chrono::system_clock::time_point now) const;
  // A No to a delete of something at, below or above PATH: for acts that go unasked.
  [[nodiscard]] std::optional<Grant> denying_removal(
      std::string_view path, const std::vector<int>& ancestors,
      std::chrono::system_clock::time_point now) const;
  [[nodiscard]] std::vector<Grant> list() const;
  // The command has ended: another process may get its number.
  void forget_command(int pid);
  // By a grant's id, or a category's name ("SUDO"). Gives the grant that was taken back: a category
  // as a grant of it for the session.
  Result<Grant> revoke(const std::string& id);

 private:
  [[nodiscard]] std::vector<Grant> standing() const;
  [[nodiscard]] std::optional<Grant> take_out(const std::string& id);
  [[nodiscard]] std::optional<Grant> first_in(const std::vector<Grant>& grants, bool denies,
                                              const policy::Action& action,
                                              const policy::Assessment& assessment,
                                              const std::vector<int>& ancestors,
                                              std::chrono::system_clock::time_point now) const;
  [[nodiscard]] bool applies(const Grant& grant, const std::vector<int>& ancestors,
                             std::chrono::system_clock::time_point now) const;

  std::function<void()> on_more_;
  std::function<bool(int)> lives_;
  std::unique_ptr<StandingGrants> standing_;
  mutable std::mutex mutex_;
  std::vector<ApprovedCategory> categories_;
  std::vector<Grant> grants_;
};

// Two acts with the same text here are the same act: what, where, on which objects.
[[nodiscard]] std::string act_identity(const policy::Action& action);

// "git push origin *" covers {git, push, origin, main}: word by word, `*` only as the last word
// (any rest).
[[nodiscard]] bool covers_command(const std::string& pattern, const std::vector<std::string>& argv);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_GRANTS_H_
