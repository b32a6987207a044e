// SPDX-License-Identifier: Apache-2.0
// Judges the descriptors that guard run was started with, from 3 up. Those that pass stay open for
// CMD. All others are closed in this process, before any other process of guard exists, and one
// notice names them. Standard streams stay open. The kind decides
// (interceptor/launch/descriptor_kind.h); for files and named pipes the place decides as well.
// Single-threaded, at the start.
#ifndef GUARD_CONSOLE_RUN_INHERITED_DESCRIPTORS_H_
#define GUARD_CONSOLE_RUN_INHERITED_DESCRIPTORS_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "interceptor/launch/inheritance.h"
#include "policy/paths/path_class.h"

namespace guard::console {

// The descriptors that this process was started with, and those of them that the person keeps.
struct InheritedNumbers {
  std::vector<int> all;   // from 3 up, ascending
  std::vector<int> kept;  // --keep-fd
};

// Call it before anything is opened. Fails when one of KEPT was not inherited, or when it cannot be
// told what was.
[[nodiscard]] Result<InheritedNumbers> find_inherited(const std::vector<int>& kept);

struct SettledDescriptors {
  interceptor::Inheritance inheritance;
  std::string notice;  // one line for people; empty: nothing was closed
};

// Closes what CMD must not have. ROOTS: of the policy that holds.
[[nodiscard]] SettledDescriptors settle_inherited(const InheritedNumbers& numbers,
                                                  policy::PathRoots roots);

// For a process that only waits: a pipe that it keeps open never ends for who reads it.
void close_descriptors(const std::vector<int>& numbers);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_RUN_INHERITED_DESCRIPTORS_H_
