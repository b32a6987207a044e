// SPDX-License-Identifier: Apache-2.0
// The state of each sink in STATE/sinks: NAME.json says how far the record was sent and what
// failed last, NAME.lock makes whoever sends the only one. The file is replaced as a whole, after
// the sink has taken the records: a crash sends some of them again and leaves none out. Any thread.
#ifndef GUARD_SUPERVISOR_SINKS_SINK_STATE_H_
#define GUARD_SUPERVISOR_SINKS_SINK_STATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "supervisor/audit/read/record_tail.h"

namespace guard::supervisor {

// A place with the record that was sent last before it.
struct SinkPlace {
  TailPlace tail;
  std::string session;
  std::uint64_t seq = 0;
  std::string hash;
  bool operator==(const SinkPlace&) const = default;
};

struct SinkState {
  TailPlace place;
  // The last record that was sent; its hash tells whether the place is one of this database.
  std::string session;
  std::uint64_t seq = 0;
  std::string hash;
  std::uint64_t sent = 0;  // records, those that were sent again too
  std::string sent_at;     // empty: never
  std::string error;       // of the last try; empty: it went well
  std::string error_since;
  // Places of some seconds ago: SAFE is older than MARK, which was set at MARK_AT (seconds of the
  // clock). A server that died may have read what came behind SAFE, and kept nothing of it.
  SinkPlace mark;
  SinkPlace safe;
  std::int64_t mark_at = 0;
  std::string refused;  // what the sink refused for good last, and when; empty: nothing
  bool operator==(const SinkState&) const = default;
};

class SinkFolder {
 public:
  // Makes it where it is missing. STATE_DIR is there.
  static Result<SinkFolder> open(const std::string& state_dir);
  // For readers: an error of kNotFound where nothing was ever sent.
  static Result<SinkFolder> find(const std::string& state_dir);

  // A sink that has sent nothing yet has an empty state. kInvalid: the file says nothing sound.
  [[nodiscard]] Result<SinkState> read(const std::string& name) const;
  [[nodiscard]] Result<void> write(const std::string& name, const SinkState& state) const;
  // Names of sinks that have a state, sorted.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] Result<void> forget(const std::string& name) const;
  // kBusy: another process sends. Held until it is closed.
  [[nodiscard]] Result<UniqueFd> lock(const std::string& name) const;

 private:
  explicit SinkFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_SINK_STATE_H_
