// SPDX-License-Identifier: Apache-2.0
// Attention: when the bell of the person's terminal rings for a question, and what its title says
// while one is on the screen. A question of tier 3 rings at once, and when somebody else answered
// it; one of tier 2 once it has waited for a while. Pure: the time comes in.
#ifndef GUARD_CONSOLE_TERMINAL_ATTENTION_H_
#define GUARD_CONSOLE_TERMINAL_ATTENTION_H_

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace guard::console {

struct AttentionPlan {
  bool bell = false;
  bool title = false;
  std::chrono::seconds after{10};
};

class Attention {
 public:
  explicit Attention(const AttentionPlan& plan) : plan_(plan) {}

  void asked(const std::string& id, int tier, TimePoint now);
  // `here`: by the person at this terminal, who knows.
  void settled(const std::string& id, int tier, bool here);
  [[nodiscard]] bool take_bell(TimePoint now);
  // When take_bell() will be true by itself; none: nothing waits to ring.
  [[nodiscard]] std::optional<TimePoint> next() const;

 private:
  AttentionPlan plan_;
  std::map<std::string, TimePoint> rings_;
  bool ring_ = false;
};

// For terminals that can give the old title back.
[[nodiscard]] bool keeps_titles(std::string_view term, bool in_tmux);
// Puts the title aside and shows another.
[[nodiscard]] std::string title_shown(std::string_view text);
[[nodiscard]] std::string title_back();

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_ATTENTION_H_
