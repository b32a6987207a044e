// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/wire.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

#include "supervisor/audit/record/digest.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kNumberSize = 4;
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kHex = "0123456789abcdef";

std::uint32_t bits_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

}  // namespace

std::string_view WireReader::take(std::size_t size) {
  if (failed_ || size > rest_.size()) {
    failed_ = true;
    return {};
  }
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

std::uint8_t WireReader::byte() {
  const std::string_view taken = take(1);
  return taken.empty() ? 0 : static_cast<std::uint8_t>(taken.front());
}

std::uint32_t WireReader::number() {
  std::uint32_t value = 0;
  for (const char byte : take(kNumberSize)) value = value << 8U | static_cast<unsigned char>(byte);
  return value;
}

std::string_view WireReader::string() {
  const std::uint32_t size = number();
  return take(size);
}

std::string wire_string(std::string_view bytes) {
  std::string out;
  for (unsigned shift = 32; shift > 0; shift -= 8)
    out += static_cast<char>(bytes.size() >> (shift - 8) & 0xFFU);
  return out.append(bytes);
}

std::string base64_of(std::string_view bytes) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t bits =
        bits_at(bytes, at) << 16U | bits_at(bytes, at + 1) << 8U | bits_at(bytes, at + 2);
    const std::size_t digits = bytes.size() - at >= 3 ? 4 : bytes.size() - at + 1;
    for (std::size_t digit = 0; digit < digits; ++digit)
      out += kBase64[bits >> (18 - 6 * digit) & 0x3FU];
  }
  return out;
}

std::string bytes_of_base64(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char digit : text.substr(0, text.find('='))) {
    const std::size_t value = kBase64.find(digit);
    if (value == std::string_view::npos) return {};
    bits = bits << 6U | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFFU);
  }
  return out;
}

std::string bytes_of_hex(std::string_view hex) {
  std::string out;
  if (hex.size() % 2 != 0) return out;
  for (std::size_t at = 0; at < hex.size(); at += 2) {
    const std::size_t high = kHex.find(hex[at]);
    const std::size_t low = kHex.find(hex[at + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return {};
    out += static_cast<char>(high << 4U | low);
  }
  return out;
}

std::string hex_of_bytes(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) {
    out += kHex[static_cast<unsigned char>(byte) >> 4U];
    out += kHex[static_cast<unsigned char>(byte) & 0xFU];
  }
  return out;
}

std::string fingerprint_of(std::string_view key) {
  return "SHA256:" + base64_of(bytes_of_hex(sha256_hex(key)));
}

bool read_whole(int socket, char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::recv(socket, to, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_whole(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool wait_for_message(int from, int other) {
  std::array<pollfd, 2> ends = {{{from, POLLIN, 0}, {other, POLLIN | POLLRDHUP, 0}}};
  while (::poll(ends.data(), ends.size(), -1) < 0)
    if (errno != EINTR) return false;
  return ends[0].revents == POLLIN && ends[1].revents == 0;
}

bool is_open(int socket) {
  pollfd end = {socket, POLLRDHUP, 0};
  return ::poll(&end, 1, 0) == 0;
}

}  // namespace guard::supervisor
