// SPDX-License-Identifier: Apache-2.0
// learn_profile: from the record of a session, what its agent keeps where and whom it talks to: a
// profile to begin with. Only what a person approved, or nobody had to, and that the agent did by
// itself, without a program between; never a folder that is somebody else's, or means something to
// guard. Pure, any thread.
#ifndef GUARD_CONSOLE_LEARNING_LEARNED_PROFILE_H_
#define GUARD_CONSOLE_LEARNING_LEARNED_PROFILE_H_

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/model/profile.h"
#include "supervisor/audit/record/record.h"

namespace guard::console {

// RECORDS: of one session, from its first. An error: they do not tell what was started.
[[nodiscard]] Result<policy::Profile> learn_profile(
    const std::string& name, const std::vector<supervisor::AuditRecord>& records,
    const std::string& home);

// "api.example.org:443" of "connect to api.example.org (192.0.2.7) port 443": the name where one
// was believed. Nothing for an address inside, and for what is no host of a policy.
[[nodiscard]] std::optional<std::string> recorded_host(const supervisor::AuditRecord& record);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_LEARNING_LEARNED_PROFILE_H_
