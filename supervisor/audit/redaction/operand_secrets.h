// SPDX-License-Identifier: Apache-2.0
// Tells which operands are secrets by the place they stand at: "htpasswd -b FILE USER PASSWORD",
// "vault login TOKEN". A table of rows. Not thread-safe: one for each walk over words.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_OPERAND_SECRETS_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_OPERAND_SECRETS_H_

#include <cstddef>
#include <string_view>

namespace guard::supervisor {

struct OperandRow;

class OperandWatch {
 public:
  // Words in their order, each once; one without data ends a command.
  [[nodiscard]] bool is_secret(std::string_view word);

 private:
  void see_option(std::string_view word);
  void see_program(std::string_view word);
  [[nodiscard]] bool take_subcommand(std::string_view word);
  [[nodiscard]] bool see_operand(std::string_view word);

  bool at_start_ = true;             // nothing but "sudo", "A=b" and the like before
  const OperandRow* row_ = nullptr;  // of the program whose operands these are
  std::string_view program_;         // its name
  bool from_start_ = false;          // that program began the command
  bool named_ = false;               // the row's subcommand was seen, or it has none
  bool skip_ = false;                // the next word is the value of an option
  bool flag_ = false;                // the row's flag was seen
  bool shorter_ = false;             // and the one that takes an operand away
  std::size_t operands_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_OPERAND_SECRETS_H_
