// SPDX-License-Identifier: Apache-2.0
// WatchRows: what is known of the sessions of a user, fed by news: sessions, waiting questions, the
// newest acts, grants. No selection, no screen. One thread, pure.
#ifndef GUARD_CONSOLE_WATCH_WATCH_ROWS_H_
#define GUARD_CONSOLE_WATCH_WATCH_ROWS_H_

#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console/watch/watch_keys.h"
#include "console/watch/watch_news.h"

namespace guard::console {

// One line of a list. `key` tells it from all others for as long as it exists.
struct WatchRow {
  std::string key;
  std::string session;
  std::string id;  // for requests
  nlohmann::json body;
};

struct WatchedSession {
  nlohmann::json about;  // GET /v1/session; null: not asked yet
  std::string trouble;
};

class WatchRows {
 public:
  void take(const WatchNews& news);
  // Questions: the oldest first. Acts: the newest first.
  [[nodiscard]] const std::deque<WatchRow>& rows(Tab tab) const;
  [[nodiscard]] const std::map<std::string, WatchedSession>& sessions() const { return sessions_; }
  // "fshz5bq5 (claude --resume)"
  [[nodiscard]] std::string session_text(const std::string& session) const;

 private:
  using Take = void (WatchRows::*)(const WatchNews&);
  static Take taker_of(NewsKind kind);
  void on_session(const WatchNews& news);
  void on_trouble(const WatchNews& news);
  void on_changed(const WatchNews& news);
  void on_ended(const WatchNews& news);
  void on_questions(const WatchNews& news);
  void on_asked(const WatchNews& news);
  void on_settled(const WatchNews& news);
  void on_grants(const WatchNews& news);
  void on_revoked(const WatchNews& news);
  void on_act(const WatchNews& news);
  void on_acts(const WatchNews& news);
  void drop(Tab tab, const std::string& session, const std::string& id);
  void replace(Tab tab, const std::string& session, std::deque<WatchRow> rows);
  void add_question(const std::string& session, const nlohmann::json& question);
  void list_sessions();
  [[nodiscard]] std::deque<WatchRow>& list(Tab tab);

  std::map<std::string, WatchedSession> sessions_;
  std::array<std::deque<WatchRow>, kTabs> lists_;
  std::uint64_t next_act_ = 1;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_WATCH_ROWS_H_
