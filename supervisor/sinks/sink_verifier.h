// SPDX-License-Identifier: Apache-2.0
// SinkVerifier: whether what arrived at a sink is all of the record up to the place that the sink
// has, and unchanged. Two proofs: each link's hash covers its content and the link before it, and
// the links that this machine has on record must be there with the same hashes. Keeps two hashes a
// link. One thread.
#ifndef GUARD_SUPERVISOR_SINKS_SINK_VERIFIER_H_
#define GUARD_SUPERVISOR_SINKS_SINK_VERIFIER_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/sinks/arrived_records.h"

namespace guard::supervisor {

struct SinkFlaw {
  std::string what;  // "missing", "changed", "inserted", "detached", "unknown"
  std::string session;
  std::uint64_t seq = 0;
  std::string detail;  // one sentence for people
};

struct SinkVerdict {
  std::uint64_t lines = 0;
  std::uint64_t others = 0;  // lines without a record
  std::uint64_t records = 0;
  std::uint64_t again = 0;     // of these: came more than once
  std::uint64_t cut = 0;       // of these: too large for a datagram, so their content is not proven
  std::uint64_t expected = 0;  // links that the machine has on record, and the sink was sent
  std::vector<SinkFlaw> flaws;  // the first ones
  std::uint64_t flaw_count = 0;
};

class SinkVerifier {
 public:
  // READER: the record of this machine; null: there is none, so the chains alone must do.
  explicit SinkVerifier(AuditReader* reader) : reader_(reader) {}
  Result<void> take(std::string_view line);
  // REACHED: how far the sink was sent the record.
  Result<SinkVerdict> finish(const TailPlace& reached);

 private:
  struct Link {
    std::string prev_hash;
    std::string hash;
    bool is_outcome = false;
    bool is_known = false;  // this machine has it on record
  };
  using Links = std::map<std::uint64_t, Link>;

  bool take_link(const ArrivedLink& link);
  Result<void> compare_event(const ArrivedRecord& record);
  Result<void> compare_with_record(const TailPlace& reached);
  void check_chain(const std::string& session, const Links& links);
  void add(SinkFlaw flaw);

  AuditReader* const reader_;
  std::map<std::string, Links> sessions_;
  SinkVerdict verdict_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_SINK_VERIFIER_H_
