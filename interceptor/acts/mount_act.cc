// SPDX-License-Identifier: Apache-2.0
// mount(2) of a kernel file system, in all namespaces of the caller and with its rights, on the
// folder that was resolved. The kind was copied and judged; the caller's memory is not read again.
#include <sys/mount.h>

#include <string>

#include "interceptor/acts/acts.h"

namespace guard::interceptor {

Executed act_mount(HeldCall& call) {
  const std::string target = "/proc/self/fd/" + std::to_string(call.first.object.get());
  const RawCall& raw = call.raw;
  return executed_value(::mount(raw.mount_source.c_str(), target.c_str(), raw.file_system.c_str(),
                                raw.mount_flags,
                                raw.mount_data.empty() ? nullptr : raw.mount_data.c_str()));
}

}  // namespace guard::interceptor
