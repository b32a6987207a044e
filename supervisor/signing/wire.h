// SPDX-License-Identifier: Apache-2.0
// The bytes of a key agent's connection: how ssh puts strings and numbers into a message (RFC
// 4251), base64 and hex, and whole reads and writes of a socket. A message that ends early, or has
// something behind its end, is no message. Pure but for the two calls on sockets; any thread.
#ifndef GUARD_SUPERVISOR_SIGNING_WIRE_H_
#define GUARD_SUPERVISOR_SIGNING_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace guard::supervisor {

// Reads a message from its front. After the first read beyond the end nothing more is read, and
// failed() says so.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte();
  std::uint32_t number();
  std::string_view string();
  [[nodiscard]] bool failed() const { return failed_; }
  // All was read, and nothing too much.
  [[nodiscard]] bool at_end() const { return !failed_ && rest_.empty(); }

 private:
  std::string_view take(std::size_t size);

  std::string_view rest_;
  bool failed_ = false;
};

[[nodiscard]] std::string wire_string(std::string_view bytes);

// As ssh writes it: without the `=` at the end.
[[nodiscard]] std::string base64_of(std::string_view bytes);
// Nothing for what is no base64.
[[nodiscard]] std::string bytes_of_base64(std::string_view text);
// Nothing for what is no hex.
[[nodiscard]] std::string bytes_of_hex(std::string_view hex);
[[nodiscard]] std::string hex_of_bytes(std::string_view bytes);
// "SHA256:..." of a public key, as ssh shows it.
[[nodiscard]] std::string fingerprint_of(std::string_view key);

// Waits. False: the connection has ended, or failed.
[[nodiscard]] bool read_whole(int socket, char* to, std::size_t size);
[[nodiscard]] bool write_whole(int socket, std::string_view bytes);
// Waits until FROM says something. False: it has ended, or OTHER has, or says something unasked.
[[nodiscard]] bool wait_for_message(int from, int other);
// The peer has not closed its end.
[[nodiscard]] bool is_open(int socket);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_WIRE_H_
