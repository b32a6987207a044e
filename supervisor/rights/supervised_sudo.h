// SPDX-License-Identifier: Apache-2.0
// A sudo that starts a guard of root's own for its command: `sudo -n make install` becomes
// `sudo -n -- GUARD run --raised-by PID:FD -- make install`. Where sudo has more to do for it (-u,
// -i, A=1), the guard runs that very sudo: root needs no password for it, and sudo reads its own
// words. Pure, any thread.
#ifndef GUARD_SUPERVISOR_RIGHTS_SUPERVISED_SUDO_H_
#define GUARD_SUPERVISOR_RIGHTS_SUPERVISED_SUDO_H_

#include <optional>
#include <string>
#include <vector>

namespace guard::supervisor {

struct SupervisedSudo {
  std::vector<std::string> asking;  // options by which sudo itself asks: -n, -S, -p PROMPT
  std::vector<std::string> inner;   // what the guard is to run
};

// nullopt: it starts nothing (sudo -l, -v, -k, --version). IMAGE: of this sudo.
[[nodiscard]] std::optional<SupervisedSudo> supervised_sudo(const std::vector<std::string>& argv,
                                                            const std::string& image);
// GUARD and what it is started with come between sudo's options and the command.
[[nodiscard]] std::vector<std::string> words_of(const SupervisedSudo& sudo,
                                                const std::vector<std::string>& guard);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RIGHTS_SUPERVISED_SUDO_H_
