// SPDX-License-Identifier: Apache-2.0
// PatchLines: the lines of `git diff --no-index a b` over files that have numbers for names, with
// the names that they stand for. A number has no attributes of a workspace, and pairs what belongs
// together whatever it was called. Pure; any thread.
#ifndef GUARD_CONSOLE_REVIEW_PATCH_LINES_H_
#define GUARD_CONSOLE_REVIEW_PATCH_LINES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace guard::console {

// Relative paths; equal, unless it was moved.
struct PatchNames {
  std::string before;
  std::string now;
};

// As git writes it: in quotes where it has to be. PREFIX: "a/".
[[nodiscard]] std::string patch_name(std::string_view prefix, std::string_view path);
// A file that was moved and has its old content. Modes as git has them ("100644").
[[nodiscard]] std::string move_lines(const PatchNames& names, std::string_view old_mode,
                                     std::string_view new_mode);

class PatchLines {
 public:
  // NAMES of a/0, a/1, ...; outlives this.
  explicit PatchLines(const std::vector<PatchNames>& names) : names_(names) {}
  // LINE with its end -> what stands for it.
  [[nodiscard]] std::string take(std::string_view line);
  // The number of the part that the last line was of.
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  void begin(std::string_view line);
  [[nodiscard]] std::string first_of_head(std::string_view line);
  const std::vector<PatchNames>& names_;
  std::size_t number_ = 0;  // of this part
  PatchNames file_;
  bool in_head_ = false;
  bool has_begun_ = false;  // its first line is not written yet
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_PATCH_LINES_H_
