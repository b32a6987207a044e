// SPDX-License-Identifier: Apache-2.0
// NameServer: answers DNS questions on sockets that are bound already, by datagrams and by streams
// (RFC 7766). Starts one thread, and ends it with this object.
#ifndef GUARD_SUPERVISOR_NAMES_NAME_SERVER_H_
#define GUARD_SUPERVISOR_NAMES_NAME_SERVER_H_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/unique_fd.h"
#include "base/limits.h"

namespace guard::supervisor {

// Sockets of one address and port. Both of IPv4, or both of IPv6.
struct NameServerPlace {
  bool is_v6 = false;
  UniqueFd datagrams;
  UniqueFd streams;  // it listens
};

class NameServer {
 public:
  // Makes the bytes of an answer; nullopt: none. Called on the server's thread alone, and never
  // after the end of this object.
  using Finish = std::function<std::optional<std::string>()>;
  // To be called once, by any thread and at any time; after the end of this object it does nothing.
  using Reply = std::function<void(Finish)>;
  // Called on the server's thread alone, as a Finish. The question is gone when it returns.
  using Answer = std::function<void(std::string_view question, Reply reply)>;
  static constexpr std::chrono::milliseconds kQuiet = time_limit("names.quiet");

  NameServer(std::vector<NameServerPlace> places, Answer answer,
             std::chrono::milliseconds quiet = kQuiet);
  ~NameServer();
  NameServer(const NameServer&) = delete;
  NameServer& operator=(const NameServer&) = delete;
  class Way;  // to the server's thread

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_NAME_SERVER_H_
