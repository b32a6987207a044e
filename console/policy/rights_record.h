// SPDX-License-Identifier: Apache-2.0
// RightsRecord: what a person changes of rights outside of all sessions, in the audit record: an
// answer `always` that is taken back, a project's file that may loosen from now on or no more. Each
// is a chain of its own, "rights-1a2b3c4d" (docs/audit_format.md, "Rights"). One thread.
#ifndef GUARD_CONSOLE_POLICY_RIGHTS_RECORD_H_
#define GUARD_CONSOLE_POLICY_RIGHTS_RECORD_H_

#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "supervisor/approval/standing_grants.h"
#include "supervisor/audit/record/record.h"
#include "supervisor/audit/store/recorder.h"

namespace guard::console {

// A project's file, PATH, may loosen with this content. None: with no content any more.
struct TrustChange {
  std::string path;
  std::optional<std::string> content = {};
};

class RightsRecord {
 public:
  // On the disk before it returns: what is allowed must not happen after an error. STATE_DIR is
  // there.
  static Result<RightsRecord> begin(const std::string& state_dir, const TrustChange& change);
  // How it went.
  Result<void> end(bool is_done);

 private:
  RightsRecord(std::unique_ptr<supervisor::Recorder> recorder, std::string request_id);

  std::unique_ptr<supervisor::Recorder> recorder_;
  std::string request_id_;
};

// For one that is gone already: what ends a right waits for no record. PROGRAM: "guard web".
[[nodiscard]] Result<void> record_revoked(const std::string& state_dir, const std::string& program,
                                          const supervisor::StandingGrant& standing);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_RIGHTS_RECORD_H_
