// SPDX-License-Identifier: Apache-2.0
// Words of a shell text with the values of its variables in their place, as far as they are known:
// `$X`, `${X}` and `"$X"` as whole words, nothing within one. Pure, any thread.
#ifndef GUARD_POLICY_ASSESS_WORD_VALUES_H_
#define GUARD_POLICY_ASSESS_WORD_VALUES_H_

#include <string>
#include <vector>

#include "policy/assess/shell_state.h"
#include "policy/shell/shell_text.h"

namespace guard::policy {

using ShellWords = std::vector<ShellWord>;

struct ResolvedWords {
  ShellWords together;            // all values of each word, one after the other
  std::vector<ShellWords> turns;  // where one has several: the words for each of them
};

[[nodiscard]] ResolvedWords resolved(const ShellWords& words, const ShellState& state,
                                     const PreviewFolder& folder);
// The file that a redirection would open; the same redirection for each value of its target.
[[nodiscard]] std::vector<Redirection> resolved(const std::vector<Redirection>& redirections,
                                                const ShellState& state,
                                                const PreviewFolder& folder);
// The value that an assignment gives its variable; empty where that is not known.
[[nodiscard]] WordValues value_after(const Assignment& assignment, const ShellState& state);

// A word of which nothing is known but how it is written.
[[nodiscard]] ShellWord unknown_word(std::string text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_WORD_VALUES_H_
