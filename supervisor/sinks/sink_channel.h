// SPDX-License-Identifier: Apache-2.0
// SinkChannel: how records reach one sink. deliver() returns once the sink has taken all of them,
// as far as its protocol can tell, or with an error, after which they are sent again: a channel
// keeps nothing of its own. It may wait some seconds. One thread at a time.
#ifndef GUARD_SUPERVISOR_SINKS_SINK_CHANNEL_H_
#define GUARD_SUPERVISOR_SINKS_SINK_CHANNEL_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/read/query.h"

namespace guard::supervisor {

struct SinkRecord {
  StoredRecord stored;
  std::string body;  // one line, without its end
};

class SinkChannel {
 public:
  virtual ~SinkChannel() = default;
  virtual Result<void> deliver(const std::vector<SinkRecord>& records) = 0;
  // False: that it has read all is known, and not that it keeps it.
  [[nodiscard]] virtual bool says_what_it_keeps() const { return true; }
  // Words for records that the sink refused for good, of the last delivery; empty: it took all.
  [[nodiscard]] std::string take_refused() { return std::exchange(refused_, {}); }

 protected:
  void refused(std::string what) { refused_ = std::move(what); }

 private:
  std::string refused_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_SINK_CHANNEL_H_
