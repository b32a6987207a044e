// SPDX-License-Identifier: Apache-2.0
// The stack of a child that runs in guard's memory while the thread that made it waits (clone(2),
// CLONE_VM). Each thread that makes such children has one, made at the first use and kept; two
// halves, for a child and its own child. std::bad_alloc when there is no memory for it.
#ifndef GUARD_INTERCEPTOR_PROCESS_CHILD_STACK_H_
#define GUARD_INTERCEPTOR_PROCESS_CHILD_STACK_H_

#include <cstddef>

namespace guard::interceptor {

class ChildStack {
 public:
  ChildStack();
  ~ChildStack();
  ChildStack(const ChildStack&) = delete;
  ChildStack& operator=(const ChildStack&) = delete;
  // Stacks grow down. HALF: 0 or 1.
  [[nodiscard]] void* top(int half) const;

 private:
  static constexpr std::size_t kSize = 1U << 20;
  void* memory_;
};

// This thread's.
[[nodiscard]] ChildStack& child_stack();

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_CHILD_STACK_H_
