// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/running_image.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/user.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "base/weaken.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/process/process_memory.h"
#include "interceptor/ptrace/exec_order.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {
namespace {

// "a\0b\0" against {a, b}, without building a copy.
bool equals_list(std::string_view text, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (text.size() <= word.size() || !text.starts_with(word) || text[word.size()] != '\0')
      return false;
    text.remove_prefix(word.size() + 1);
  }
  return text.empty();
}

bool same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

std::size_t bytes_of(const std::vector<std::string>& words) {
  std::size_t bytes = sizeof(std::uint64_t);
  for (const std::string& word : words) bytes += sizeof(std::uint64_t) + word.size() + 1;
  return bytes;
}

// The bytes from `start` on, up to the end of the mapping.
std::vector<char> read_upwards(pid_t pid, std::uint64_t start, std::size_t most) {
  constexpr std::uint64_t kPage = 4096;
  std::vector<char> bytes(most);
  const iovec local{bytes.data(), most};
  std::vector<iovec> remote;
  for (std::uint64_t at = start; at < start + most;) {
    const std::uint64_t end = std::min(start + most, (at / kPage + 1) * kPage);
    remote.push_back({reinterpret_cast<void*>(at), end - at});
    at = end;
  }
  const ssize_t n = read_process_memory(pid, {&local, 1}, remote);
  bytes.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
  return bytes;
}

// Walks the words of a first stack that was copied from `start`.
class StackReader {
 public:
  StackReader(const std::vector<char>& bytes, std::uint64_t start) : bytes_(bytes), start_(start) {}

  bool next_is(std::uint64_t value) {
    std::uint64_t found = 0;
    return next(found) && found == value;
  }

  // A pointer for each, and then the null.
  bool next_are(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      std::uint64_t pointer = 0;
      if (!next(pointer) || !points_to(pointer, word)) return false;
    }
    return next_is(0);
  }

 private:
  bool next(std::uint64_t& value) {
    if (bytes_.size() - offset_ < sizeof(value)) return false;
    std::memcpy(&value, bytes_.data() + offset_, sizeof(value));
    offset_ += sizeof(value);
    return true;
  }

  [[nodiscard]] bool points_to(std::uint64_t pointer, const std::string& word) const {
    if (pointer < start_ || pointer - start_ >= bytes_.size()) return false;
    const std::size_t at = pointer - start_;
    return bytes_.size() - at > word.size() &&
           std::memcmp(bytes_.data() + at, word.c_str(), word.size() + 1) == 0;
  }

  const std::vector<char>& bytes_;
  const std::uint64_t start_;
  std::size_t offset_ = 0;
};

bool file_equals(int proc, const char* name, const std::vector<std::string>& words) {
  const auto text = read_small_file(proc, name);
  return text && equals_list(*text, words);
}

}  // namespace

bool still_stands(pid_t pid) {
  user_regs_struct registers{};
  iovec whole{&registers, sizeof(registers)};
  const auto set = reinterpret_cast<void*>(static_cast<long>(NT_PRSTATUS));
  return ::ptrace(PTRACE_GETREGSET, pid, set, &whole) == 0 || errno != ESRCH;
}

std::uint64_t stack_pointer(pid_t pid) {
  user_regs_struct registers{};
  iovec whole{&registers, sizeof(registers)};
  const auto set = reinterpret_cast<void*>(static_cast<long>(NT_PRSTATUS));
  if (::ptrace(PTRACE_GETREGSET, pid, set, &whole) != 0) return 0;
  // A 32-bit process has a shorter set.
  if (whole.iov_len != sizeof(registers)) return 0;
#if defined(__x86_64__)
  return registers.rsp;
#else
  return registers.sp;
#endif
}

bool stack_shows(const ExpectedImage& expected, pid_t pid, std::uint64_t first_stack) {
  constexpr std::size_t kMost = size_limit("exec.stack");
  // The auxiliary vector, the platform's name, and what arch_align_stack (x86, arm64) leaves out.
  constexpr std::size_t kBetween = 2048 + 8192;
  const std::size_t size =
      sizeof(std::uint64_t) + bytes_of(expected.argv) + bytes_of(expected.envp) + kBetween;
  if (size > kMost || first_stack == 0) return false;
  const std::vector<char> bytes = read_upwards(pid, first_stack, size);
  StackReader stack(bytes, first_stack);
  return stack.next_is(expected.argv.size()) && stack.next_are(expected.argv) &&
         stack.next_are(expected.envp);
}

std::optional<std::string> difference_from(const ExecOrder& order, pid_t pid,
                                           std::uint64_t first_stack) {
  const ExpectedImage& expected = order.expected;
  // The leader's folder still stands for the process; another thread's has ended with the exec.
  UniqueFd opened;
  int proc = order.tid == pid && order.tracee ? order.tracee->proc.get() : -1;
  if (proc < 0) {
    const std::string folder = "/proc/" + std::to_string(pid);
    opened.reset(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    proc = opened.get();
  }
  if (proc < 0) return "its /proc entry cannot be read";
  struct stat image {};
  if (::fstatat(proc, "exe", &image, 0) != 0) return "its image cannot be read";
  if (image.st_dev != expected.device || image.st_ino != expected.inode)
    return "another program than was judged";
  if (!same_time(image.st_ctim, expected.changed) && !weakened("image-content"))
    return "a program that was changed after it was judged";
  if (stack_shows(expected, pid, first_stack)) return std::nullopt;
  if (!file_equals(proc, "cmdline", expected.argv)) return "other arguments than were judged";
  if (!file_equals(proc, "environ", expected.envp)) return "another environment than was judged";
  return std::nullopt;
}

}  // namespace guard::interceptor
