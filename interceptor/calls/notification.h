// SPDX-License-Identifier: Apache-2.0
// Notification: one call of a tracee as the kernel announced it: registers only, no memory.
// Reply:
// what guard answers. Values; a Reply that carries an fd owns it.
#ifndef GUARD_INTERCEPTOR_CALLS_NOTIFICATION_H_
#define GUARD_INTERCEPTOR_CALLS_NOTIFICATION_H_

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/files/unique_fd.h"
#include "interceptor/calls/caller_help.h"
#include "interceptor/calls/continue_permit.h"

namespace guard::interceptor {

using NotifyId = std::uint64_t;
using Tid = pid_t;

struct Notification {
  NotifyId id = 0;
  Tid tid = 0;  // the thread, as guard's pid namespace numbers it
  int number = -1;
  std::array<std::uint64_t, 6> arguments{};
  std::shared_ptr<CallerHelp> help;  // null: the caller cannot be asked for more
};

// Exactly one of four. The default refuses: a reply that nobody filled is EPERM.
struct Reply {
  enum class Kind { kFail, kValue, kFile, kContinue };
  Kind kind = Kind::kFail;
  int error = 1;  // EPERM; negative kernel codes such as 512 (ERESTARTSYS) are allowed here
  std::int64_t value = 0;
  UniqueFd file;
  bool close_on_exec = false;
  bool truncate_after = false;  // truncate the file once the tracee has its number (traps.md T6)
  std::optional<ContinuePermit> permit;

  static Reply fail(int error) {
    Reply reply;
    reply.error = error;
    return reply;
  }
  static Reply of_value(std::int64_t value) {
    Reply reply;
    reply.kind = Kind::kValue;
    reply.value = value;
    return reply;
  }
  static Reply of_file(UniqueFd file, bool close_on_exec) {
    Reply reply;
    reply.kind = Kind::kFile;
    reply.file = std::move(file);
    reply.close_on_exec = close_on_exec;
    return reply;
  }
  static Reply proceed(ContinuePermit permit) {
    Reply reply;
    reply.kind = Kind::kContinue;
    reply.permit = permit;
    return reply;
  }
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_CALLS_NOTIFICATION_H_
