// SPDX-License-Identifier: Apache-2.0
// SessionFeed: one session, watched from a thread of its own, so that one that hangs holds up no
// other. Hands what it learns to the inbox and sends what it is given; resumes its stream where it
// broke off. When nobody listens there any more it says so once and ends.
#ifndef GUARD_CONSOLE_WATCH_SESSION_FEED_H_
#define GUARD_CONSOLE_WATCH_SESSION_FEED_H_

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/files/unique_fd.h"
#include "console/session/client.h"
#include "console/session/session_sockets.h"
#include "console/watch/watch_news.h"

namespace guard::console {

// The news that the feeds leave and the screen's thread takes. Any thread.
class Inbox {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Inbox>> make();
  void put(WatchNews news);
  [[nodiscard]] std::vector<WatchNews> take();
  [[nodiscard]] int fd() const { return arrived_.get(); }  // readable: take

 private:
  explicit Inbox(UniqueFd arrived) : arrived_(std::move(arrived)) {}
  UniqueFd arrived_;
  std::mutex mutex_;
  std::vector<WatchNews> news_;
};

class SessionFeed {
 public:
  // `inbox` must outlive this. `program`: how answers are signed.
  [[nodiscard]] static Result<std::unique_ptr<SessionFeed>> start(SessionSocket socket,
                                                                  Inbox& inbox,
                                                                  const std::string& program);
  ~SessionFeed();  // waits for a request under way, at most its patience
  SessionFeed(const SessionFeed&) = delete;
  SessionFeed& operator=(const SessionFeed&) = delete;

  void request(WatchRequest request);
  [[nodiscard]] bool ended() const { return ended_.load(); }

 private:
  SessionFeed(SessionSocket socket, Inbox& inbox, const std::string& program, UniqueFd wake);
  void run();
  [[nodiscard]] bool begin();
  [[nodiscard]] bool follow();
  void take(const ServerEvent& event);
  [[nodiscard]] Result<Reply> send(const WatchRequest& request) const;
  void serve(const WatchRequest& request);
  void serve_all();
  void fetch_grants();
  void fetch_acts();
  // False: the session has ended; else its trouble is told.
  [[nodiscard]] bool lives(const Error& error);
  void pause();
  [[nodiscard]] bool stopping();
  void put(NewsKind kind, nlohmann::json body = nullptr, std::string id = "",
           std::string text = "");

  SessionSocket socket_;
  Inbox& inbox_;
  const std::string program_;
  Client client_;
  UniqueFd wake_;
  std::mutex mutex_;
  std::deque<WatchRequest> requests_;
  bool stopping_ = false;
  std::atomic<bool> ended_ = false;
  std::uint64_t last_event_ = 0;
  bool grants_changed_ = false;
  bool has_acts_ = false;
  std::string trouble_;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_SESSION_FEED_H_
