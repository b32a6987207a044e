// SPDX-License-Identifier: Apache-2.0
// What guard run does about the descriptors that it was started with: from 3 up what passes stays
// open for CMD, what does not is closed in this process, before any other of guard's exists, and is
// told in one notice. Standard streams stay. The kind decides (interceptor/descriptor_kind.h), of
// files and named pipes also the place. Single-threaded, at the start; the console alone.
#ifndef GUARD_CONSOLE_INHERITED_DESCRIPTORS_H_
#define GUARD_CONSOLE_INHERITED_DESCRIPTORS_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "interceptor/inheritance.h"
#include "policy/path_class.h"

namespace guard::console {

// Which descriptors this process was started with, and which of them the person keeps.
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

#endif  // GUARD_CONSOLE_INHERITED_DESCRIPTORS_H_
