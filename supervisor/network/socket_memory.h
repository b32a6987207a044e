// SPDX-License-Identifier: Apache-2.0
// SocketMemory: what this session knows of single sockets, told apart by their cookies (no two
// sockets of a kernel's life have the same): which abstract names the tree bound, which sockets may
// listen beyond this machine, and to where a socket may send without being judged again. In memory
// only and bounded: what is forgotten is asked again. One mutex, any thread.
#ifndef GUARD_SUPERVISOR_NETWORK_SOCKET_MEMORY_H_
#define GUARD_SUPERVISOR_NETWORK_SOCKET_MEMORY_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/limits.h"
#include "interceptor/resolve/held_call.h"
#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {

using SocketCookie = std::uint64_t;  // 0: none

// Where a send goes, in a form that is never another place: an address, the very inode of a Unix
// socket, an abstract name with its owner. Empty: not told, then nothing is remembered.
[[nodiscard]] std::vector<char> place_of_send(const interceptor::HeldCall& held);

// A destination that was judged for one program on one socket.
struct SentBefore {
  std::shared_ptr<const Program> program;
  std::string rule;
  std::string approval_id;
};

inline constexpr std::size_t kMostSockets = size_limit("sockets.remembered");

class SocketMemory {
 public:
  explicit SocketMemory(std::size_t most = kMostSockets) : most_(most) {}

  void bound_by_tree(SocketCookie socket);
  [[nodiscard]] bool is_of_tree(SocketCookie socket) const;

  void may_listen(SocketCookie socket);
  [[nodiscard]] bool listening_is_judged(SocketCookie socket) const;

  // It was led to the host of a name; its program gave ADDRESS, a sockaddr.
  void led(SocketCookie socket, std::vector<char> address);
  [[nodiscard]] bool any_led() const { return any_led_; }
  // Empty: it was not.
  [[nodiscard]] std::vector<char> given_for(SocketCookie socket) const;

  void sent(SocketCookie socket, const std::vector<char>& address, SentBefore judged);
  // Only for the same program: another one is judged itself.
  [[nodiscard]] std::optional<SentBefore> sent_before(
      SocketCookie socket, const std::vector<char>& address,
      const std::shared_ptr<const Program>& program) const;

 private:
  // The latest ones.
  struct Cookies {
    std::unordered_set<SocketCookie> set;
    std::deque<SocketCookie> order;
    void add(SocketCookie socket, std::size_t most);
  };

  const std::size_t most_;
  mutable std::mutex mutex_;
  Cookies tree_;
  Cookies listeners_;
  std::unordered_map<std::string, SentBefore> sent_;  // by cookie and address
  std::unordered_map<SocketCookie, std::vector<char>> led_;
  std::atomic<bool> any_led_ = false;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_SOCKET_MEMORY_H_
