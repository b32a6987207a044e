// SPDX-License-Identifier: Apache-2.0
// The hunks of a difference as `diff -u` writes it, and a text with some of them taken back. Pure;
// any thread.
#ifndef GUARD_CONSOLE_REVIEW_HUNKS_H_
#define GUARD_CONSOLE_REVIEW_HUNKS_H_

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard::console {

struct Hunk {
  std::size_t old_line = 0;  // the first of it, from 1; of none: the one in front of it
  std::size_t old_lines = 0;
  std::size_t new_line = 0;
  std::size_t new_lines = 0;
  // "+added", "-removed", " around", each with the line break that it has in the file.
  std::vector<std::string> lines;
};

// The hunks of DIFFERENCE. kInvalid: that is no difference, or it is cut off.
[[nodiscard]] Result<std::vector<Hunk>> hunks_of(std::string_view difference);
// TEXT, the newer one, with the hunks of these numbers (from 1) as they were before. kInvalid:
// there is no such hunk. kBusy: TEXT is not what the hunks are of.
[[nodiscard]] Result<std::string> without_hunks(std::string_view text,
                                                const std::vector<Hunk>& hunks,
                                                const std::set<std::size_t>& numbers);
// "1,3" or "1-3,5"; kInvalid: no such list.
[[nodiscard]] Result<std::set<std::size_t>> hunk_numbers(std::string_view text);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_HUNKS_H_
