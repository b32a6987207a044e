// SPDX-License-Identifier: Apache-2.0
// Every call that is held has a row that says how, and one that says how it is carried out.
#include "interceptor/operations/operation_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "interceptor/decode/route.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {
namespace {

// A mount is one of the tree's namespaces first (namespace_rules.h), and held after that.
bool may_be_held(const SyscallRow& row) {
  if (row.operation == Operation::kMount) return true;
  RawCall call;
  call.row = &row;
  call.operation = row.operation;
  return row.operation != Operation::kNone && route_of(call) == Route::kResolve;
}

TEST(OperationTableTest, EveryOperationThatIsHeldHasOneRow) {
  std::set<Operation> held;
  for (const SyscallRow& row : all_rows()) {
    if (may_be_held(row)) held.insert(row.operation);
  }
  std::set<Operation> rows;
  for (const OperationRow& row : operation_table())
    EXPECT_TRUE(rows.insert(row.operation).second) << static_cast<int>(row.operation);
  EXPECT_EQ(rows, held);
}

TEST(OperationTableTest, ARowSaysAllOfItsOperation) {
  for (const OperationRow& row : operation_table()) {
    EXPECT_EQ(row_of(row.operation), &row);
    EXPECT_NE(row.prepare, nullptr);
    EXPECT_NE(row.resolve, nullptr);
    EXPECT_EQ(row.act == nullptr, row.operation == Operation::kExec);
  }
}

TEST(OperationTableTest, WhatRegistersDecideHasNone) {
  for (const Operation operation :
       {Operation::kNone, Operation::kUmask, Operation::kNewNamespace, Operation::kMountTree,
        Operation::kChangeRoot, Operation::kCredentials})
    EXPECT_EQ(row_of(operation), nullptr) << static_cast<int>(operation);
}

// No name that was judged may be swapped before the act.
TEST(OperationTableTest, WhatChangesNamesDoesSoUnderTheLock) {
  for (const Operation operation :
       {Operation::kOpen, Operation::kRemove, Operation::kRename, Operation::kMakeDirectory,
        Operation::kMakeNode, Operation::kLink, Operation::kSymlink, Operation::kBind})
    EXPECT_EQ(row_of(operation)->names, Names::kChanged) << static_cast<int>(operation);
}

}  // namespace
}  // namespace guard::interceptor
