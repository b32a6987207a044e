// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/exec_mark.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "base/limits.h"
#include "base/weaken.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/ptrace/exec_order.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

namespace {

#if defined(__x86_64__)
constexpr std::uint64_t kEnd = 0x7ffffffff000;
#else
constexpr std::uint64_t kEnd = 0x1000000000000;  // arm64: 48 bits of addresses
#endif

bool is_random_above(std::uint64_t first_stack, std::uint64_t without_randomness) {
  return first_stack != 0 && first_stack < kEnd && kEnd - first_stack > without_randomness;
}

std::uint64_t bytes_of(const std::vector<std::string>& words) {
  std::uint64_t bytes = 0;
  for (const std::string& word : words) bytes += word.size() + 1 + sizeof(std::uint64_t);
  return bytes;
}

}  // namespace

// Arguments and environment take up to 6 MiB of it (execve(2), since Linux 4.13).
bool is_random_stack(std::uint64_t first_stack) {
  constexpr std::uint64_t kMostWords = limit("exec.mark_words");
  return is_random_above(first_stack, kMostWords);
}

ExecMark mark_of(const ExpectedImage& image, std::uint64_t first_stack) {
  // The file's name, the auxiliary vector, what arch_align_stack leaves out, and the pages around.
  constexpr std::uint64_t kBeside = limit("exec.mark_beside");
  const std::uint64_t words = bytes_of(image.argv) + bytes_of(image.envp) + kBeside;
  return {image.device, image.inode, is_random_above(first_stack, words) ? first_stack : 0};
}

bool bears(const Tracee& tracee, const ExecMark& mark) {
  if (weakened("exec-mark")) return true;
  if (mark.first_stack == 0) return false;
  struct stat image {};
  if (::fstatat(tracee.proc.get(), "exe", &image, 0) != 0) return false;
  if (image.st_dev != mark.device || image.st_ino != mark.inode) return false;
  const auto stack = read_first_stack(tracee.proc.get(), tracee.tid);
  return stack && *stack == mark.first_stack;
}

}  // namespace guard::interceptor
