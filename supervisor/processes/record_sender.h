// SPDX-License-Identifier: Apache-2.0
// RecordSender: the process that sends the record to the sinks (guard-sinks). It reads the database
// like any other reader, so that a sink that is slow, gone or hostile holds up no act. Each sink
// has a thread of its own there. To be forked off while there is one thread; everything else: any
// thread.
#ifndef GUARD_SUPERVISOR_PROCESSES_RECORD_SENDER_H_
#define GUARD_SUPERVISOR_PROCESSES_RECORD_SENDER_H_

#include <chrono>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/processes/side_process.h"
#include "supervisor/sinks/sink_plan.h"

namespace guard::supervisor {

[[nodiscard]] Result<SideProcess> fork_off_sender(std::vector<SinkPlan> plans,
                                                  const std::string& state_dir);

// How long the end of a session waits for the last records to be sent. Records that are left then
// are sent by the next session, or by `guard audit sinks send`.
inline constexpr std::chrono::milliseconds kLastRecords{2000};

// It was told that nothing more comes: until it has ended, or that time is over.
void wait_for_sender(const SideProcess& sender);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PROCESSES_RECORD_SENDER_H_
