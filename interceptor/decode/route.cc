// SPDX-License-Identifier: Apache-2.0
#include "interceptor/decode/route.h"

#include <fcntl.h>

#include <array>

#include "interceptor/kernel/missing_calls.h"
#include "interceptor/syscalls/asked_calls.h"
#include "interceptor/tracee/namespace_rules.h"

namespace guard::interceptor {
namespace {

bool only_changes_the_caller(const RawCall& call) {
  if (call.operation == Operation::kNewNamespace) return !makes_namespaces(call);
  return call.operation == Operation::kUmask || call.operation == Operation::kCredentials;
}

// utimensat(2) with both times omitted succeeds without a look at the path.
bool changes_nothing(const RawCall& call) {
  return call.metadata.changes_nothing;
}

bool changes_namespaces(const RawCall& call) {
  return is_namespace_call(call.operation);
}

// O_PATH grants no reading or writing. The flag lies in a register for open and openat; openat2's
// lies in memory that a sibling may change after judgement, and the kernel lets nobody inject such
// a descriptor: as from a kernel without openat2, programs fall back on openat.
bool is_path_only(const RawCall& call) {
  return call.operation == Operation::kOpen && (call.open_flags & O_PATH) != 0 && !call.is_openat2;
}

bool is_path_only_in_memory(const RawCall& call) {
  return call.operation == Operation::kOpen && (call.open_flags & O_PATH) != 0 && call.is_openat2;
}

struct Row {
  bool (*is_taken_by)(const RawCall& call);
  Route route;
};
constexpr std::array kRows = {
    Row{only_changes_the_caller, Route::kNoteOnly},
    Row{changes_nothing, Route::kChangesNothing},
    Row{changes_namespaces, Route::kNamespaces},
    Row{is_path_only, Route::kPathOnly},
    Row{is_path_only_in_memory, Route::kPathOnlyInMemory},
};

}  // namespace

Route route_of(const Notification& call) {
  if (is_decided_by_registers(call.number)) return Route::kReach;
  return kernel_misses(call.number) ? Route::kMissing : Route::kDecode;
}

Route route_of(const RawCall& call) {
  for (const Row& row : kRows) {
    if (row.is_taken_by(call)) return row.route;
  }
  return Route::kResolve;
}

}  // namespace guard::interceptor
