// SPDX-License-Identifier: Apache-2.0
// The front: the process the user started. It owns the person's terminal, stands in for CMD towards
// the shell (signals, Ctrl-Z, exit status) and asks the person; all supervision is in the serving
// process at the other end of the link. It leaves when CMD has ended, whatever still lives in the
// background. One thread; everything it waits for is one poll(2).
#ifndef GUARD_CONSOLE_FRONT_FRONT_H_
#define GUARD_CONSOLE_FRONT_FRONT_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "console/front/question_source.h"
#include "console/terminal/attention.h"
#include "console/terminal/pty_relay.h"
#include "supervisor/processes/front_link.h"

namespace guard::console {

struct FrontPlan {
  supervisor::FrontLink link;
  std::optional<PtyPair> pty;  // the agent's own terminal
  bool quiet = false;
  // Opened when CMD has started, for then the session's socket answers. Null: questions are
  // answered elsewhere.
  std::function<std::unique_ptr<QuestionSource>()> open_questions;
  std::string where = {};  // question_notice
  AttentionPlan attention = {};
  // Notices for when CMD starts; who cannot start is told why, no more. Empty ones are left out.
  std::vector<std::string> at_start = {};
  TerminalEnds ends = {};  // of the person's terminal, where there is a pty
  UniqueFd upper = {};     // the session outside is asked, and nobody here (upper_asker.h)
};

// How CMD (or guard itself) ended.
struct Ending {
  int status = 125;
  int signal = 0;              // not 0: ended by it
  std::string text = {};       // guard's own line, when guard failed
  bool refusals_fail = false;  // CMD ended with 0; `status` is of what was refused
  bool lacks_records = false;  // not all that CMD did is on record
  bool goes_on = false;        // processes that outlived CMD run, under guard
  bool nothing_ran = false;    // guard failed before CMD started
};

// Runs until CMD has ended; the terminal is as it was before.
[[nodiscard]] Ending run_front(FrontPlan plan);
// Says what there is to say and returns the exit status, or does not return: ends as CMD did.
[[nodiscard]] int pass_on(const Ending& ending);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_FRONT_H_
