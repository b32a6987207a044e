// SPDX-License-Identifier: Apache-2.0
// Grant: what one answer allows, or refuses, beyond the act that was asked about. A value.
#ifndef GUARD_SUPERVISOR_APPROVAL_GRANT_H_
#define GUARD_SUPERVISOR_APPROVAL_GRANT_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/vocabulary/assessment.h"
#include "supervisor/approval/question.h"

namespace guard::supervisor {

struct Grant {
  std::string id;
  bool denies = false;  // a No that holds on: before every grant that allows
  Scope scope = Scope::kSession;
  std::string pattern;  // command prefix with *, directory, or host
  // The kind of act that it is about (grant_kind.h): it covers no other. Empty: words say it all.
  std::string kind = {};
  // Where it was asked, as grant_place() says: what the words mean hangs on it. Empty: anywhere.
  std::string place = {};
  // The one file that it is about (granted_inode()); 0: by its pattern alone.
  std::uint64_t inode = 0;
  std::vector<policy::Category> categories;
  // kCommand: the process whose tree it covers; below 0: a line that was typed.
  int command_pid = 0;
  // kCommand, of one run in a loop: loop_run() of all runs that it covers, and it covers no other
  // act.
  std::string loop = {};
  std::optional<std::chrono::system_clock::time_point> until;
  std::string approval_id;
  std::string by;
  // Trusting mode's memory of a tier 3 act: act_identity() of the one act it covers. Nothing else
  // lets a grant cover tier 3.
  std::string identity;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_GRANT_H_
