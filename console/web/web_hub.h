// SPDX-License-Identifier: Apache-2.0
// WebHub: what all sessions do, for every page that is open: the feeds and rows of guard watch,
// told on as server-sent events. A page gets all that is known when it comes ("state"), then what
// changes. A page that does not take its events is dropped and comes again. Any thread; the hub has
// its own.
#ifndef GUARD_CONSOLE_WEB_WEB_HUB_H_
#define GUARD_CONSOLE_WEB_WEB_HUB_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/files/unique_fd.h"
#include "console/watch/session_feeds.h"
#include "console/watch/watch_rows.h"

namespace guard::console {

// The events that one page has not taken yet.
class PageEvents {
 public:
  static constexpr std::size_t kMost = 8 << 20;  // bytes

  explicit PageEvents(UniqueFd arrived) : arrived_(std::move(arrived)) {}
  void put(std::string_view text);
  [[nodiscard]] std::string take();
  [[nodiscard]] int fd() const { return arrived_.get(); }  // readable: take
  [[nodiscard]] bool overflowed() const { return overflowed_; }

 private:
  UniqueFd arrived_;
  std::mutex mutex_;
  std::string waiting_;
  std::atomic<bool> overflowed_ = false;
};

class WebHub {
 public:
  [[nodiscard]] static Result<std::unique_ptr<WebHub>> start(const FindSockets& find_sockets);
  ~WebHub();
  WebHub(const WebHub&) = delete;
  WebHub& operator=(const WebHub&) = delete;

  [[nodiscard]] Result<std::shared_ptr<PageEvents>> subscribe();
  // Every stream looks up: who may see it may have changed.
  void wake();

 private:
  WebHub(const FindSockets& find_sockets, std::unique_ptr<Inbox> inbox);
  void run();
  void take(const WatchNews& news);
  [[nodiscard]] nlohmann::json state() const;

  std::unique_ptr<Inbox> inbox_;
  SessionFeeds feeds_;
  std::mutex mutex_;
  WatchRows rows_;
  std::vector<std::weak_ptr<PageEvents>> pages_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;  // last: it uses all of the above
};

// "event: NAME\ndata: ...\n\n"
[[nodiscard]] std::string page_event(std::string_view name, const nlohmann::json& data);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_HUB_H_
