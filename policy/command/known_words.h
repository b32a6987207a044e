// SPDX-License-Identifier: Apache-2.0
// A command line whose programs are called what they are, not what somebody named a copy. Pure but
// for the function that it is handed; any thread.
#ifndef GUARD_POLICY_COMMAND_KNOWN_WORDS_H_
#define GUARD_POLICY_COMMAND_KNOWN_WORDS_H_

#include <functional>
#include <string>
#include <vector>

#include "policy/model/spec_table.h"

namespace guard::policy {

// WORD names a program. The path of the installed one that it is a copy of; empty: of none.
using KnownName = std::function<std::string(const std::string& word)>;

// The programs behind the first that are looked at.
enum class InnerPrograms {
  kAll,           // those of every wrapper
  kBehindLoader,  // those that no exec of their own will show
};

// ARGV with the programs that it runs in place of themselves (`env ./x -rf d` is env, /usr/bin/rm):
// all but the first, which is settled already. Whatever cannot be told stays as it is,
// and so does a script that an interpreter is handed.
[[nodiscard]] std::vector<std::string> with_known_programs(std::vector<std::string> argv,
                                                           const SpecTable& specs,
                                                           InnerPrograms inner,
                                                           const KnownName& known_name);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_KNOWN_WORDS_H_
