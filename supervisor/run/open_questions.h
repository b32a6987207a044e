// SPDX-License-Identifier: Apache-2.0
// Questions that still wait when CMD ends: whether they may go on, and how they count. Control
// thread.
#ifndef GUARD_SUPERVISOR_RUN_OPEN_QUESTIONS_H_
#define GUARD_SUPERVISOR_RUN_OPEN_QUESTIONS_H_

#include <cstdint>
#include <functional>
#include <string>

#include "supervisor/approval/broker.h"

namespace guard::supervisor {

// Somebody ended the command: then nobody is asked any more, whatever of it still runs.
[[nodiscard]] bool ends_by_hand(int signal);
// The same of a signal that the command caught, and ended on with a status of its own. Ctrl-C is
// left out: it cancels what an agent does, and not the agent.
[[nodiscard]] bool asks_to_end(int signal);

[[nodiscard]] std::string ended_text(int signal);  // why nobody is asked

// Denies all that waits and all that comes. REFUSED: how many questions were refused so far. How
// many more are to be counted than it says in the end: calls that are not through by then.
[[nodiscard]] std::uint64_t close_questions(Broker& broker, const std::string& reason,
                                            const std::function<std::uint64_t()>& refused);

// Questions that wait, of what PID has started. PID lives, so its number means nobody else.
[[nodiscard]] std::uint64_t count_below(const Broker& broker, int pid);

// "; 2 questions wait for an answer: guard pending", or "".
[[nodiscard]] std::string waiting_text(const Broker& broker);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_OPEN_QUESTIONS_H_
