// SPDX-License-Identifier: Apache-2.0
// The difference that giving a file back would make, as `diff -u` shows it. Small files are
// compared here (line_difference.h); for the others no program but the system's own diff
// (/usr/bin/diff, root's) runs: PATH is where a supervised tree leaves programs. Only a regular
// file is read, and as the very object that was looked at: a FIFO would hold the preview up, a link
// show another file. A program that takes long over two files is ended, and ends with its caller,
// however that ends. One thread, which lives as long as the calls.
#ifndef GUARD_CONSOLE_UNDO_UNDO_DIFFERENCE_H_
#define GUARD_CONSOLE_UNDO_UNDO_DIFFERENCE_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

namespace guard::console {

// Bytes as `diff -u` wrote them, not safe to print yet.
struct PlainDifference {
  std::string text;  // empty: nothing differs
  bool is_cut = false;
  std::string why_none;  // no difference can be shown; safe text
};

class Differences {
 public:
  // IS_SECRET: what is in a file of that name is never shown. Null: no name is a secret's.
  explicit Differences(std::function<bool(const std::string& path)> is_secret = nullptr)
      : is_secret_(std::move(is_secret)) {}
  // Lines that are safe to print; empty when nothing differs or nothing is at NOW. Where none can
  // be shown, or not all, a line in brackets says why. CONTENT: the file that was kept.
  [[nodiscard]] std::string between(const std::string& content, const std::string& now,
                                    const std::string& shown);
  // The difference between BEFORE and AFTER, which are held regular files (O_PATH will do). FROM
  // and TO stand for them: safe text.
  [[nodiscard]] PlainDifference plain(int before, int after, const std::string& from,
                                      const std::string& to);

 private:
  [[nodiscard]] std::string difference(const std::string& content, const std::string& now,
                                       const std::string& shown);
  std::function<bool(const std::string& path)> is_secret_;
  std::size_t shown_ = 0;
  std::chrono::milliseconds left_{30'000};  // for all of them
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_DIFFERENCE_H_
