// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/event_text.h"

#include "supervisor/api/message.h"

namespace guard::supervisor {

// JSON text has no raw line breaks, so one data line carries it whatever it holds.
std::string event_text(const Event& event) {
  const std::string id = event.seq == 0 ? "" : "id: " + std::to_string(event.seq) + "\n";
  return id + "event: " + event.type + "\ndata: " + text_of(event.data) + "\n\n";
}

const std::string& heartbeat_text() {
  static const std::string text = ": still here\n\n";
  return text;
}

const std::string& stream_head() {
  static const std::string text =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
      "Connection: close\r\n\r\n";
  return text;
}

}  // namespace guard::supervisor
