// SPDX-License-Identifier: Apache-2.0
// Compares what a filter answers with what the syscall table says, for every input there is: all
// numbers, architectures and register values. Independent of the code that compiled the filter.
#ifndef GUARD_TESTS_INTERCEPTOR_FILTER_PROOF_H_
#define GUARD_TESTS_INTERCEPTOR_FILTER_PROOF_H_

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <optional>
#include <span>
#include <vector>

#include "interceptor/syscalls/syscall_table.h"
#include "tests/support/bpf_paths.h"

namespace guard::interceptor {

class FilterProof {
 public:
  FilterProof(std::span<const sock_filter> program, ForGuard running);

  // An input that the program answers otherwise than the table, or cannot answer. nullopt: none.
  [[nodiscard]] const std::optional<seccomp_data>& contradiction() const { return contradiction_; }
  // The same for the program with one other instruction: only what reaches it is followed again.
  [[nodiscard]] std::optional<seccomp_data> contradiction_with(std::size_t position,
                                                               const sock_filter& other) const;
  // Some input reaches it; the rest of the program is dead.
  [[nodiscard]] bool is_reached(std::size_t position) const { return !arrivals_[position].empty(); }

 private:
  std::span<const sock_filter> program_;
  ForGuard running_;
  std::vector<std::vector<testing::BpfState>> arrivals_;
  std::optional<seccomp_data> contradiction_;
};

}  // namespace guard::interceptor

#endif  // GUARD_TESTS_INTERCEPTOR_FILTER_PROOF_H_
