// SPDX-License-Identifier: Apache-2.0
// Inheritance: what CMD gets of the descriptors that guard run was started with, once the console
// has judged them (console/run/inherited_descriptors.h). Values only; any thread. Everything else
// is closed before CMD's exec.
#ifndef GUARD_INTERCEPTOR_LAUNCH_INHERITANCE_H_
#define GUARD_INTERCEPTOR_LAUNCH_INHERITANCE_H_

#include <string>
#include <vector>

namespace guard::interceptor {

// No rule sees what is done through it, so the record names it.
struct InheritedObject {
  int number = 0;
  std::string name;   // "/w/file"; bytes as the kernel has them, may be empty
  std::string words;  // "open for writing"
  bool closed = false;
};

struct Inheritance {
  std::vector<int> passing;    // from 3 up, ascending
  std::vector<int> terminals;  // of these, the person's: CMD's own takes their place
  std::vector<InheritedObject> on_record;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LAUNCH_INHERITANCE_H_
