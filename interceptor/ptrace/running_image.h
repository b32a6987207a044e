// SPDX-License-Identifier: Apache-2.0
// Holds what is to be seen of a process at PTRACE_EVENT_EXEC against what was judged: its image by
// /proc/PID/exe, its arguments and environment on its new stack, where the kernel has just put them
// (System V ABI, "Initial Process Stack"), or in /proc where the stack says otherwise. On the
// thread that traces it.
#ifndef GUARD_INTERCEPTOR_PTRACE_RUNNING_IMAGE_H_
#define GUARD_INTERCEPTOR_PTRACE_RUNNING_IMAGE_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace guard::interceptor {

struct ExecOrder;
struct ExpectedImage;

// The place where the stopped process's first stack begins; 0 if it cannot be told (another word
// size).
[[nodiscard]] std::uint64_t stack_pointer(pid_t pid);

// False: it was killed while it stood, runs nothing any more, and shows nothing.
[[nodiscard]] bool still_stands(pid_t pid);

// nullopt: it is what was judged. Otherwise what differs, for people; what cannot be read differs.
std::optional<std::string> difference_from(const ExecOrder& order, pid_t pid,
                                           std::uint64_t first_stack);

// True when the first stack of the stopped process holds exactly the expected words. False decides
// nothing: too long to be read at once, its place not known, not readable.
[[nodiscard]] bool stack_shows(const ExpectedImage& expected, pid_t pid, std::uint64_t first_stack);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_RUNNING_IMAGE_H_
