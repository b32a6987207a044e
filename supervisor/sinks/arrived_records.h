// SPDX-License-Identifier: Apache-2.0
// Records that arrived at a sink, read back from the lines of a file: guard's own JSON or OCSF,
// alone on its line or behind the head that a syslog server put before it. Each record gives the
// links of its chain: its own, and that of its outcome. Pure.
#ifndef GUARD_SUPERVISOR_SINKS_ARRIVED_RECORDS_H_
#define GUARD_SUPERVISOR_SINKS_ARRIVED_RECORDS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

struct ArrivedLink {
  std::string session;
  std::uint64_t seq = 0;
  std::string prev_hash;
  std::string hash;
  bool is_outcome = false;
  // The bytes that arrived do not give the hash.
  bool is_changed = false;
};

struct ArrivedRecord {
  std::vector<ArrivedLink> links;
  // Its content is not part of any hash that arrived (OCSF): compare this with the record's own.
  std::string event;
  bool is_cut = false;  // it was too large for a datagram: its hashes came, its content did not
};

// The records of LINE; none: it holds no record.
[[nodiscard]] std::vector<ArrivedRecord> arrived_in(std::string_view line);

// An OCSF event without what depends on who wrote it: machine and version of guard.
[[nodiscard]] std::string comparable_event(std::string_view event);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_ARRIVED_RECORDS_H_
