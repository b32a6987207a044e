// SPDX-License-Identifier: Apache-2.0
// chmod, chown, utimes and file flags on the held object, whatever the name leads to by now. A held
// link is itself. The kernel decides with the tracee's credentials: whose set-user-ID and
// set-group-ID bits are cleared is up to it.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "base/older_kernel.h"
#include "interceptor/acts/acts.h"

namespace guard::interceptor {
namespace {

// Newer than the headers of the build: Linux 6.6 and 6.17.
constexpr long kFchmodat2 = 452;
constexpr long kFileSetattr = 469;

}  // namespace

Executed act_change_mode(HeldCall& call) {
  const UniqueFd& object = call.first.object;
  const auto mode = static_cast<mode_t>(call.raw.mode);
  errno = ENOSYS;
  const long result = kernel_lacks(KernelPart::kFchmodat2)
                          ? -1
                          : ::syscall(kFchmodat2, object.get(), "", mode, AT_EMPTY_PATH);
  if (result == 0 || errno != ENOSYS) return executed_value(result);
  return executed_value(::chmod(proc_path(object).c_str(), mode & 07777));
}

Executed act_change_owner(HeldCall& call) {
  const MetadataArguments& given = call.raw.metadata;
  return executed_value(
      ::fchownat(call.first.object.get(), "", given.uid, given.gid, AT_EMPTY_PATH));
}

Executed act_change_times(HeldCall& call) {
  const auto& times = call.raw.metadata.times;
  // Not by futimens(3): that wants a descriptor which was not opened with O_PATH.
  return executed_value(::syscall(SYS_utimensat, call.first.object.get(), "",
                                  times ? times->data() : nullptr, AT_EMPTY_PATH));
}

Executed act_change_flags(HeldCall& call) {
  MetadataArguments& given = call.raw.metadata;
  if (given.request == 0) {
    if (kernel_lacks(KernelPart::kFileSetattr)) return executed_error(ENOSYS);
    return executed_value(::syscall(kFileSetattr, AT_FDCWD, proc_path(call.first.object).c_str(),
                                    given.file_attributes.data(), given.file_attributes.size(), 0));
  }
  void* const argument = given.request_argument_read ? given.request_argument.data() : nullptr;
  return executed_value(::ioctl(call.descriptor.get(), given.request, argument));
}

}  // namespace guard::interceptor
