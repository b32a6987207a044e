// SPDX-License-Identifier: Apache-2.0
// The identity of a thread, by its handle and by /proc: one answer.
#include "interceptor/process/task_ids.h"

#include <gtest/gtest.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "interceptor/process/proc_status.h"
#include "interceptor/tracee/tracee.h"
#include "tests/interceptor/still_process.h"

namespace guard::interceptor {
namespace {

using testing::StillProcess;

TaskIds by_status(pid_t pid) {
  return ids_of(read_proc_status("/proc/" + std::to_string(pid)).value());
}

Result<TaskIds> by_handle(pid_t pid) {
  const auto handle = PidHandle::open_thread(pid);
  if (!handle) return forward(handle.error());
  return ids_of(*handle);
}

TEST(TaskIdsTest, TheHandleTellsWhatStatusTells) {
  const StillProcess child([] {
    if (::geteuid() != 0) return;
    ::setfsgid(4321);
    ::setfsuid(1234);
  });
  const auto told = by_handle(child.pid());
  if (!told && told.error().code == Code::kUnsupported) GTEST_SKIP() << told.error().text();
  ASSERT_TRUE(told);
  EXPECT_EQ(*told, by_status(child.pid()));
  EXPECT_EQ(told->parent, ::getpid());
  if (::geteuid() == 0) {
    EXPECT_EQ(told->file_system_uid, 1234U);
  }
}

TEST(TaskIdsTest, AnEndedTaskIsGone) {
  StillProcess child([] {});
  const auto handle = PidHandle::open_thread(child.pid());
  if (!handle) GTEST_SKIP() << handle.error().text();
  child.end();
  EXPECT_FALSE(ids_of(*handle));
  EXPECT_FALSE(identity_of(child.pid() == 0 ? handle->pid() : child.pid()));
}

TEST(TaskIdsTest, IdentitiesOfProcessesDiffer) {
  const StillProcess one([] {});
  const StillProcess other([] {});
  EXPECT_NE(identity_of(one.pid()).value(), identity_of(other.pid()).value());
  EXPECT_EQ(identity_of(one.pid()).value(), identity_of(one.pid()).value());
  const auto handle = PidHandle::open(one.pid());
  EXPECT_EQ(identity_of(one.pid()).value(), identity_of(one.pid(), *handle).value());
}

TEST(TaskIdsTest, GroupsAreTheCommonOnesUntilSomebodyMayChangeThem) {
  TraceeTable table;
  table.assume_groups({77, 78});
  const StillProcess child([] {});
  const auto read = ids_of(*PidHandle::open_thread(child.pid()));
  if (!read) GTEST_SKIP() << read.error().text();
  EXPECT_EQ(table.find(child.pid()).value()->credentials.groups, (std::vector<gid_t>{77, 78}));
  table.expect_other_groups();
  table.forget(child.pid());
  const auto truth = read_proc_status("/proc/" + std::to_string(child.pid())).value();
  EXPECT_EQ(table.find(child.pid()).value()->credentials, truth.credentials);
}

TEST(TaskIdsTest, BothWaysOfReadingATraceeAgree) {
  const StillProcess child([] { ::umask(031); });
  const auto own = own_credentials().value();
  TraceeTable by_numbers;
  by_numbers.assume_groups(own.groups);
  TraceeTable by_text;
  const auto one = by_numbers.find(child.pid()).value();
  const auto other = by_text.find(child.pid()).value();
  EXPECT_EQ(one->credentials, other->credentials);
  EXPECT_EQ(one->tgid, other->tgid);
  EXPECT_EQ(one->parent, other->parent);
  EXPECT_EQ(one->real_uid, other->real_uid);
  EXPECT_EQ(current_umask(*one).value(), 031U);
  EXPECT_EQ(current_umask(*other).value(), 031U);
  EXPECT_EQ(current_parent(*one).value(), ::getpid());
}

TEST(CurrentUmask, IsCmdsForAllUntilOneSetsItsOwn) {
  const StillProcess child([] { ::umask(031); });
  TraceeTable table;
  table.assume_umask(027);
  const auto tracee = table.find(child.pid());
  ASSERT_TRUE(tracee);
  const auto parked = without_descriptors(**tracee);
  EXPECT_EQ(current_umask(**tracee).value(), 027U);
  EXPECT_EQ(current_umask(*parked).value(), 027U);
  table.expect_other_umasks();
  EXPECT_EQ(current_umask(**tracee).value(), 031U);
}

// Where umask(2) is not told of, nothing is assumed.
TEST(CurrentUmask, IsReadAnewWhereNothingIsRemembered) {
  const StillProcess child([] { ::umask(031); });
  TraceeTable table;
  table.remember_nothing([](Tid) { return nullptr; });
  table.assume_umask(027);
  const auto tracee = table.find(child.pid());
  ASSERT_TRUE(tracee);
  EXPECT_EQ(current_umask(**tracee).value(), 031U);
}

}  // namespace
}  // namespace guard::interceptor
