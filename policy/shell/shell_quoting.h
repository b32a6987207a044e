// SPDX-License-Identifier: Apache-2.0
// Quoting of the shell, taken off: pieces of a word, as the grammar tells them apart, become its
// value. WordBuilder collects the pieces of one word; what it cannot know makes the word unknown.
// Pure, any thread.
#ifndef GUARD_POLICY_SHELL_SHELL_QUOTING_H_
#define GUARD_POLICY_SHELL_SHELL_QUOTING_H_

#include <string>
#include <string_view>

#include "policy/shell/shell_text.h"

namespace guard::policy {

class WordBuilder {
 public:
  void unquoted(std::string_view text);
  void double_quoted(std::string_view text);  // between the quotes, without expansions
  void raw_string(std::string_view text);     // with its quotes
  void ansi_c_string(std::string_view text);  // $'...'
  void expansion(WordBase base);              // kNone: its value is not known
  void unknown() { known_ = false; }
  [[nodiscard]] ShellWord finish(std::string_view source) const;

 private:
  void add(char c, bool wildcard);
  [[nodiscard]] bool at_start() const { return !started_ && base_ == WordBase::kNone; }

  std::string value_;
  std::string pattern_;
  WordBase base_ = WordBase::kNone;
  bool known_ = true;
  bool glob_ = false;
  bool started_ = false;  // a quoted nothing counts: ""~ is no home
  bool open_brace_ = false;
};

// A backslash before the end of a line joins the lines, but not in single quotes.
[[nodiscard]] std::string without_line_continuations(std::string_view text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_SHELL_QUOTING_H_
