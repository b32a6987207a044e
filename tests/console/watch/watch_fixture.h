// SPDX-License-Identifier: Apache-2.0
// News and keys for tests of `guard watch`.
#ifndef GUARD_TESTS_CONSOLE_WATCH_WATCH_FIXTURE_H_
#define GUARD_TESTS_CONSOLE_WATCH_WATCH_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "console/watch/watch_model.h"

namespace guard::console {

class WatchTest : public ::testing::Test {
 protected:
  using Json = nlohmann::json;

  static Json question(const std::string& id, int tier = 2, const std::string& asked = "1") {
    return {{"id", id},
            {"state", "pending"},
            {"what", "rm -rf ./" + id},
            {"why", "the agent ran it"},
            {"risk", "Files or their history may be lost."},
            {"risk_level", tier >= 3 ? "high" : "medium"},
            {"tier", tier},
            {"confirm", tier >= 3 ? Json("CONFIRM") : Json(nullptr)},
            {"scopes", {"once", "session"}},
            {"pattern", "rm -rf " + id},
            {"chain", {"claude", "rm"}},
            {"asked", "2025-03-01T09:05:0" + asked},
            {"deadline", "2025-03-02T09:05:07Z"}};
  }
  void begin(const std::string& session = "s1") {
    take({NewsKind::kSession, session, "", "", {{"command", "claude"}, {"mode", "balanced"}}});
  }
  void ask(const std::string& id, int tier = 2, const std::string& asked = "1",
           const std::string& session = "s1") {
    take({NewsKind::kAsked, session, "", "", question(id, tier, asked)});
  }
  void settle(const std::string& id, const std::string& session = "s1") {
    Json settled = question(id);
    settled["state"] = "denied";
    settled["answered_by"] = "ana (terminal)";
    take({NewsKind::kSettled, session, "", "", settled});
  }
  void take(const WatchNews& news) { model_.take(news, now_); }
  // The loop turns, and nobody types.
  std::vector<WatchRequest> wait(std::chrono::milliseconds time = std::chrono::seconds(2)) {
    std::vector<WatchRequest> all;
    for (const TimePoint end = now_ + time; now_ < end;) {
      now_ += std::chrono::milliseconds(50);
      for (WatchRequest& request : model_.on_keys({}, now_)) all.push_back(std::move(request));
    }
    return all;
  }

  // As a person types who takes his time: one key after the other.
  std::vector<WatchRequest> type(std::string_view text,
                                 std::chrono::milliseconds after = std::chrono::milliseconds(500)) {
    std::vector<WatchRequest> all;
    for (const char c : text) {
      for (WatchRequest& request : model_.on_keys({key_of(c)}, now_))
        all.push_back(std::move(request));
      for (WatchRequest& request : wait(after)) all.push_back(std::move(request));
    }
    return all;
  }
  // As a terminal sends it.
  static WatchKey key_of(char c) {
    if (c == '\r') return {Press::kEnter, 0};
    if (c == '\x1b') return {Press::kEscape, 0};
    return {Press::kChar, c};
  }
  std::vector<WatchRequest> press(const std::vector<WatchKey>& keys) {
    std::vector<WatchRequest> all = model_.on_keys(keys, now_);
    for (WatchRequest& request : wait(std::chrono::milliseconds(500)))
      all.push_back(std::move(request));
    return all;
  }
  std::vector<WatchRequest> press(Press key) { return press({WatchKey{key, 0}}); }
  [[nodiscard]] std::string selected() const {
    return model_.selected() == nullptr ? "" : model_.selected()->id;
  }

  TimePoint now_ = *parse_iso_time("2025-03-01T09:05:07Z");
  WatchModel model_;
};

}  // namespace guard::console

#endif  // GUARD_TESTS_CONSOLE_WATCH_WATCH_FIXTURE_H_
