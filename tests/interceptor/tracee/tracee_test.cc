// SPDX-License-Identifier: Apache-2.0
// The facts that guard remembers of a caller, and when it reads again.
#include "interceptor/tracee/tracee.h"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include "tests/interceptor/still_process.h"

namespace guard::interceptor {
namespace {

using testing::StillProcess;

// Async-signal-safe: gives up all effective capabilities.
void drop_capabilities(int /*signal*/) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};
  ::syscall(SYS_capget, &header, data);
  data[0].effective = data[1].effective = 0;
  ::syscall(SYS_capset, &header, data);
}

std::vector<Tid> threads_of(pid_t pid) {
  std::vector<Tid> threads;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    threads.push_back(std::stoi(entry.path().filename()));
  }
  return threads;
}

TEST(TraceeTest, EntryOutlivesAnExecThatChangesNothing) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the sanitizer has a thread of its own in every process";
#endif
  TraceeTable table;
  const StillProcess child([] {});
  const auto before = table.find(child.pid()).value();
  table.executed(child.pid(), child.pid());
  EXPECT_EQ(table.find(child.pid()).value(), before);
}

TEST(TraceeTest, CapabilitiesThatWentWithAnExecAreSeen) {
  if (::geteuid() != 0) GTEST_SKIP() << "an ordinary user has none";
  TraceeTable table;
  const StillProcess child([] { ::signal(SIGUSR1, drop_capabilities); });
  ASSERT_NE(table.find(child.pid()).value()->credentials.capabilities, 0U);
  ::kill(child.pid(), SIGUSR1);
  while (effective_capabilities(child.pid()).value_or(0) != 0) std::this_thread::yield();
  table.executed(child.pid(), child.pid());
  EXPECT_EQ(table.find(child.pid()).value()->credentials.capabilities, 0U);
}

// An exec sets the file-system ids to the effective ones (capabilities(7)).
TEST(TraceeTest, FileSystemIdsOfTheirOwnEndWithAnExec) {
  if (::geteuid() != 0) GTEST_SKIP() << "an ordinary user cannot set them";
  TraceeTable table;
  const StillProcess child([] { ::setfsgid(5); });
  const auto before = table.find(child.pid()).value();
  EXPECT_EQ(before->credentials.gid, 5U);
  table.executed(child.pid(), child.pid());
  EXPECT_NE(table.find(child.pid()).value(), before);
}

TEST(TraceeTest, WhatAnyThreadChangesIsReadAgainForAll) {
  TraceeTable table;
  const StillProcess child([] { std::thread([] { ::pause(); }).detach(); });
  const std::vector<Tid> threads = threads_of(child.pid());
  ASSERT_GE(threads.size(), 2U);
  for (const Tid caller : threads) {
    std::vector<std::shared_ptr<const Tracee>> before;
    for (const Tid tid : threads) before.push_back(table.find(tid).value());
    table.forget_process_of(caller);
    for (std::size_t i = 0; i < threads.size(); ++i)
      EXPECT_NE(table.find(threads[i]).value(), before[i]);
  }
}

// The other threads of the process end with it.
TEST(TraceeTest, ExecOfAThreadEndsItsEntryAndTheLeaders) {
  TraceeTable table;
  const StillProcess child([] { std::thread([] { ::pause(); }).detach(); });
  const Tid caller = threads_of(child.pid()).back();
  ASSERT_NE(caller, child.pid());
  const auto leader_before = table.find(child.pid()).value();
  const auto caller_before = table.find(caller).value();
  table.executed(caller, child.pid());
  EXPECT_NE(table.find(child.pid()).value(), leader_before);
  EXPECT_NE(table.find(caller).value(), caller_before);
}

TEST(TraceeTest, AnEndedThreadIsGone) {
  TraceeTable table;
  StillProcess child([] {});
  const pid_t pid = child.pid();
  ASSERT_TRUE(table.find(pid));
  child.end();
  const auto gone = table.find(pid);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, Code::kGone);
}

}  // namespace
}  // namespace guard::interceptor
