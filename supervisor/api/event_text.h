// SPDX-License-Identifier: Apache-2.0
// Server-sent events as text (the HTML standard's event stream format). Pure, any thread.
#ifndef GUARD_SUPERVISOR_API_EVENT_TEXT_H_
#define GUARD_SUPERVISOR_API_EVENT_TEXT_H_

#include <string>

#include "supervisor/approval/broker.h"

namespace guard::supervisor {

// "id: 7\nevent: alert\ndata: {...}\n\n"; one without a seq has no id: nobody resumes after it.
[[nodiscard]] std::string event_text(const Event& event);
// A comment: keeps the connection known to be alive, means nothing.
[[nodiscard]] const std::string& heartbeat_text();
// The response's head; the body ends with the connection.
[[nodiscard]] const std::string& stream_head();

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_EVENT_TEXT_H_
