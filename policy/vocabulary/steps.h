// SPDX-License-Identifier: Apache-2.0
// Steps: the way to one decision, for people. Noted by the very functions that decide, where they
// decide, so that an explanation cannot differ from the verdict. A caller that does not ask for
// them pays nothing: without a list no text is made. Pure, any thread.
#ifndef GUARD_POLICY_VOCABULARY_STEPS_H_
#define GUARD_POLICY_VOCABULARY_STEPS_H_

#include <string>
#include <vector>

namespace guard::policy {

struct Step {
  std::string stage;  // "rules", "mode", ...
  std::string text;   // one sentence; as it was loaded and given, not yet safe for a terminal
  bool operator==(const Step&) const = default;
};
using Steps = std::vector<Step>;

// TEXT is a function: called only where there is a list.
template <class Text>
void note(Steps* steps, const char* stage, Text text) {
  if (steps != nullptr) steps->push_back({stage, text()});
}

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_STEPS_H_
