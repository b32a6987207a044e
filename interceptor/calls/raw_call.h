// SPDX-License-Identifier: Apache-2.0
// RawCall: a notified call with its memory arguments copied: what the tracee said, not yet what it
// means. Values only.
#ifndef GUARD_INTERCEPTOR_CALLS_RAW_CALL_H_
#define GUARD_INTERCEPTOR_CALLS_RAW_CALL_H_

#include <fcntl.h>
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "interceptor/calls/metadata_arguments.h"
#include "interceptor/calls/notification.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {

struct RawCall {
  Notification notification;
  const SyscallRow* row = nullptr;
  Operation operation = Operation::kNone;

  int dirfd = AT_FDCWD;
  std::string path;
  int new_dirfd = AT_FDCWD;
  std::string new_path;
  std::optional<Error> new_path_error;  // of link: it comes after those of `path`
  std::string link_text;

  std::uint64_t open_flags = 0;
  std::uint64_t resolve = 0;  // openat2's RESOLVE_*
  bool is_openat2 = false;
  int at_flags = 0;
  unsigned rename_flags = 0;
  std::uint64_t mode = 0;
  dev_t device = 0;
  std::int64_t length = 0;

  std::vector<std::string> argv;
  std::vector<std::string> envp;

  std::uint64_t namespace_flags = 0;  // CLONE_NEW* among others
  std::string mount_source;
  std::string file_system;
  std::uint64_t mount_flags = 0;
  std::string mount_data;

  int fd = -1;
  unsigned send_flags = 0;
  MetadataArguments metadata;
  int shared_id = -1;  // of a System V object
  int shared_command = 0;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_CALLS_RAW_CALL_H_
