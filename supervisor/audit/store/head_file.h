// SPDX-License-Identifier: Apache-2.0
// Heads: how far each session's chain is known to reach, outside the database, so that a tail that
// was cut off is missed. One file a session, DIR/audit.heads/SESSION (0600, folder 0700), with one
// line of a fixed width, "SEQ HASH BOOT CHECK": sessions that write at the same time never wait for
// each other, and a commit costs the same with one session as with ten thousand. A head may lag
// behind the database, never run ahead of what was committed.
//   The file is made when the session starts and held open; each new head is one pwrite(2) over the
// line. So nothing appears in the folder after the start: who waited for the end of `guard run` may
// remove it. One pwrite within one page is not cut short by a signal, and the line lies in one
// sector, which disks write whole; should it be torn all the same, CHECK (the start of the line's
// SHA-256) tells, and the head counts as torn, never as fine. Any thread; a HeadFile one.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_HEAD_FILE_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_HEAD_FILE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "supervisor/audit/record/chain.h"

namespace guard::supervisor {

inline constexpr const char* kHeadsFolder = "audit.heads";

struct Head {
  ChainEnd end;          // seq 0: nothing was committed yet
  std::string boot;      // of the machine when it was written
  bool is_sound = true;  // false: torn, or changed by somebody
};

// The writing side, of one session.
class HeadFile {
 public:
  // Goes on with the file that is there, or makes one that knows of nothing.
  static Result<HeadFile> open(const std::string& directory, const std::string& session_id);
  Result<void> write(const ChainEnd& end);
  // To the disk itself. Failing costs only what a power cut takes.
  void sync() const;

 private:
  HeadFile(UniqueFd file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}
  UniqueFd file_;
  std::string path_;
};

// The session's id as the name of a file: what is not plain becomes %XX.
[[nodiscard]] std::string head_name(std::string_view session_id);
// "" for what head_name never makes.
[[nodiscard]] std::string session_of_head(std::string_view name);
[[nodiscard]] std::string boot_id();  // empty when the kernel does not say

[[nodiscard]] Result<void> remove_head(const std::string& directory, const std::string& session_id);
// By session id. Without the folder: none.
[[nodiscard]] Result<std::map<std::string, Head>> read_heads(const std::string& directory);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_HEAD_FILE_H_
