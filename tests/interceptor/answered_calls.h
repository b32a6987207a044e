// SPDX-License-Identifier: Apache-2.0
// answer_calls(): from now on calls with these numbers get an errno, as from an older kernel
// (ENOSYS) or from the filter of a container. It cannot be taken back: in a child only.
#ifndef GUARD_TESTS_INTERCEPTOR_ANSWERED_CALLS_H_
#define GUARD_TESTS_INTERCEPTOR_ANSWERED_CALLS_H_

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "interceptor/seccomp/seccomp_filter.h"

namespace guard::testing {

inline void load_filter(std::span<const sock_filter> program) {
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (interceptor::install_filter(program, 0) != 0) ::_exit(64);
}

inline void answer_calls(std::span<const long> numbers, int error) {
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const long number : numbers) {
    program.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 1));
    program.push_back(
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  load_filter(program);
}

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_ANSWERED_CALLS_H_
