// SPDX-License-Identifier: Apache-2.0
// The words of a command that may name code which its program runs: a file to load, a command line,
// another program. Behind sudo whoever can change such a file has it run with other rights. By its
// entry (`code`, `code_flags`, `code_sub`); of a program that no entry speaks of each word may.
// Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_CODE_WORDS_H_
#define GUARD_POLICY_COMMAND_CODE_WORDS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "policy/command/command_levels.h"

namespace guard::policy {

struct CodeWords {
  bool open = false;               // it runs what no word settles
  std::vector<std::string> files;  // code, where such a file is there
  std::vector<std::string> paths;  // written as a path: where one could be made, too
};
// Only for LEVELS[AT]: the words that it hands on to another level are that one's.
[[nodiscard]] CodeWords code_words(const CommandLevels& reading, std::size_t at);

// Each word of LEVELS[AT] that names a file, or could name one, data and code: which file that is,
// whoever may change a folder on the way chooses. No plain option, and no name of another thing.
[[nodiscard]] std::vector<std::string> named_files(const CommandLevels& reading, std::size_t at);

// No word of it is a file, unless that has a slash: which one is there by then changes nothing.
[[nodiscard]] bool takes_names_alone(const CommandLevel& level);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_CODE_WORDS_H_
