// SPDX-License-Identifier: Apache-2.0
// SinkSender: sends one sink what it has not got of the record, in the order in which the record
// was stored, at least once. It reads the database and never waits for a session, nor a session for
// it. The place is kept after each piece (sink_state.h), and looked at again before the next, as
// other sessions of the user send too. One thread.
#ifndef GUARD_SUPERVISOR_SINKS_SINK_SENDER_H_
#define GUARD_SUPERVISOR_SINKS_SINK_SENDER_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/sinks/sink_channel.h"
#include "supervisor/sinks/sink_plan.h"
#include "supervisor/sinks/sink_state.h"

namespace guard::supervisor {

struct SendStep {
  std::size_t sent = 0;
  bool is_all = true;         // nothing is left but acts under way
  bool is_elsewhere = false;  // another session sends
  std::string refused;        // what the sink refused for good; empty: nothing
};

class SinkSender {
 public:
  SinkSender(SinkPlan plan, std::string state_dir);
  // The next piece. An error is kept as the sink's state, too.
  Result<SendStep> step();
  [[nodiscard]] const std::string& name() const { return plan_.sink.name; }

 private:
  Result<bool> open_record();
  Result<SendStep> send(const SinkFolder& folder, SinkState& state);
  Result<void> find_place(SinkState& state);

  const SinkPlan plan_;
  const std::string state_dir_;
  std::unique_ptr<SinkChannel> channel_;
  std::unique_ptr<AuditReader> reader_;
};

[[nodiscard]] std::string sink_body(const StoredRecord& stored, policy::SinkFormat format);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_SINK_SENDER_H_
