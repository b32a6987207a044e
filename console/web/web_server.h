// SPDX-License-Identifier: Apache-2.0
// WebServer: listens where it is told and gives every connection a thread of its own, kMost at
// once. One that is stopped ends all of them. Knows nothing of what is served.
#ifndef GUARD_CONSOLE_WEB_WEB_SERVER_H_
#define GUARD_CONSOLE_WEB_WEB_SERVER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <thread>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "console/web/page_place.h"
#include "console/web/web_channel.h"

namespace guard::console {

class WebServer {
 public:
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kUnasked = 16;  // with more, only those who may are let in
  using Serve = std::function<void(WebChannel&)>;
  using Admit = std::function<bool(int fd)>;

  // On PLACE's address and port, nowhere else. KEYS: null without TLS. The error says what to do.
  [[nodiscard]] static Result<WebServer> listen(const PagePlace& place,
                                                std::shared_ptr<const TlsKeys> keys = nullptr);
  WebServer(WebServer&&) = default;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] int fd() const { return listener_.get(); }  // readable: accept
  // Takes one connection, which SERVE answers on another thread, until stop(). ADMIT is asked when
  // many are open: who is refused anyhow cannot take the places of the others.
  void accept(const Serve& serve, const Admit& admit);
  // Cuts every connection and waits for their threads.
  void stop();

 private:
  struct Connection {
    UniqueFd handle;  // another number of the connection: to cut it
    std::thread thread;
    std::atomic<bool> done = false;
  };

  WebServer(UniqueFd listener, std::uint16_t port, std::shared_ptr<const TlsKeys> keys)
      : listener_(std::move(listener)), port_(port), keys_(std::move(keys)) {}
  void reap();

  UniqueFd listener_;
  std::uint16_t port_ = 0;
  std::shared_ptr<const TlsKeys> keys_;
  std::list<std::unique_ptr<Connection>> connections_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_SERVER_H_
