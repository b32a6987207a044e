// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raised_link.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

namespace guard::supervisor {
namespace {

constexpr std::uint32_t kMostBytes = 32U << 20;  // a policy of many files

Result<void> send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return fail(Code::kGone, "the other guard has gone");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return {};
}

Result<void> read_all(int socket, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::recv(socket, bytes, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return fail(Code::kGone, "the other guard has gone");
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return {};
}

}  // namespace

Result<void> say_json(int socket, const nlohmann::json& object) {
  const std::string text = object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const auto size = static_cast<std::uint32_t>(text.size());
  if (text.size() > kMostBytes) return fail(Code::kInvalid, "too much to say");
  std::string packet(sizeof size, '\0');
  std::memcpy(packet.data(), &size, sizeof size);
  return send_all(socket, packet + text);
}

Result<nlohmann::json> hear_json(int socket) {
  std::uint32_t size = 0;
  if (auto read = read_all(socket, reinterpret_cast<char*>(&size), sizeof size); !read)
    return forward(read.error());
  if (size > kMostBytes) return fail(Code::kInvalid, "too much was said");
  std::string text(size, '\0');
  if (auto read = read_all(socket, text.data(), text.size()); !read) return forward(read.error());
  auto object = nlohmann::json::parse(text, nullptr, false);
  if (!object.is_object()) return fail(Code::kInvalid, "no object was said");
  return object;
}

}  // namespace guard::supervisor
