// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/metadata_target.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <utility>

#include "base/older_kernel.h"
#include "interceptor/kernel/missing_calls.h"

namespace guard::interceptor {
namespace {

// Since setxattrat(2) came (6.13), fsetxattr(AT_FDCWD) means the working folder: its common code
// takes a missing name for an empty path. removexattr never does; an ioctl wants a descriptor.
bool takes_working_folder(const RawCall& raw) {
  if (raw.operation == Operation::kChangeFlags) return raw.metadata.request == 0;
  if (raw.operation != Operation::kSetAttribute) return false;
  static const bool at_calls = [] {
    return !kernel_lacks(KernelPart::kSetxattrat) &&
           ::syscall(kSetxattrat, -1, "", 0, "", nullptr, 0) == -1 && errno != ENOSYS;
  }();
  return at_calls;
}

Result<void> hold_itself(HeldPath& held, UniqueFd object) {
  if (!object.valid()) return fail_with(EBADF, "descriptor");
  held.object = std::move(object);
  return look_at(held);
}

}  // namespace

Result<StartFolder> open_named_descriptor(const Tracee& tracee, const RawCall& raw) {
  auto object = raw.fd == AT_FDCWD && takes_working_folder(raw)
                    ? open_working_folder(tracee)
                    : open_real_descriptor(tracee, raw.fd);
  if (!object) return forward(object.error());
  return StartFolder{std::move(*object)};
}

Result<void> hold_metadata_target(HeldCall& call, StartFolder start) {
  const RawCall& raw = call.raw;
  if (raw.metadata.by_descriptor) return hold_itself(call.first, std::move(start.fd));
  if (raw.path.empty()) return hold_itself(call.first, std::move(start.fd));  // AT_EMPTY_PATH
  const LastLink last = followed_if((raw.at_flags & AT_SYMLINK_NOFOLLOW) == 0);
  auto held = resolve_target(*call.tracee, start, raw.path, last);
  if (!held) return forward(held.error());
  if (!held->exists()) return fail_with(ENOENT, "metadata");
  call.first = std::move(*held);
  return {};
}

}  // namespace guard::interceptor
