// SPDX-License-Identifier: Apache-2.0
// OutgoingMessage: what sendto, sendmsg and sendmmsg would send, as copied from the tracee, once:
// address, control messages, and where the bytes lie. The bytes themselves are not judged: they are
// copied when they are sent. Errors are the kernel's own for such a call (net/socket.c). Any
// thread, with guard's own credentials.
#ifndef GUARD_INTERCEPTOR_SOCKETS_OUTGOING_MESSAGE_H_
#define GUARD_INTERCEPTOR_SOCKETS_OUTGOING_MESSAGE_H_

#include <sys/uio.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "interceptor/calls/raw_call.h"

namespace guard::interceptor {

struct OutgoingMessage {
  bool addressed = false;  // sendto may come with an address of no bytes, which is not none
  std::vector<char> address;
  std::vector<char> control;
  std::vector<iovec> parts;  // addresses of the tracee
  std::size_t size = 0;
  std::uint64_t length_at = 0;  // sendmmsg: where the tracee wants to read how much was sent

  [[nodiscard]] bool same_address(const OutgoingMessage& other) const {
    return addressed == other.addressed && address == other.address;
  }
};

// How far a send has come: it may be tried again when the socket has room.
struct SendProgress {
  std::size_t messages = 0;
  std::size_t bytes = 0;    // of the message that is under way
  bool connecting = false;  // connect or MSG_FASTOPEN has begun the connection: never twice
  bool resumed = false;     // connect found one that an earlier call had begun
  std::chrono::steady_clock::time_point started{};
};

// For bytes that go at once: guard copies no more than this, and than the socket would take.
[[nodiscard]] constexpr bool is_too_long_a_packet(std::size_t size, std::size_t send_buffer) {
  constexpr std::size_t kLargestPacket = size_limit("message.packet");
  return size > std::max(kLargestPacket, send_buffer);
}

// sendmmsg: as many as guard takes at once; callers must expect fewer than they gave.
Result<std::vector<OutgoingMessage>> read_messages(const RawCall& raw);
// At most SIZE of the message's bytes from OFFSET on, into DESTINATION.
Result<std::size_t> read_bytes(Tid tid, const OutgoingMessage& message, std::size_t offset,
                               char* destination, std::size_t size);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_OUTGOING_MESSAGE_H_
