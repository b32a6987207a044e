// SPDX-License-Identifier: Apache-2.0
#include "interceptor/operations/executor.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include "base/weaken.h"
#include "interceptor/calls/restart.h"
#include "interceptor/operations/operation_table.h"
#include "interceptor/tracee/as_tracee.h"

namespace guard::interceptor {
namespace {

Executed refused(int error) {
  Executed executed;
  executed.error = error;
  executed.reply = Reply::fail(error);
  return executed;
}

// A procfs shows the pid namespace of who mounts it.
Realm::PidNamespace pid_namespace_of(const HeldCall& call) {
  return call.raw.file_system == "proc" ? Realm::PidNamespace::kTracees
                                        : Realm::PidNamespace::kGuards;
}

Result<void> act_as_tracee(const OperationRow& row, const Credentials& own, const HeldCall& call,
                           const std::function<void()>& work) {
  const Tracee& tracee = *call.tracee;
  if (!tracee.realm || weakened("realm-rights")) return as_tracee(own, tracee, work);
  if (row.rights == Rights::kInAllNamespaces)
    return tracee.realm->run_in_all(tracee.credentials, pid_namespace_of(call), work);
  // An act that waits must not keep the rest of the realm waiting.
  if (Executor::may_block(call)) return tracee.realm->run_alone(tracee.credentials, work);
  return tracee.realm->run(tracee.credentials, work);
}

// An ioctl wants the open file. Before credentials are switched: taking it needs guard's own.
Result<void> take_open_file(HeldCall& call) {
  if (call.raw.metadata.request == 0) return {};
  auto taken = duplicate_descriptor(*call.tracee, call.raw.fd, call.raw.notification.help.get());
  if (!taken) return forward(taken.error());
  struct stat now {};
  if (::fstat(taken->get(), &now) != 0) return fail_errno("fstat");
  if (now.st_dev != call.first.status.st_dev || now.st_ino != call.first.status.st_ino)
    return fail_with(ESTALE, "another file has that number now");
  call.descriptor = std::move(*taken);
  return {};
}

// Test-only builds: judged, then done as the tracee's memory says by then.
Executed left_to_the_kernel(ContinuePermit permit) {
  Executed executed;
  executed.reply = Reply::proceed(permit);
  return executed;
}

}  // namespace

bool Executor::may_block(const HeldCall& call) {
  const OperationRow* row = row_of(call.raw.operation);
  return row != nullptr && row->may_block != nullptr && row->may_block(call);
}

Executed Executor::execute(HeldCall& call) const {
  const OperationRow* row = row_of(call.raw.operation);
  if (row == nullptr || row->act == nullptr) return refused(EPERM);
  if (row->rights == Rights::kTakenOnByTheAct) return row->act(call, own_);
  if (auto permit = permit_if_weakened("held-objects")) return left_to_the_kernel(*permit);
  std::unique_lock lock(mutation_, std::defer_lock);
  if (row->names == Names::kChanged) lock.lock();
  if (auto taken = take_open_file(call); !taken)
    return refused(taken.error().sys_errno == 0 ? EPERM : taken.error().sys_errno);
  Executed executed = refused(EPERM);
  const auto work = [&] {
    const auto same = recheck(call);
    executed = same || weakened("recheck-after-wait") ? row->act(call, own_)
                                                      : refused(same.error().sys_errno);
  };
  const auto acted = act_as_tracee(*row, own_, call, work);
  call.descriptor.reset();
  // Cut short: what was made, if anything, is not handed on.
  if (!acted) return refused(EPERM);
  return executed;
}

void Executor::raise_with(const HeldCall& call, const Executed& executed) {
  if (executed.signal == 0) return;
  ::syscall(SYS_tgkill, call.tracee->tgid, call.tracee->tid, executed.signal);
}

Executed Executor::given_up(HeldCall& call) {
  const OperationRow* row = row_of(call.raw.operation);
  if (row == nullptr || row->so_far == nullptr) return refused(kRestartSystemCall);
  return row->so_far(call, kRestartSystemCall);
}

void Executor::take_back(const HeldCall& call, const struct statx& made) const {
  const HeldPath& held = call.first;
  if (!held.parent.valid() || held.exists() || held.name.empty()) return;
  const std::lock_guard lock(mutation_);
  (void)as_tracee(own_, *call.tracee, [&] {
    struct stat now {};
    if (::fstatat(held.parent.get(), held.name.c_str(), &now, AT_SYMLINK_NOFOLLOW) != 0) return;
    const bool same =
        now.st_dev == makedev(made.stx_dev_major, made.stx_dev_minor) && now.st_ino == made.stx_ino;
    if (!same || now.st_size != 0) return;
    ::unlinkat(held.parent.get(), held.name.c_str(), 0);
  });
}

}  // namespace guard::interceptor
