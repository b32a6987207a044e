// SPDX-License-Identifier: Apache-2.0
#include "interceptor/kernel/landlock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/process/pid_handle.h"
#include "interceptor/kernel/kernel_features.h"
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
    auto ruleset = make_ruleset(features->landlock_abi, std::nullopt);
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
  const auto ruleset = make_ruleset(features->landlock_abi, std::nullopt);
  if (!ruleset) GTEST_SKIP() << ruleset.error().text();
  EXPECT_EQ(testing::result_of_child([&] {
              if (geteuid() == 0 && setresuid(kNobody, kNobody, kNobody) != 0) return 0;
              return enforce(ruleset->get());
            }),
            EPERM);
}

TEST(LandlockTest, OlderKernelsAreToldAsUnsupported) {
  const auto ruleset = make_ruleset(kLandlockWithScopes - 1, std::nullopt);
  ASSERT_FALSE(ruleset);
  EXPECT_EQ(ruleset.error().code, Code::kUnsupported);
  const auto roots = make_ruleset(kLandlockWithRoots - 1, LandlockRoots{});
  ASSERT_FALSE(roots);
  EXPECT_EQ(roots.error().code, Code::kUnsupported);
  for (const int version : {kLandlockWithRoots, kLandlockWithRoots + 1}) {
    const auto newer = make_ruleset(version, LandlockRoots{});
    EXPECT_TRUE(newer || newer.error().code != Code::kUnsupported) << version;
  }
  for (const int version : {kLandlockWithScopes, kLandlockWithScopes + 1}) {
    const auto newer = make_ruleset(version, std::nullopt);
    EXPECT_TRUE(newer || newer.error().code != Code::kUnsupported) << version;
  }
}

// A room with a root folder and one outside of it, each with a file.
class RootsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto features = probe_kernel();
    ASSERT_TRUE(features) << features.error().text();
    for (const char* folder : {"in", "out", "devices"}) {
      std::filesystem::create_directories(room_ / folder);
      std::ofstream(room_ / folder / "file") << "precious";
    }
    std::filesystem::create_directory(room_ / "in" / "deeper");
    auto ruleset = make_ruleset(
        features->landlock_abi,
        LandlockRoots{{room_ / "in", room_ / "missing"}, {room_ / "devices", "/proc"}});
    if (!ruleset && ruleset.error().code == Code::kUnsupported)
      GTEST_SKIP() << ruleset.error().text();
    ASSERT_TRUE(ruleset) << ruleset.error().text();
    ruleset_ = std::move(*ruleset);
  }
  void TearDown() override { std::filesystem::remove_all(room_); }

  // The child's own status, 100 when the domain could not be entered.
  template <class Function>
  int inside(Function function) {
    return testing::result_of_child([&] {
      if (::chdir(room_.c_str()) != 0) return 101;
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 100;
      return enforce(ruleset_.get()) == 0 ? function() : 100;
    });
  }

  const std::filesystem::path room_ =
      std::filesystem::temp_directory_path() / ("guard_roots_" + std::to_string(getpid()));
  UniqueFd ruleset_;
};

bool no_access(long result) {
  return result == -1 && errno == EACCES;
}

TEST_F(RootsTest, OutsideOfTheRootsNothingIsChanged) {
  EXPECT_EQ(inside([] {
              if (!no_access(open("out/file", O_WRONLY | O_CLOEXEC))) return 1;
              if (!no_access(open("out/file", O_RDONLY | O_TRUNC | O_CLOEXEC))) return 2;
              if (!no_access(truncate("out/file", 0))) return 3;
              if (!no_access(unlink("out/file"))) return 4;
              if (!no_access(open("out/new", O_RDWR | O_CREAT | O_CLOEXEC, 0600))) return 5;
              if (!no_access(mkdir("out/folder", 0700))) return 6;
              if (!no_access(symlink("x", "out/link"))) return 7;
              if (!no_access(mkfifo("out/fifo", 0600))) return 8;
              if (rename("out/file", "in/file") == 0 || rename("in/file", "out/file") == 0)
                return 9;
              if (link("out/file", "in/linked") == 0) return 10;
              return 0;
            }),
            0);
}

TEST_F(RootsTest, BelowTheRootsEverythingWorks) {
  EXPECT_EQ(inside([] {
              const int file = open("in/file", O_RDWR | O_TRUNC | O_CLOEXEC);
              if (file < 0 || write(file, "x", 1) != 1 || ftruncate(file, 0) != 0) return 1;
              if (rename("in/file", "in/deeper/file") != 0) return 2;
              if (link("in/deeper/file", "in/again") != 0) return 3;
              if (unlink("in/deeper/file") != 0 || rmdir("in/deeper") != 0) return 4;
              return symlink("x", "in/link") == 0 && mkfifo("in/fifo", 0600) == 0 ? 0 : 5;
            }),
            0);
}

TEST_F(RootsTest, ReadingAndRunningAreNotBounded) {
  EXPECT_EQ(inside([] {
              if (open("out/file", O_RDONLY | O_CLOEXEC) < 0) return 1;
              execl("/bin/true", "true", nullptr);
              return 2;
            }),
            0);
}

TEST_F(RootsTest, BelowADeviceFolderWhatIsThereIsWritten) {
  EXPECT_EQ(inside([] {
              if (open("devices/file", O_WRONLY | O_CLOEXEC) < 0) return 1;
              const int comm = open("/proc/self/comm", O_WRONLY | O_CLOEXEC);
              if (comm < 0 || write(comm, "renamed", 7) != 7) return 2;
              if (!no_access(open("devices/new", O_WRONLY | O_CREAT | O_CLOEXEC, 0600))) return 3;
              return no_access(unlink("devices/file")) ? 0 : 4;
            }),
            0);
}

// A file that guard opens and hands in works whatever the roots say; opening it again does not.
TEST_F(RootsTest, AFileOpenedOutsideOfTheDomainCanBeWritten) {
  const UniqueFd file(open((room_ / "out" / "file").c_str(), O_RDWR | O_CLOEXEC));
  EXPECT_EQ(inside([&] {
              if (write(file.get(), "x", 1) != 1 || ftruncate(file.get(), 0) != 0) return 1;
              const std::string again = "/proc/self/fd/" + std::to_string(file.get());
              return no_access(open(again.c_str(), O_RDWR | O_CLOEXEC)) ? 0 : 2;
            }),
            0);
}

TEST_F(RootsTest, NothingCanBeMounted) {
  const int result = inside([] {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return 77;
    return refused(mount("none", "in", "tmpfs", 0, nullptr)) ? 0 : 1;
  });
  if (result == 77) GTEST_SKIP() << "no user namespaces here";
  EXPECT_EQ(result, 0);
}

}  // namespace
}  // namespace guard::interceptor
