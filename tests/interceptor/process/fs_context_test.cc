// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/fs_context.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>

#include "base/files/unique_fd.h"
#include "tests/interceptor/scratch_folder.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

// As docker's profile does.
bool forbid_unshare() {
  const sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offsetof(seccomp_data, nr))),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog program = {static_cast<unsigned short>(std::size(rules)),
                        const_cast<sock_filter*>(rules)};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

mode_t umask_now() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mask;
}

enum class Unshare { kAllowed, kForbidden };

// Each in a child of its own; its status names the line that failed.
class FsContextTest : public ::testing::TestWithParam<Unshare> {
 protected:
  template <class Work>
  int result_of(const Work& work) {
    return testing::result_of_child([&] {
      if (GetParam() == Unshare::kForbidden && !forbid_unshare()) return 99;
      ::umask(0);
      return work();
    });
  }
  mode_t mode_of(const char* name) {
    struct stat status {};
    return ::stat(scratch_.at(name).c_str(), &status) == 0 ? status.st_mode & 0777U : 0;
  }
  bool make(const char* name, mode_t mask) {
    UniqueFd file;
    const bool ran = with_umask(mask, [&] {
      file.reset(::open(scratch_.at(name).c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
    });
    return ran && file.valid() && ::write(file.get(), "x", 1) == 1;
  }
  testing::ScratchFolder scratch_;
};

TEST_P(FsContextTest, AFileIsMadeByTheUmaskThatIsGiven) {
  EXPECT_EQ(result_of([&] { return make("a", 027) && make("b", 0) && make("c", 0777) ? 0 : 1; }),
            0);
  EXPECT_EQ(mode_of("a"), 0640U);
  EXPECT_EQ(mode_of("b"), 0666U);
  EXPECT_EQ(mode_of("c"), 0U);
}

TEST_P(FsContextTest, OtherThreadsKeepTheirUmaskAndWorkingFolder) {
  EXPECT_EQ(result_of([&] {
              int result = 0;
              std::thread([&] {
                const bool ran = with_umask(077, [&] {
                  if (::chdir(scratch_.path().c_str()) != 0) result = 1;
                });
                if (!ran) result = 2;
              }).join();
              char folder[4096];
              if (::getcwd(folder, sizeof(folder)) == nullptr) return 3;
              if (scratch_.path() == folder) return 4;
              return umask_now() == 0 ? result : 5;
            }),
            0);
}

TEST_P(FsContextTest, TheWorksErrorIsTheCallers) {
  EXPECT_EQ(result_of([&] {
              errno = 0;
              const bool ran = with_umask(0, [] { (void)!::open("/proc/no such file", O_RDONLY); });
              return ran && errno == ENOENT ? 0 : 1;
            }),
            0);
}

TEST_P(FsContextTest, NoChildIsLeft) {
  EXPECT_EQ(result_of([&] {
              for (int i = 0; i < 20; ++i)
                if (!with_umask(0, [] {})) return 1;
              return ::waitpid(-1, nullptr, WNOHANG | __WALL) < 0 && errno == ECHILD ? 0 : 2;
            }),
            0);
}

TEST_P(FsContextTest, AChildThatHasItsOwnContextTakesThat) {
  EXPECT_EQ(result_of([&] {
              const pid_t here = ::getpid();
              pid_t there = 0;
              {
                const ContextOfChild context;
                if (!with_umask(022, [&] { there = ::getpid(); })) return 1;
              }
              if (there != here || umask_now() != 022) return 2;
              pid_t after = 0;
              if (!with_umask(022, [&] { after = ::getpid(); })) return 3;
              const bool in_a_child = after != here;
              return in_a_child == (GetParam() == Unshare::kForbidden) ? 0 : 4;
            }),
            0);
}

INSTANTIATE_TEST_SUITE_P(Both, FsContextTest,
                         ::testing::Values(Unshare::kAllowed, Unshare::kForbidden),
                         [](const auto& which) {
                           return which.param == Unshare::kAllowed ? "Allowed" : "Forbidden";
                         });

}  // namespace
}  // namespace guard::interceptor
