// SPDX-License-Identifier: Apache-2.0
// LocalCheck: everything that check_act needs, owned in one place, for a check without a session:
// nothing is born, nobody has approved anything. Built once from a loaded policy, then asked as
// often as wanted. Immutable after construction, any thread.
#ifndef GUARD_SUPERVISOR_CHECK_LOCAL_CHECK_H_
#define GUARD_SUPERVISOR_CHECK_LOCAL_CHECK_H_

#include <memory>
#include <string>

#include "policy/model/policy.h"
#include "supervisor/check/check.h"
#include "supervisor/check/explain.h"

namespace guard::supervisor {

class LocalCheck {
 public:
  using Remembered =
      std::function<std::optional<std::string>(const policy::Action&, const policy::Assessment&)>;
  LocalCheck(policy::Policy policy, policy::PathRoots roots, std::string cwd,
             std::string search_path, Remembered remembered = nullptr);
  LocalCheck(const LocalCheck&) = delete;
  LocalCheck& operator=(const LocalCheck&) = delete;

  [[nodiscard]] Result<nlohmann::json> check(const nlohmann::json& request) const {
    return check_act(context_, request);
  }
  [[nodiscard]] Result<nlohmann::json> explain(const nlohmann::json& request) const {
    return explain_act(context_, request);
  }
  [[nodiscard]] const policy::Policy& policy() const { return *policy_; }

 private:
  std::shared_ptr<const policy::Policy> policy_;
  policy::PathClassifier classifier_;
  BornSet born_;
  BuildFolders build_folders_;
  GitFacts git_;
  PathFacts paths_;
  policy::Assessor assessor_;
  KnownPrograms known_;
  policy::Evaluator evaluator_;
  CheckContext context_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_LOCAL_CHECK_H_
