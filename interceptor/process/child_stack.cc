// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/child_stack.h"

#include <sys/mman.h>

#include <new>

namespace guard::interceptor {

ChildStack::ChildStack()
    : memory_(::mmap(nullptr, 2 * kSize, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0)) {
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
}

ChildStack::~ChildStack() {
  ::munmap(memory_, 2 * kSize);
}

void* ChildStack::top(int half) const {
  return static_cast<std::byte*>(memory_) + kSize * static_cast<std::size_t>(2 - half);
}

ChildStack& child_stack() {
  thread_local ChildStack stack;
  return stack;
}

}  // namespace guard::interceptor
