// SPDX-License-Identifier: Apache-2.0
#include "interceptor/operations/call_resolver.h"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "interceptor/decode/precheck.h"
#include "interceptor/operations/operation_table.h"
#include "interceptor/tracee/as_tracee.h"

namespace guard::interceptor {
namespace {

// An object that was held in a realm has owners of that realm: guard reads them again as it sees
// them. An object whose status cannot be read keeps nobody's.
void show_owners_outside(HeldCall& call) {
  for (HeldPath* held : {&call.first, &call.second}) {
    if (held->exists() && ::fstat(held->object.get(), &held->status) != 0)
      held->status.st_uid = held->status.st_gid = static_cast<uid_t>(-1);
  }
  if (!call.image) return;
  call.image->looked = {};
  if (::fstat(call.image->file.get(), &call.image->status) != 0)
    call.image->status.st_uid = call.image->status.st_gid = static_cast<uid_t>(-1);
}

}  // namespace

Result<HeldCall> CallResolver::resolve(RawCall raw) const {
  auto tracee = tracees_.find(raw.notification.tid);
  if (!tracee) return forward(tracee.error());
  HeldCall call;
  call.raw = std::move(raw);
  call.tracee = std::move(*tracee);
  const OperationRow* row = row_of(call.raw.operation);
  if (row == nullptr) return forward(Error{Code::kInternal, EPERM, "operation without a resolver"});
  if (auto valid = check_before_folders(call.raw); !valid) return forward(valid.error());
  Resolving resolving{call, {}, {}, heads_};
  Result<void> done = row->prepare(resolving);
  if (!done) return forward(done.error().during("resolve"));
  const auto acted = as_tracee(own_, *call.tracee, [&] { done = row->resolve(resolving); });
  if (!acted) return forward(acted.error().during("resolve"));
  if (!done) return forward(done.error().during("resolve"));
  if (call.tracee->realm) show_owners_outside(call);
  return call;
}

bool CallResolver::names_same_image(const HeldCall& call) const {
  const auto now = resolve(call.raw);
  if (!now) return false;
  const struct stat& a = call.image->status;
  const struct stat& b = now->image->status;
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_ctim.tv_sec == b.st_ctim.tv_sec &&
         a.st_ctim.tv_nsec == b.st_ctim.tv_nsec;
}

}  // namespace guard::interceptor
