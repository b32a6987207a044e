// SPDX-License-Identifier: Apache-2.0
// A record as one entry of journald's native protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL): MESSAGE
// for people, GUARD_RECORD with the body, and a field for each of what is searched by. Pure.
#ifndef GUARD_SUPERVISOR_SINKS_JOURNAL_ENTRY_H_
#define GUARD_SUPERVISOR_SINKS_JOURNAL_ENTRY_H_

#include <string>

#include "supervisor/sinks/sink_channel.h"

namespace guard::supervisor {

[[nodiscard]] std::string journal_entry(const SinkRecord& record);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_JOURNAL_ENTRY_H_
