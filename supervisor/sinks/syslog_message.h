// SPDX-License-Identifier: Apache-2.0
// A record as one message of syslog (RFC 5424): facility 13 (log audit), the act as MSGID, no
// structured data, the body as MSG. Over TCP and TLS its length stands before it (octet counting,
// RFC 6587 and 5425). Pure.
#ifndef GUARD_SUPERVISOR_SINKS_SYSLOG_MESSAGE_H_
#define GUARD_SUPERVISOR_SINKS_SYSLOG_MESSAGE_H_

#include <string>

#include "supervisor/sinks/sink_channel.h"

namespace guard::supervisor {

[[nodiscard]] std::string syslog_message(const SinkRecord& record, const std::string& host);
// "LENGTH MESSAGE"
[[nodiscard]] std::string counted(const std::string& message);
// 4 (warning): refused; 5 (notice): tier 3; 6 (informational): the rest. For syslog and journald.
[[nodiscard]] int severity_of(const AuditRecord& record);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_SYSLOG_MESSAGE_H_
