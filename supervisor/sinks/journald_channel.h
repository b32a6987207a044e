// SPDX-License-Identifier: Apache-2.0
// JournaldChannel: records as entries (journal_entry.h) to journald's socket, a datagram each; what
// does not fit one is handed over as a sealed file in memory. They are delivered once the journal
// has read them. One thread.
#ifndef GUARD_SUPERVISOR_SINKS_JOURNALD_CHANNEL_H_
#define GUARD_SUPERVISOR_SINKS_JOURNALD_CHANNEL_H_

#include <string>
#include <utility>
#include <vector>

#include "supervisor/sinks/sink_channel.h"

namespace guard::supervisor {

inline constexpr const char* kJournalSocket = "/run/systemd/journal/socket";

class JournaldChannel : public SinkChannel {
 public:
  explicit JournaldChannel(std::string socket) : socket_(std::move(socket)) {}
  Result<void> deliver(const std::vector<SinkRecord>& records) override;

 private:
  const std::string socket_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_JOURNALD_CHANNEL_H_
