// SPDX-License-Identifier: Apache-2.0
// CallerHelp: a caller that waits for guard's answer and can be asked for what guard may not take
// by itself: its memory, a duplicate of a descriptor. Only the preloaded library can
// (preload_listener.h), where a container forbids process_vm_readv and pidfd_getfd. Any thread.
#ifndef GUARD_INTERCEPTOR_CALLS_CALLER_HELP_H_
#define GUARD_INTERCEPTOR_CALLS_CALLER_HELP_H_

#include <cstddef>
#include <cstdint>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::interceptor {

class CallerHelp {
 public:
  CallerHelp() = default;
  virtual ~CallerHelp() = default;
  CallerHelp(const CallerHelp&) = delete;
  CallerHelp& operator=(const CallerHelp&) = delete;
  // All of it, or an error: EFAULT as the kernel says it, kGone when the caller has gone.
  virtual Result<void> read_memory(std::uint64_t address, void* destination, std::size_t size) = 0;
  virtual Result<UniqueFd> give_descriptor(int number) = 0;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_CALLS_CALLER_HELP_H_
