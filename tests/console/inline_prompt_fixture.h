// SPDX-License-Identifier: Apache-2.0
// InlinePromptTest: a question box on a terminal that is a text, with a clock of its own.
#ifndef GUARD_TESTS_CONSOLE_INLINE_PROMPT_FIXTURE_H_
#define GUARD_TESTS_CONSOLE_INLINE_PROMPT_FIXTURE_H_

#include <gtest/gtest.h>

#include <chrono>
#include <clocale>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "console/terminal/inline_prompt.h"

namespace guard::console {

class InlinePromptTest : public ::testing::Test {
 protected:
  void SetUp() override { std::setlocale(LC_CTYPE, "C.UTF-8"); }

  static nlohmann::json question(int tier) {
    return {{"id", "3f2a91bc"},
            {"tier", tier},
            {"what", "git push origin main"},
            {"pattern", "git push origin *"},
            {"scopes", {"once", "command", "session", "minutes"}},
            {"covers", {{"session", "pushes like git push origin *"}}},
            {"confirm", tier >= 3 ? nlohmann::json("CONFIRM") : nlohmann::json(nullptr)},
            {"deadline", iso_time(kStart + std::chrono::hours(1))}};
  }

  InlinePrompt& ask(nlohmann::json shown, std::size_t rows = 24) {
    prompt_.emplace(std::move(shown), ViewStyle{80, true, false}, rows);
    now_ = kStart;
    drawn_ = prompt_->open(now_);
    return *prompt_;
  }
  // The loop turns, and nobody types.
  void rest(std::chrono::milliseconds time) {
    for (const TimePoint end = now_ + time; now_ < end;) {
      now_ += std::chrono::milliseconds(100);
      if (const std::string drawn = prompt_->on_tick(now_); !drawn.empty()) drawn_ = drawn;
    }
  }
  // Types each string as one read, as a person who takes his time.
  void type(std::initializer_list<std::string_view> reads) {
    for (const std::string_view read : reads) {
      rest(std::chrono::milliseconds(1600));
      drawn_ = prompt_->on_typed(read, now_);
    }
    rest(std::chrono::milliseconds(500));
  }
  // One key after the other, at a typist's speed.
  void type_text(std::string_view text, std::chrono::milliseconds between) {
    for (const char key : text) {
      drawn_ = prompt_->on_typed(std::string_view(&key, 1), now_);
      rest(between);
    }
  }
  // All of the box as it is now.
  [[nodiscard]] std::string box() { return prompt_->resized(ViewStyle{80, true, false}, 24, now_); }
  [[nodiscard]] std::string verdict() const {
    if (!prompt_->answer()) return "none";
    const PromptAnswer& answer = *prompt_->answer();
    return answer.approve ? "yes " + answer.scope + " " + answer.confirm : "no";
  }

  static constexpr TimePoint kStart{std::chrono::hours(400000)};
  std::optional<InlinePrompt> prompt_;
  TimePoint now_ = kStart;
  std::string drawn_;
};

}  // namespace guard::console

#endif  // GUARD_TESTS_CONSOLE_INLINE_PROMPT_FIXTURE_H_
