// SPDX-License-Identifier: Apache-2.0
// Provenance: from the chain of processes that led to an act, the sentence "why" of a question.
// Pure; any thread. Texts are bytes of programs: the sentences are made safe for a terminal
// (base/text).
//   why_of({{agent}, {bash -c "make clean"}, {make clean}, {sh -c "rm -f *.o"}, {rm -f a.o b.o}})
//     = "the agent's command: bash -c 'make clean'; in it: sh -c 'rm -f *.o'"
#ifndef GUARD_SUPERVISOR_FACTS_PROVENANCE_H_
#define GUARD_SUPERVISOR_FACTS_PROVENANCE_H_

#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

struct ChainLink {
  int pid = 0;
  std::vector<std::string> argv;
  std::string exe;        // canonical path of the image; may be empty
  std::string script;     // the script that the image runs, if it is one
  bool agent = false;     // the agent itself, as another process
  std::string line = {};  // what this shell says that it is at (interceptor/process/shell_line.h)
};

// The agent's own process first (what `guard run` started), the acting process last.
using Chain = std::vector<ChainLink>;

// `wrapped`: what the agent puts around its commands (policy/model/profile.h). `started`: the
// arguments of the program that the last link is about to start; none: it does something else. A
// shell's line is told where it led to what came next, and says more than that.
[[nodiscard]] std::string why_of(const Chain& chain, const std::vector<std::string>& wrapped = {},
                                 const std::vector<std::string>& started = {});
// The line of a shell led to what is started by these words: its name and what was typed of its
// operands stand in them. In a trap, or in a child that does something of its own, it did not.
[[nodiscard]] bool line_led_to(const std::string& line, const std::vector<std::string>& argv);
// "claude", "bash", "rm".
[[nodiscard]] std::vector<std::string> names_of(const Chain& chain);
// The command that an agent meant, without what it wraps around every command
// (`source SNAPSHOT && eval 'CMD' < /dev/null && pwd -P >| FILE`); TEXT itself when nothing does.
[[nodiscard]] std::string inner_command(const std::string& text);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_PROVENANCE_H_
