// SPDX-License-Identifier: Apache-2.0
// Heads: how far each session's chain is known to reach, outside the database, so that a tail that
// was cut off is missed. One file a session, DIR/audit.heads/SESSION (0600, folder 0700), with one
// line "SEQ HASH BOOT": sessions that write at the same time never wait for each other, and a
// commit costs the same with one session as with ten thousand. Replaced as a whole by rename. A
// head may lag behind the database, never run ahead of what was committed. Any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_HEAD_FILE_H_
#define GUARD_SUPERVISOR_AUDIT_HEAD_FILE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "supervisor/audit/chain.h"

namespace guard::supervisor {

inline constexpr const char* kHeadsFolder = "audit.heads";

struct Head {
  ChainEnd end;
  std::string boot;      // of the machine when it was written
  bool is_sound = true;  // false: the file cannot be understood
};

// The session's id as the name of a file: what is not plain becomes %XX.
[[nodiscard]] std::string head_name(std::string_view session_id);
[[nodiscard]] std::string boot_id();  // empty when the kernel does not say

[[nodiscard]] Result<void> write_head(const std::string& directory, const std::string& session_id,
                                      const ChainEnd& end);
[[nodiscard]] Result<void> remove_head(const std::string& directory, const std::string& session_id);
// By session id. Without the folder: none.
[[nodiscard]] Result<std::map<std::string, Head>> read_heads(const std::string& directory);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_HEAD_FILE_H_
