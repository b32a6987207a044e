// SPDX-License-Identifier: Apache-2.0
// The syscall table as a page for people (docs/syscalls.md). Pure; a test compares page and table.
#ifndef GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_LIST_H_
#define GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_LIST_H_

#include <string>

namespace guard::interceptor {

[[nodiscard]] std::string syscall_list();  // Markdown

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_LIST_H_
