// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/shared_object.h"

#include <gtest/gtest.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <string>

namespace guard::interceptor {
namespace {

constexpr char kSemaphores[] =
    "       key      semid perms      nsems   uid   gid  cuid  cgid      otime      ctime\n"
    "         0          3   600          1  1000  1001  1002  1003          0 1700000000\n"
    "         0         31   600          1     7     8     9    10          0 1700000001\n";

TEST(SharedObjectTest, ColumnsAreFoundByTheirNames) {
  const auto object = parse_shared_object(kSemaphores, "sem", 31);
  ASSERT_TRUE(object);
  EXPECT_STREQ(object->kind, "sem");
  EXPECT_EQ(object->id, 31);
  EXPECT_EQ(object->owner, 7U);
  EXPECT_EQ(object->creator, 9U);
  EXPECT_EQ(object->changed, 1700000001);
  EXPECT_EQ(object->maker, 0);
}

TEST(SharedObjectTest, MissingOnesAndOddTextsAreInvalid) {
  for (const char* text : {kSemaphores, "", "\n\n", "key\n1\n"}) {
    const auto object = parse_shared_object(text, "sem", 1);
    ASSERT_FALSE(object);
    EXPECT_EQ(object.error().sys_errno, EINVAL);
  }
}

TEST(SharedObjectTest, OwnSharedMemoryIsFoundWithItsMaker) {
  const int id = ::shmget(IPC_PRIVATE, 4096, 0600);
  ASSERT_GE(id, 0);
  const auto object = read_shared_object(SYS_shmctl, id);
  ::shmctl(id, IPC_RMID, nullptr);
  ASSERT_TRUE(object);
  EXPECT_EQ(object->bytes, 4096U);
  ASSERT_TRUE(object) << object.error().text();
  EXPECT_EQ(object->maker, ::getpid());
  EXPECT_EQ(object->creator, ::geteuid());
  EXPECT_NEAR(static_cast<double>(object->changed), static_cast<double>(::time(nullptr)), 5);
  EXPECT_FALSE(read_shared_object(SYS_shmctl, id));
}

}  // namespace
}  // namespace guard::interceptor
