// SPDX-License-Identifier: Apache-2.0
// Bytes over a connection of their own, TCP or TLS, to a receiver that answers nothing. The end
// tells that it has read all of them: guard closes its side, and the receiver, which then reads the
// end, closes its own. Without that the bytes may lie unread in a receiver that dies, so they count
// as not delivered. With its source the only file here that knows TLS. Any thread.
#ifndef GUARD_SUPERVISOR_SINKS_STREAM_DELIVERY_H_
#define GUARD_SUPERVISOR_SINKS_STREAM_DELIVERY_H_

#include <chrono>
#include <string>

#include "base/error.h"
#include "supervisor/alerts/tls_identity.h"

namespace guard::supervisor {

struct StreamTarget {
  std::string host;
  int port = 0;
  bool tls = false;
  std::string ca_file;  // empty: the authorities of the system
  TlsIdentity own = {};
  std::chrono::seconds limit{10};
};

[[nodiscard]] Result<void> deliver_stream(const StreamTarget& to, const std::string& bytes);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_STREAM_DELIVERY_H_
