// SPDX-License-Identifier: Apache-2.0
// SessionFeeds: a feed for every session that there is, those that come later too. One thread.
#ifndef GUARD_CONSOLE_WATCH_SESSION_FEEDS_H_
#define GUARD_CONSOLE_WATCH_SESSION_FEEDS_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "console/session/session_sockets.h"
#include "console/watch/session_feed.h"

namespace guard::console {

// Finds the sessions that there are now; called again and again.
using FindSockets = std::function<std::vector<SessionSocket>()>;

class SessionFeeds {
 public:
  static constexpr int kTick = 500;  // ms: between two looks for new sessions

  // `inbox` must outlive this. `program`: how answers are signed.
  SessionFeeds(FindSockets find_sockets, Inbox& inbox, std::string program)
      : find_sockets_(std::move(find_sockets)), inbox_(inbox), program_(std::move(program)) {}

  // Does nothing until kTick after the look before.
  void look(TimePoint now);
  void send(WatchRequest request);

 private:
  FindSockets find_sockets_;
  Inbox& inbox_;
  const std::string program_;
  std::map<std::string, std::unique_ptr<SessionFeed>> feeds_;
  TimePoint next_look_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_SESSION_FEEDS_H_
