// SPDX-License-Identifier: Apache-2.0
// CommandChannel: a run of a program for each piece, with the records as lines on its standard
// input, outside of the tree (hook_process.h). They are delivered when it ends with status 0. One
// thread.
#ifndef GUARD_SUPERVISOR_SINKS_COMMAND_CHANNEL_H_
#define GUARD_SUPERVISOR_SINKS_COMMAND_CHANNEL_H_

#include <string>
#include <utility>
#include <vector>

#include "supervisor/alerts/alert_plan.h"
#include "supervisor/sinks/sink_channel.h"

namespace guard::supervisor {

class CommandChannel : public SinkChannel {
 public:
  CommandChannel(CommandPlan command, std::vector<std::string> environment)
      : command_(std::move(command)), environment_(std::move(environment)) {}
  Result<void> deliver(const std::vector<SinkRecord>& records) override;

 private:
  const CommandPlan command_;
  const std::vector<std::string> environment_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_COMMAND_CHANNEL_H_
