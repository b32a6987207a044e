// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "interceptor/preload/library/functions.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor::preload {
namespace {

// Asked calls that no function of the table makes, and why that is right.
struct Apart {
  const char* call;
  const char* why;
};
constexpr Apart kApart[] = {
    {"open", "libc's open is openat"},
    {"creat", "libc's creat is an open"},
    {"openat2", "libc has no function of it; syscall(2) is stood in for"},
    {"rename", "renameat"},
    {"mkdir", "mkdirat"},
    {"rmdir", "unlinkat"},
    {"link", "linkat"},
    {"unlink", "unlinkat"},
    {"symlink", "symlinkat"},
    {"chmod", "fchmodat"},
    {"chown", "fchownat"},
    {"lchown", "fchownat"},
    {"mknod", "mknodat"},
    {"utime", "utimensat"},
    {"utimes", "utimensat"},
    {"futimesat", "utimensat"},
    {"mq_unlink", "with code of its own"},
    {"fchmodat2", "with code of its own: fchmodat"},
    {"ptrace", "with code of its own"},
    {"execve", "with code of its own"},
    {"execveat", "with code of its own"},
    {"setxattrat", "libc has no function of it; syscall(2) is stood in for"},
    {"removexattrat", "libc has no function of it; syscall(2) is stood in for"},
    {"file_setattr", "libc has no function of it; syscall(2) is stood in for"},
    {"pivot_root", "libc has no function of it; syscall(2) is stood in for"},
    {"clone", "two processes come back: what it makes is read anew at every call instead"},
    {"umask", "read anew at every call instead"},
    {"setuid", "read anew at every call instead"},
    {"setgid", "read anew at every call instead"},
    {"setreuid", "read anew at every call instead"},
    {"setregid", "read anew at every call instead"},
    {"setgroups", "read anew at every call instead"},
    {"setresuid", "read anew at every call instead"},
    {"setresgid", "read anew at every call instead"},
    {"setfsuid", "read anew at every call instead"},
    {"setfsgid", "read anew at every call instead"},
    {"getpeername", "shows where the socket really leads"},
    {"capset", "read anew at every call instead"},
};

bool may_be_asked(const SyscallRow& row) {
  return row.treatment == Treatment::kNotify || row.treatment == Treatment::kNotifyIf ||
         std::ranges::any_of(row.cases, [](const SpecialCase& special) {
           return special.treatment == Treatment::kNotify;
         });
}

bool is_stood_in_for(int number) {
  return std::ranges::find(kFunctions, number, &Function::call) != kFunctions.end();
}

TEST(PreloadFunctionsTest, EveryAskedCallHasAFunctionOrAReasonForNone) {
  for (const SyscallRow& row : all_rows()) {
    if (!may_be_asked(row)) continue;
    const bool apart =
        std::ranges::find(kApart, std::string_view(row.name), &Apart::call) != std::end(kApart);
    EXPECT_NE(is_stood_in_for(row.number), apart) << row.name;
  }
}

TEST(PreloadFunctionsTest, EveryFunctionMakesACallOfTheTable) {
  std::set<std::string_view> names(kWithCode.begin(), kWithCode.end());
  EXPECT_EQ(names.size(), kWithCode.size()) << "a name twice";
  for (const Function& function : kFunctions) {
    EXPECT_TRUE(names.insert(function.name).second) << function.name << " twice";
    EXPECT_NE(row_of(function.call), nullptr) << function.name;
  }
}

}  // namespace
}  // namespace guard::interceptor::preload
