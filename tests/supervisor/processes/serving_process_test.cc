// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/serving_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/process/environment.h"
#include "tests/interceptor/still_process.h"
#include "tests/support/child_process.h"

namespace guard::supervisor {
namespace {

constexpr uid_t kNobodyKnown = 54321;

ucred peer(pid_t pid, uid_t uid = ::getuid()) {
  return {pid, uid, 0};
}

TEST(ServingProcessTest, TheTreeIsInsideWhateverItsUser) {
  const testing::StillProcess reaper([] {});
  EXPECT_EQ(role_of_peer(peer(reaper.pid()), reaper.pid(), {}), Role::kInside);
  EXPECT_EQ(role_of_peer(peer(reaper.pid(), kNobodyKnown), reaper.pid(), {kNobodyKnown}),
            Role::kInside);
}

TEST(ServingProcessTest, ChildOfTheTreeIsInside) {
  const testing::StillProcess child([] {});
  const pid_t reaper = ::getppid();  // the test plays a member of the tree above its child
  EXPECT_EQ(role_of_peer(peer(child.pid()), reaper, {}), Role::kInside);
}

TEST(ServingProcessTest, WhoHasTooManyParentsIsAStranger) {
  const testing::StillProcess child([] {});
  const auto role_within = [&](int most_ancestors) {
    return role_of_peer(peer(child.pid()), ::getppid(), {}, most_ancestors);
  };
  EXPECT_EQ(role_within(1), Role::kStranger);  // it is looked at itself, and not the test above it
  EXPECT_EQ(role_within(2), Role::kInside);
  EXPECT_EQ(role_within(3), Role::kInside);
  EXPECT_EQ(kMostPeerAncestors, int_limit("peer.ancestors"));
}

TEST(ServingProcessTest, GuardItselfSpeaksForTheTree) {
  EXPECT_EQ(role_of_peer(peer(::getpid()), 1 << 30, {}), Role::kInside);
}

TEST(ServingProcessTest, OthersOfTheSameUserAndApproversAreOutside) {
  EXPECT_EQ(role_of_peer(peer(1), 1 << 30, {}), Role::kOutside);
  EXPECT_EQ(role_of_peer(peer(::getppid()), 1 << 30, {}), Role::kOutside);
  EXPECT_EQ(role_of_peer(peer(1, 0), 1 << 30, {}), Role::kOutside);
  EXPECT_EQ(role_of_peer(peer(1, kNobodyKnown), 1 << 30, {7, kNobodyKnown}), Role::kOutside);
}

TEST(ServingProcessTest, OtherUsersAreStrangers) {
  EXPECT_EQ(role_of_peer(peer(1, kNobodyKnown), 1 << 30, {}), Role::kStranger);
  EXPECT_EQ(role_of_peer(peer(1, kNobodyKnown), 1 << 30, {kNobodyKnown - 1}), Role::kStranger);
}

TEST(ServingProcessTest, PeerThatHasGoneIsAStranger) {
  testing::StillProcess child([] {});
  const pid_t pid = child.pid();
  child.end();
  EXPECT_EQ(role_of_peer(peer(pid), 1 << 30, {}), Role::kStranger);
}

TEST(ServingProcessTest, OnlyKeptFilesStayOpen) {
  const int result = testing::result_of_child([] {
    const int first = ::dup2(STDIN_FILENO, 20);
    const int kept = ::dup2(STDIN_FILENO, 30);
    const int between = ::dup2(STDIN_FILENO, 31);
    const int also_kept = ::dup2(STDIN_FILENO, 32);
    const int last = ::dup2(STDIN_FILENO, 100);
    leave_inherited_files({also_kept, kept, 1});
    const auto open = [](int fd) { return ::fcntl(fd, F_GETFD) >= 0; };
    return !open(first) && open(kept) && !open(between) && open(also_kept) && !open(last) &&
                   open(0) && open(1) && open(2)
               ? 0
               : 1;
  });
  EXPECT_EQ(result, 0);
}

TEST(ServingProcessTest, StandardStreamsAreEmptyEvenWhenTheyWereClosed) {
  const int result = testing::result_of_child([] {
    for (int stream = 0; stream < 3; ++stream) ::close(stream);
    leave_inherited_files({});
    char c = 0;
    const bool reads_nothing = ::read(0, &c, 1) == 0;
    const bool writes = ::write(1, "x", 1) == 1 && ::write(2, "x", 1) == 1;
    const bool inherited = ::fcntl(2, F_GETFD) == 0;  // programs that guard starts need them
    return reads_nothing && writes && inherited ? 0 : 1;
  });
  EXPECT_EQ(result, 0);
}

TEST(ServingProcessTest, OnlyTheWakeSignalIsTaken) {
  const int result = testing::result_of_child([] {
    take_signals();
    ::raise(SIGTERM);
    ::raise(SIGINT);
    ::raise(SIGPIPE);
    ::raise(kWakeSignal);
    sigset_t waiting;
    ::sigpending(&waiting);
    return ::sigismember(&waiting, SIGTERM) == 1 && ::sigismember(&waiting, SIGINT) == 1 &&
                   ::sigismember(&waiting, kWakeSignal) == 0
               ? 0
               : 1;
  });
  EXPECT_EQ(result, 0);
}

TEST(ServingProcessTest, FileLimitIsTheHighestAllowed) {
  const int result = testing::result_of_child([] {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 64;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    raise_file_limit();
    rlimit now{};
    ::getrlimit(RLIMIT_NOFILE, &now);
    return now.rlim_cur == limit.rlim_max ? 0 : 1;
  });
  EXPECT_EQ(result, 0);
}

// proc_pid_status(5), FDSize. A limit that leaves no such room is no error.
TEST(ServingProcessTest, TableOfFilesNeedNotGrowWhileCallsAreAnswered) {
  const auto size_of_table = [](rlim_t most) {
    return testing::result_of_child([most] {
      const rlimit limit{most, most};
      if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return 255;
      make_room_for_files();
      std::ifstream status("/proc/self/status");
      std::string word;
      while (status >> word && word != "FDSize:") continue;
      int size = 0;
      status >> size;
      return size / 64;
    });
  };
  EXPECT_EQ(size_of_table(4096), 4096 / 64);
  EXPECT_EQ(size_of_table(256), 256 / 64);
}

TEST(ServingProcessTest, EnvironmentIsTheOneThatWasInherited) {
  ::setenv("GUARD_TEST_VARIABLE", "a=b", 1);
  const auto environment = own_environment();
  EXPECT_EQ(std::count(environment.begin(), environment.end(), "GUARD_TEST_VARIABLE=a=b"), 1);
  ::unsetenv("GUARD_TEST_VARIABLE");
}

}  // namespace
}  // namespace guard::supervisor
