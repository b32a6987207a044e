// SPDX-License-Identifier: Apache-2.0
// The operation table: how the calls of each operation are held, with whose rights they are carried
// out, and what may wait. One row, one act, one test make a new operation. A call that the kernel
// carries out by registers alone (umask, new namespaces) has no row: route.h. Values that never
// change.
#ifndef GUARD_INTERCEPTOR_OPERATIONS_OPERATION_TABLE_H_
#define GUARD_INTERCEPTOR_OPERATIONS_OPERATION_TABLE_H_

#include <span>

#include "interceptor/acts/acts.h"
#include "interceptor/resolve/resolvers.h"

namespace guard::interceptor {

enum class Rights {
  kTracees,          // its credentials, in its namespaces of users and mounts
  kInAllNamespaces,  // the same in every namespace of the tracee
  kTakenOnByTheAct,  // the act reads the tracee's memory first, or leaves out capabilities
};

enum class Names {
  kKept,
  kChanged,  // under the mutation lock of the executor: no other call swaps a name meanwhile
};

struct OperationRow {
  Operation operation;
  Result<void> (*prepare)(Resolving& r) = prepare_path;
  Result<void> (*resolve)(Resolving& r);
  // None: the kernel starts the program itself, and guard verifies which one it was (an exec).
  Executed (*act)(HeldCall& call, const Credentials& own);
  Names names = Names::kKept;
  Rights rights = Rights::kTracees;
  // None: the act never waits for somebody for longer than the mediator may.
  bool (*may_block)(const HeldCall& call) = nullptr;
  // Ends an act that waited: its answer by now, else ERROR. None: it came to nothing.
  Executed (*so_far)(HeldCall& call, int error) = nullptr;
};

[[nodiscard]] std::span<const OperationRow> operation_table();
// Null: the operation is never held.
[[nodiscard]] const OperationRow* row_of(Operation operation);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_OPERATIONS_OPERATION_TABLE_H_
