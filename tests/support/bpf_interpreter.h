// SPDX-License-Identifier: Apache-2.0
// Runs a classic BPF program on a seccomp_data, as the kernel would: so that a filter is tested
// over every call and architecture without making one. Knows the instructions that seccomp permits
// (kernel/seccomp.c, seccomp_check_filter) as far as filters use them; anything else, a jump
// outside or a misaligned load is nullopt.
#ifndef GUARD_TESTS_SUPPORT_BPF_INTERPRETER_H_
#define GUARD_TESTS_SUPPORT_BPF_INTERPRETER_H_

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace guard::testing {

struct BpfRun {
  std::uint32_t answer = 0;
  std::size_t steps = 0;  // instructions that were executed
};

[[nodiscard]] std::optional<BpfRun> run_bpf(std::span<const sock_filter> program,
                                            const seccomp_data& data);
// The positions of the instructions that such a run executes, in order.
[[nodiscard]] std::vector<std::size_t> path_of_bpf(std::span<const sock_filter> program,
                                                   const seccomp_data& data);

}  // namespace guard::testing

#endif  // GUARD_TESTS_SUPPORT_BPF_INTERPRETER_H_
