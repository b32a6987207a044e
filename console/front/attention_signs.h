// SPDX-License-Identifier: Apache-2.0
// AttentionSigns: the bell and the title of the terminal that the front has, for the questions that
// wait, and that the session is paused. A title is drawn only where the agent's output is whole,
// and given back when nothing waits or CMD has ended. Lives on the front's thread; never blocks.
#ifndef GUARD_CONSOLE_FRONT_ATTENTION_SIGNS_H_
#define GUARD_CONSOLE_FRONT_ATTENTION_SIGNS_H_

#include <string>
#include <utility>
#include <vector>

#include "console/front/question_source.h"
#include "console/terminal/attention.h"
#include "console/terminal/pty_relay.h"

namespace guard::console {

class AttentionSigns {
 public:
  // `relay` is null without a terminal of our own.
  AttentionSigns(const AttentionPlan& plan, PtyRelay* relay);

  void note(const SourceItem& item, TimePoint now);
  // The title says it before all else. Empty: the session goes on.
  void paused(const std::string& line) { paused_ = line; }
  void on_turn(bool foreground, TimePoint now);
  // How long the loop may sleep, in ms; -1: as long as it likes.
  [[nodiscard]] int patience(TimePoint now) const;
  void close();

 private:
  static void ring_on_standard_error();
  void show_title();

  const bool titles_;
  PtyRelay* relay_;
  Attention attention_;
  std::vector<std::pair<std::string, std::string>> waiting_;  // id, what
  std::string paused_;
  std::string title_;  // on the screen; "": the agent's own
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_ATTENTION_SIGNS_H_
