// SPDX-License-Identifier: Apache-2.0
// WildcardOrigin: whether operands were typed, or put in place of a wildcard by a shell. Told by
// the shell text that led here; without one, or where it does not hold the operands, by five or
// more operands that are all a folder shows. Immutable; any thread.
#ifndef GUARD_SUPERVISOR_FACTS_WILDCARD_ORIGIN_H_
#define GUARD_SUPERVISOR_FACTS_WILDCARD_ORIGIN_H_

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "policy/shell/shell_text.h"

namespace guard::supervisor {

class WildcardOrigin {
 public:
  // SHELL_TEXT may be empty: unknown.
  WildcardOrigin(std::string_view shell_text, const std::string& home, const std::string& cwd);
  // By the line that a shell says it is at, where values stand in place of names already (`eval`):
  // it tells a wildcard, and never that a name was typed.
  static WildcardOrigin by_line(std::string_view line, const std::string& home,
                                const std::string& cwd);
  // There is a text or a line, and it could not be read whole: no operand is known to be typed.
  static WildcardOrigin unread();
  // CWD_FD: the folder that relative operands hang from.
  [[nodiscard]] bool explains(const std::vector<std::string>& operands, int cwd_fd) const;
  // How many of them no text names.
  [[nodiscard]] std::size_t untyped(const std::vector<std::string>& operands) const;

 private:
  struct Pattern {
    std::string text;
    bool last_only = false;  // only the last component is known
  };
  void add(const policy::ShellWord& word, const std::string& home, const std::string& cwd);
  [[nodiscard]] bool matches(const std::string& operand) const;

  std::vector<Pattern> patterns_;
  bool complete_ = true;  // false: a limit cut the text
  std::unordered_set<std::string> typed_;
};

// True when NAMES (five or more, all in one folder) are exactly what that folder shows to `*`; also
// where the folder has too many entries to be compared, or cannot be read.
[[nodiscard]] bool is_whole_listing(const std::vector<std::string>& names, int cwd_fd);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_WILDCARD_ORIGIN_H_
