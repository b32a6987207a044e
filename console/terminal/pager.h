// SPDX-License-Identifier: Apache-2.0
// Pager: long text a page at a time, below what is there, as more(1) shows it. Lines come safe and
// lose their middle where they do not fit the terminal. A value; knows no terminal.
#ifndef GUARD_CONSOLE_TERMINAL_PAGER_H_
#define GUARD_CONSOLE_TERMINAL_PAGER_H_

#include <string>
#include <vector>

#include "console/terminal/question_view.h"

namespace guard::console {

class Pager {
 public:
  // The size that lines must fit to be shown whole. The last column stays free, because some
  // terminals go on to the next line behind it.
  [[nodiscard]] static ViewStyle paper(ViewStyle style);
  void open(std::vector<std::string> lines) { lines_ = std::move(lines), first_ = 0; }
  // False: that was the key to leave.
  [[nodiscard]] bool take(char key, std::size_t rows);
  [[nodiscard]] std::string page(const ViewStyle& style, std::size_t rows) const;

 private:
  std::vector<std::string> lines_;
  std::size_t first_ = 0;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_PAGER_H_
