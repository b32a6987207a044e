// SPDX-License-Identifier: Apache-2.0
// StandingGrants: what was answered with scope `always`, the one approval that outlives a session:
// CONFIG/grants.yaml, made by guard, listed and taken back by `guard policy grants`. Each holds in
// the workspace it was given in: that folder, not another one that gets its path. The file is
// looked at whenever something would be asked, so that what was taken back ends at once in every
// session; a file that cannot be read covers nothing. One mutex, any thread.
#ifndef GUARD_SUPERVISOR_APPROVAL_STANDING_GRANTS_H_
#define GUARD_SUPERVISOR_APPROVAL_STANDING_GRANTS_H_

#include <mutex>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/own_file.h"
#include "supervisor/approval/grant.h"

namespace guard::supervisor {

struct StandingGrant {
  Grant grant;
  std::string workspace;  // canonical
  std::string folder;     // the workspace itself: its inode and when it was made
  std::string since;      // ISO 8601, UTC
};

class StandingGrants {
 public:
  // For one session: what it adds and sees belongs to WORKSPACE.
  StandingGrants(std::string path, std::string workspace);

  [[nodiscard]] std::vector<Grant> here();
  Result<void> add(const Grant& grant);         // with its id
  Result<Grant> revoke(const std::string& id);  // kNotFound: no such grant in this workspace

 private:
  OwnFile file_;
  std::string workspace_;
  std::string folder_;
  std::mutex mutex_;
  std::string stamp_ = "unread";
  std::vector<Grant> grants_;
};

// Every workspace's. Errors name file, line and column.
[[nodiscard]] Result<std::vector<StandingGrant>> read_standing_grants(const OwnFile& file);
// By id or a prefix of it that no other has; returns what is gone.
[[nodiscard]] Result<StandingGrant> revoke_standing_grant(const OwnFile& file,
                                                          const std::string& id_or_prefix);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_STANDING_GRANTS_H_
