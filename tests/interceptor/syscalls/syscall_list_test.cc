// SPDX-License-Identifier: Apache-2.0
#include "interceptor/syscalls/syscall_list.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {
namespace {

TEST(SyscallListTest, ThePageInDocsIsThatOfTheTable) {
  std::ifstream file(GUARD_SYSCALL_PAGE);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(page == syscall_list()) << "run: cmake --build BUILD --target syscall_page";
}

TEST(SyscallListTest, EveryRowIsListed) {
  const std::string list = syscall_list();
  for (const SyscallRow& row : all_rows())
    EXPECT_NE(list.find(row.name), std::string::npos) << row.name;
  EXPECT_EQ(list.find('?'), std::string::npos) << "an argument role without a name";
}

}  // namespace
}  // namespace guard::interceptor
