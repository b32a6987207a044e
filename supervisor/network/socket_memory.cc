// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/socket_memory.h"

#include <utility>

namespace guard::supervisor {
namespace {

std::string key_of(SocketCookie socket, const std::vector<char>& address) {
  return std::to_string(socket) + ":" + std::string(address.begin(), address.end());
}

template <class Value>
void append(std::vector<char>& place, const Value& value) {
  const auto* bytes = reinterpret_cast<const char*>(&value);
  place.insert(place.end(), bytes, bytes + sizeof(value));
}

}  // namespace

std::vector<char> place_of_send(const interceptor::HeldCall& held) {
  std::vector<char> place;
  if (held.first.exists()) {
    append(place, held.first.status.st_dev);
    append(place, held.first.status.st_ino);
    append(place, held.first.status.st_ctim);
    return place;
  }
  if (held.address.abstract && held.abstract_owner == 0) return place;
  place = held.address.bytes;
  append(place, held.abstract_owner);
  return place;
}

void SocketMemory::Cookies::add(SocketCookie socket, std::size_t most) {
  if (socket == 0 || !set.insert(socket).second) return;
  order.push_back(socket);
  if (order.size() <= most) return;
  set.erase(order.front());
  order.pop_front();
}

void SocketMemory::bound_by_tree(SocketCookie socket) {
  const std::lock_guard lock(mutex_);
  tree_.add(socket, most_);
}

bool SocketMemory::is_of_tree(SocketCookie socket) const {
  const std::lock_guard lock(mutex_);
  return tree_.set.contains(socket);
}

void SocketMemory::may_listen(SocketCookie socket) {
  const std::lock_guard lock(mutex_);
  listeners_.add(socket, most_);
}

bool SocketMemory::listening_is_judged(SocketCookie socket) const {
  const std::lock_guard lock(mutex_);
  return listeners_.set.contains(socket);
}

// A socket that is forgotten shows where it really leads.
void SocketMemory::led(SocketCookie socket, std::vector<char> address) {
  if (socket == 0) return;
  const std::lock_guard lock(mutex_);
  if (led_.size() >= most_) led_.clear();
  led_[socket] = std::move(address);
  any_led_ = true;
}

std::vector<char> SocketMemory::given_for(SocketCookie socket) const {
  const std::lock_guard lock(mutex_);
  const auto found = led_.find(socket);
  return found == led_.end() ? std::vector<char>() : found->second;
}

void SocketMemory::sent(SocketCookie socket, const std::vector<char>& address, SentBefore judged) {
  if (socket == 0 || address.empty()) return;
  const std::lock_guard lock(mutex_);
  if (sent_.size() >= most_) sent_.clear();
  sent_[key_of(socket, address)] = std::move(judged);
}

std::optional<SentBefore> SocketMemory::sent_before(
    SocketCookie socket, const std::vector<char>& address,
    const std::shared_ptr<const Program>& program) const {
  const std::lock_guard lock(mutex_);
  const auto found = sent_.find(key_of(socket, address));
  if (found == sent_.end() || found->second.program != program) return std::nullopt;
  return found->second;
}

}  // namespace guard::supervisor
