// SPDX-License-Identifier: Apache-2.0
#include "interceptor/executor.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include "interceptor/acts.h"

namespace guard::interceptor {
namespace {

struct ActRow {
  Operation operation;
  bool changes_names;  // holds the mutation lock, re-checks under it
  Executed (*act)(HeldCall&, const Interrupted&);
};

constexpr std::array<ActRow, 9> kActs = {{
    {Operation::kOpen, true, act_open},
    {Operation::kRemove, true, act_remove},
    {Operation::kRename, true, act_rename},
    {Operation::kTruncate, false, act_truncate},
    {Operation::kMakeDirectory, true, act_make_directory},
    {Operation::kMakeNode, true, act_make_node},
    {Operation::kLink, true, act_link},
    {Operation::kSymlink, true, act_symlink},
    {Operation::kConnect, false, act_connect},
}};

Executed refused(int error) {
  Executed executed;
  executed.error = error;
  executed.reply = Reply::fail(error);
  return executed;
}

}  // namespace

bool Executor::may_block(const HeldCall& call) {
  return call.raw.operation == Operation::kConnect && connect_may_block(call);
}

Executed Executor::execute(HeldCall& call, const Interrupted& interrupted) const {
  const auto* row = std::find_if(kActs.begin(), kActs.end(), [&](const ActRow& r) {
    return r.operation == call.raw.operation;
  });
  if (row == kActs.end()) return refused(EPERM);
  std::unique_lock lock(mutation_, std::defer_lock);
  if (row->changes_names) lock.lock();
  if (auto same = resolver_.recheck(call); !same)
    return refused(same.error().sys_errno == 0 ? EPERM : same.error().sys_errno);
  auto scope = CredentialScope::enter(own_, call.tracee->credentials);
  if (!scope) return refused(EPERM);
  return row->act(call, interrupted);
}

void Executor::take_back(const HeldCall& call, const struct stat& made) const {
  const HeldPath& held = call.first;
  if (!held.parent.valid() || held.exists() || held.name.empty()) return;
  const std::lock_guard lock(mutation_);
  const auto scope = CredentialScope::enter(own_, call.tracee->credentials);
  struct stat now {};
  if (!scope || ::fstatat(held.parent.get(), held.name.c_str(), &now, AT_SYMLINK_NOFOLLOW) != 0) {
    return;
  }
  if (now.st_dev != made.st_dev || now.st_ino != made.st_ino || now.st_size != 0) return;
  ::unlinkat(held.parent.get(), held.name.c_str(), 0);
}

}  // namespace guard::interceptor
