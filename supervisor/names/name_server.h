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
  // Called on the server's thread alone, and never after the end of this object. nullopt: no
  // answer.
  using Answer = std::function<std::optional<std::string>(std::string_view)>;
  static constexpr std::chrono::milliseconds kQuiet = time_limit("names.quiet");

  NameServer(std::vector<NameServerPlace> places, Answer answer,
             std::chrono::milliseconds quiet = kQuiet);
  ~NameServer();
  NameServer(const NameServer&) = delete;
  NameServer& operator=(const NameServer&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_NAME_SERVER_H_
