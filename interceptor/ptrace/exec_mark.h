// SPDX-License-Identifier: Apache-2.0
// ExecMark: tells which exec a process's memory was laid out by. A fork hands the memory on, so a
// child bears its parent's mark as long as neither execs. A process that is merely the child of a
// program by number does not: it may be older than that program (its parent forked it, then
// exec'd), or have been handed down to it (PR_SET_CHILD_SUBREAPER).
//
// The mark is the image, and where the kernel began the first stack (field 28 of
// /proc/PID/stat, proc(5)): on x86-64 31 random bits for each exec. It cannot be chosen: the filter
// refuses prctl(PR_SET_MM), and a stack at the very end of the address space, as without
// randomization (personality(2), ADDR_NO_RANDOMIZE), is no mark. How far from the end it then
// begins is what lies above it, which is known of an exec: of 16 GiB so little that one exec in
// 100,000 looks so by chance. (If guard did not see the process exec, it may be 6 MiB.) *(Kernel
// 6.18, fs/binfmt_elf.c: mm->start_stack is the stack pointer that the program starts with.)*
#ifndef GUARD_INTERCEPTOR_PTRACE_EXEC_MARK_H_
#define GUARD_INTERCEPTOR_PTRACE_EXEC_MARK_H_

#include <sys/types.h>

#include <cstdint>

namespace guard::interceptor {

struct ExpectedImage;
struct Tracee;

struct ExecMark {
  dev_t device = 0;
  ino_t inode = 0;
  std::uint64_t first_stack = 0;  // an address; 0: not seen, and nobody bears the mark
};

// For an exec that was verified, and whose stack begins there.
[[nodiscard]] ExecMark mark_of(const ExpectedImage& image, std::uint64_t first_stack);
// False when it cannot be told.
[[nodiscard]] bool bears(const Tracee& tracee, const ExecMark& mark);
// A place of the first stack that another exec will hardly have.
[[nodiscard]] bool is_random_stack(std::uint64_t first_stack);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_EXEC_MARK_H_
