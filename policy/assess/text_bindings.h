// SPDX-License-Identifier: Apache-2.0
// What variables of a text may stand for: the words of a loop, a literal assignment. Good enough
// for a preview; a value that depends on the way through the text is judged when it is used. Pure;
// immutable after construction, any thread.
#ifndef GUARD_POLICY_ASSESS_TEXT_BINDINGS_H_
#define GUARD_POLICY_ASSESS_TEXT_BINDINGS_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "policy/assess/preview.h"

namespace guard::policy {

class TextBindings {
 public:
  explicit TextBindings(const Preview& preview);
  // The words that `$NAME` or `${NAME}`, quoted or not, may stand for; nullptr when WORD is
  // something else or its variable is not known.
  [[nodiscard]] const std::vector<ShellWord>* values_of(const ShellWord& word) const;

 private:
  void bind(const std::string& name, const std::vector<ShellWord>& words);
  void bind_assignment(const ShellWord& word);

  std::map<std::string, std::vector<ShellWord>, std::less<>> values_;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_TEXT_BINDINGS_H_
