// SPDX-License-Identifier: Apache-2.0
// In a child whose seccomp filter forbids process_vm_readv(2) and process_vm_writev(2), as a
// container's may, and of a process beside it.
#include "interceptor/process/process_memory.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <functional>

namespace guard::interceptor {
namespace {

constexpr std::size_t kPage = 4096;

bool forbid_the_calls(int error) {
  std::array<sock_filter, 5> rows = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog program = {rows.size(), rows.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// The process beside it has the memory of the test, and sleeps. Its page behind the first two may
// not be read.
class ProcessMemoryTest : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    pages_ = static_cast<char*>(
        ::mmap(nullptr, 3 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::memset(pages_, 'a', kPage);
    std::memset(pages_ + kPage, 'b', kPage);
    ::munmap(pages_ + 2 * kPage, kPage);
    other_ = ::fork();
    if (other_ == 0) {
      ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);  // it is no child of the reader
      for (;;) ::pause();
    }
  }
  void TearDown() override {
    end_other();
    ::munmap(pages_, 2 * kPage);
  }
  void end_other() {
    if (other_ > 0) {
      ::kill(other_, SIGKILL);
      ::waitpid(other_, nullptr, 0);
    }
  }

  // PARAM: the errno of the calls; 0: they are not forbidden.
  static bool holds(const std::function<bool()>& check) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit((GetParam() == 0 || forbid_the_calls(GetParam())) && check() ? 0 : 1);
    int status = 0;
    return ::waitpid(child, &status, 0) == child && status == 0;
  }

  char* pages_ = nullptr;
  pid_t other_ = -1;
};

TEST_P(ProcessMemoryTest, ManyPiecesAreReadIntoFew) {
  EXPECT_TRUE(holds([this] {
    std::array<char, 6> read{};
    const std::array local = {iovec{read.data(), 4}, iovec{read.data() + 4, 2}};
    const std::array remote = {iovec{pages_, 1}, iovec{pages_ + kPage - 1, 2}, iovec{pages_, 0},
                               iovec{pages_ + kPage, 3}};
    return read_process_memory(other_, local, remote) == 6 &&
           std::memcmp(read.data(), "aabbbb", 6) == 0;
  }));
}

TEST_P(ProcessMemoryTest, ItEndsWhereTheMemoryDoes) {
  EXPECT_TRUE(holds([this] {
    std::array<char, 2 * kPage> read{};
    const iovec local{read.data(), read.size()};
    const std::array remote = {iovec{pages_ + kPage, kPage}, iovec{pages_ + 2 * kPage, kPage}};
    const bool part = read_process_memory(other_, {&local, 1}, remote) == kPage;
    return part && !read_process_memory(other_, pages_ + 2 * kPage, read.data(), 1) &&
           errno == EFAULT;
  }));
}

TEST_P(ProcessMemoryTest, WhatIsWrittenIsTheOthers) {
  EXPECT_TRUE(holds([this] {
    std::array<char, 3> read{};
    return write_process_memory(other_, pages_ + 1, "xy", 2) &&
           read_process_memory(other_, pages_, read.data(), 3) &&
           std::memcmp(read.data(), "axy", 3) == 0 && pages_[1] == 'a';
  }));
}

TEST_P(ProcessMemoryTest, WhoHasEndedIsGone) {
  end_other();
  EXPECT_TRUE(holds([this] {
    char byte = 0;
    return !read_process_memory(other_, pages_, &byte, 1) && errno == ESRCH;
  }));
  other_ = -1;
}

INSTANTIATE_TEST_SUITE_P(WhateverIsForbidden, ProcessMemoryTest,
                         ::testing::Values(0, EPERM, ENOSYS));

}  // namespace
}  // namespace guard::interceptor
