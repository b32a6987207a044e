// SPDX-License-Identifier: Apache-2.0
// Prints docs/syscalls.md.
#include <cstdio>

#include "interceptor/syscalls/syscall_list.h"

int main() {
  return std::fputs(guard::interceptor::syscall_list().c_str(), stdout) >= 0 ? 0 : 1;
}
