// SPDX-License-Identifier: Apache-2.0
// LineOwners: whose each line of a text is, as it goes from state to state: a line that stays keeps
// its owner, and a new one is of whoever made the next state. Only what is given back from an
// earlier state is its earlier owner's again: somebody who writes the same line anew is its owner.
// Owners are numbers of the caller's. Pure; one thread.
#ifndef GUARD_CONSOLE_BLAME_LINE_OWNERS_H_
#define GUARD_CONSOLE_BLAME_LINE_OWNERS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard::console {

class LineOwners {
 public:
  // All lines of TEXT are OWNER's.
  LineOwners(std::string text, std::size_t owner);
  // TEXT comes in its place, by OWNER. kInvalid: too many lines differ, and nothing changed.
  Result<void> replace(std::string text, std::size_t owner);
  // The same, by an undo OWNER: its lines are whose they were in the latest earlier state that has
  // them, and OWNER's where none has.
  Result<void> give_back(std::string text, std::size_t owner);
  // One for each line of the text, which may end without a line break.
  [[nodiscard]] const std::vector<std::size_t>& owners() const { return now_.owners; }

 private:
  using Owners = std::vector<std::size_t>;
  struct State {
    std::string text;
    Owners owners;
  };
  void go_on_with(std::string text, Owners owners);

  State now_;
  std::vector<State> earlier_;
};

// The lines of TEXT with their breaks.
[[nodiscard]] std::vector<std::string_view> lines_of_text(std::string_view text);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_BLAME_LINE_OWNERS_H_
