// SPDX-License-Identifier: Apache-2.0
#include "console/watch/session_feeds.h"

#include <chrono>
#include <utility>

namespace guard::console {

// A socket file may be left over from a session that was killed: its feed ends at once, and it is
// looked at again with the next one.
void SessionFeeds::look(TimePoint now) {
  if (now < next_look_) return;
  next_look_ = now + std::chrono::milliseconds(kTick);
  std::erase_if(feeds_, [](const auto& feed) { return feed.second->ended(); });
  for (SessionSocket& socket : find_sockets_()) {
    if (feeds_.contains(socket.session)) continue;
    std::string session = socket.session;
    if (auto feed = SessionFeed::start(std::move(socket), inbox_, program_))
      feeds_.emplace(std::move(session), std::move(*feed));
  }
}

void SessionFeeds::send(WatchRequest request) {
  const auto feed = feeds_.find(request.session);
  if (feed != feeds_.end()) feed->second->request(std::move(request));
}

}  // namespace guard::console
