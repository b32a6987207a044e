// SPDX-License-Identifier: Apache-2.0
#include "interceptor/landlock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#include "base/pid_handle.h"
#include "interceptor/kernel_features.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

constexpr uid_t kNobody = 65534;

enum class As { kUserWithNoNewPrivs, kRoot };

class ScopeTest : public ::testing::TestWithParam<As> {
 protected:
  void SetUp() override {
    const auto features = probe_kernel();
    ASSERT_TRUE(features) << features.error().text();
    auto ruleset = make_scope_ruleset(features->landlock_abi);
    if (!ruleset) GTEST_SKIP() << ruleset.error().text();
    if (GetParam() == As::kRoot && geteuid() != 0) GTEST_SKIP() << "not run as root";
    ruleset_ = std::move(*ruleset);
  }

  // The child's own status, 100 when the domain could not be entered.
  template <class Function>
  int inside(Function function) {
    return testing::result_of_child([&] {
      const bool user = GetParam() == As::kUserWithNoNewPrivs;
      if (user && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 100;
      return enforce(ruleset_.get()) == 0 ? function() : 100;
    });
  }

  UniqueFd ruleset_;
};

INSTANTIATE_TEST_SUITE_P(Scopes, ScopeTest, ::testing::Values(As::kUserWithNoNewPrivs, As::kRoot),
                         [](const auto& instance) {
                           return instance.param == As::kRoot ? "root" : "user";
                         });

bool refused(long result) {
  return result == -1 && errno == EPERM;
}

TEST_P(ScopeTest, NobodyOutsideIsSignalled) {
  const pid_t outside = getpid();
  EXPECT_EQ(inside([&] {
              if (!refused(kill(outside, SIGTERM))) return 1;
              if (!refused(syscall(SYS_tgkill, outside, outside, SIGTERM))) return 2;
              const long handle = syscall(SYS_pidfd_open, outside, 0);
              if (!refused(syscall(SYS_pidfd_send_signal, handle, SIGTERM, nullptr, 0))) return 3;
              return 0;
            }),
            0);
}

TEST_P(ScopeTest, NobodyOutsideIsTracedReadOrRobbedOfDescriptors) {
  const pid_t outside = getpid();
  static int target = 7;
  EXPECT_EQ(inside([&] {
              if (!refused(ptrace(PTRACE_SEIZE, outside, nullptr, nullptr))) return 1;
              const long handle = syscall(SYS_pidfd_open, outside, 0);
              if (!refused(syscall(SYS_pidfd_getfd, handle, 0, 0))) return 2;
              iovec local{&target, sizeof(target)};
              iovec remote = local;
              if (!refused(process_vm_writev(outside, &local, 1, &remote, 1, 0))) return 3;
              const std::string memory = "/proc/" + std::to_string(outside) + "/mem";
              return open(memory.c_str(), O_RDWR) == -1 ? 0 : 4;
            }),
            0);
}

TEST_P(ScopeTest, ItsOwnChildrenStayInReach) {
  EXPECT_EQ(inside([] {
              const pid_t own = fork();
              if (own == 0) {
                for (;;) pause();
              }
              if (ptrace(PTRACE_SEIZE, own, nullptr, nullptr) != 0) return 1;
              if (kill(own, SIGKILL) != 0) return 2;
              int status = 0;
              return waitpid(own, &status, 0) == own && WIFSIGNALED(status) ? 0 : 3;
            }),
            0);
}

TEST_P(ScopeTest, AbstractSocketsOutsideAreNotConnected) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const std::string text = "guard-scope-test-" + std::to_string(getpid());
  std::memcpy(name.sun_path + 1, text.data(), text.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
  const UniqueFd server(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(bind(server.get(), reinterpret_cast<const sockaddr*>(&name), size), 0);
  ASSERT_EQ(listen(server.get(), 1), 0);
  EXPECT_EQ(inside([&] {
              const int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
              return refused(connect(client, reinterpret_cast<const sockaddr*>(&name), size)) ? 0
                                                                                              : 1;
            }),
            0);
}

TEST_P(ScopeTest, FilesStayAsTheyWere) {
  EXPECT_EQ(inside([] {
              const int file = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
              return file >= 0 && write(file, "x", 1) == 1 ? 0 : 1;
            }),
            0);
}

TEST_P(ScopeTest, RootMayStillChangeItsUser) {
  if (GetParam() != As::kRoot) GTEST_SKIP() << "only root can";
  EXPECT_EQ(inside([] { return setresuid(kNobody, kNobody, kNobody) == 0 ? 0 : 1; }), 0);
}

TEST(LandlockTest, AnOrdinaryUserWithoutNoNewPrivsIsRefused) {
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) GTEST_SKIP() << "run under no_new_privs";
  const auto features = probe_kernel();
  ASSERT_TRUE(features);
  const auto ruleset = make_scope_ruleset(features->landlock_abi);
  if (!ruleset) GTEST_SKIP() << ruleset.error().text();
  EXPECT_EQ(testing::result_of_child([&] {
              if (geteuid() == 0 && setresuid(kNobody, kNobody, kNobody) != 0) return 0;
              return enforce(ruleset->get());
            }),
            EPERM);
}

TEST(LandlockTest, OlderKernelsAreToldAsUnsupported) {
  const auto ruleset = make_scope_ruleset(5);
  ASSERT_FALSE(ruleset);
  EXPECT_EQ(ruleset.error().code, Code::kUnsupported);
}

}  // namespace
}  // namespace guard::interceptor
