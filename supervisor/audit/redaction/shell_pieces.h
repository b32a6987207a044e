// SPDX-License-Identifier: Apache-2.0
// Splits text into words roughly as a shell would, only to look for secrets in them: never to
// decide anything. Quotes, escapes and continued lines are taken out of the words ("--pass''word"
// is
// "--password"), an unquoted $IFS is a blank; what is found in a word is led back to where it
// stands in the text. The words point into the text or into this object. Takes time for the text's
// length only. Immutable once made, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_SHELL_PIECES_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_SHELL_PIECES_H_

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "supervisor/audit/redaction/secret_value.h"

namespace guard::supervisor {

class ShellPieces {
 public:
  explicit ShellPieces(std::string_view text);  // the text must outlive it
  ShellPieces(const ShellPieces&) = delete;
  ShellPieces& operator=(const ShellPieces&) = delete;

  // The words of all commands in their order; an empty word without data ends a command.
  [[nodiscard]] std::span<const std::string_view> words() const { return words_; }
  // Files that redirections name: they are no operands.
  [[nodiscard]] std::span<const std::string_view> targets() const { return targets_; }
  // The words that end a command whose output is the next one's input.
  [[nodiscard]] std::span<const std::size_t> pipes() const { return pipes_; }
  // For "<<<text": where in its command's words it stands, and the text.
  using HereString = std::pair<std::size_t, std::string_view>;
  [[nodiscard]] std::span<const HereString> here_strings() const { return here_strings_; }
  // The words of the command around that place, and the place behind them.
  [[nodiscard]] std::size_t end_of_command(std::size_t place) const;
  [[nodiscard]] std::span<const std::string_view> command_at(std::size_t place) const;
  // Is the word one string in quotes with escapes in it, taken out? Not so `"a":1,"b":2`.
  [[nodiscard]] bool is_unescaped(std::string_view word) const;
  // A secret found in a word, where it stands in the text.
  [[nodiscard]] Secret in_text(const Secret& secret) const;

 private:
  [[nodiscard]] bool is_rewritten(std::string_view word) const;
  std::size_t skip_separators(std::size_t at);
  std::size_t redirection(std::size_t at);
  void end_command(bool pipe);
  [[nodiscard]] std::string_view word_at(std::size_t begin, std::size_t end);
  [[nodiscard]] std::string_view rewritten(std::size_t begin, std::size_t end);

  std::string_view text_;
  std::string plain_;                // bytes of the rewritten words
  std::vector<std::size_t> origin_;  // where each of them stands in the text
  std::vector<std::string_view> words_;
  std::vector<std::string_view> targets_;
  std::vector<std::size_t> pipes_;
  std::vector<HereString> here_strings_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_SHELL_PIECES_H_
