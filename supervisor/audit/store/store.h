// SPDX-License-Identifier: Apache-2.0
// AuditStore: the writing side of DIR/audit.db. One transaction a batch; the session's chain is
// continued from what the file holds at that moment, so several processes may write it. A failed
// batch leaves nothing behind and can be tried again. Used by the recorder's thread only.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_STORE_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_STORE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/record/record.h"
#include "supervisor/audit/store/head_file.h"
#include "supervisor/audit/store/held_database.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {

struct TimedOutcome {
  Outcome outcome;
  std::string timestamp;
};

using Entry = std::variant<AuditRecord, TimedOutcome>;

enum class Durability {
  kSoon,  // survives a crash of guard; a power cut may take the last seconds
  kNow,   // on the disk when write returns
};

class AuditStore {
 public:
  static Result<AuditStore> open(const std::string& directory, const std::string& session_id);

  // There was a chain of the name, and its last record does not close it.
  [[nodiscard]] bool follows_unclosed() const { return follows_unclosed_; }

  // Fills in seq and hashes of the entries. With kNow everything written before becomes durable
  // too, an empty batch included.
  // Waits ten seconds for a lock that another holds, and once it waited in vain a moment only,
  // until it gets it again.
  Result<void> write(const std::vector<Entry*>& entries, Durability durability);
  // Moves the log into the database when it has grown; call it while nobody waits.
  // Writes the session's head too: outside the database, after the commit.
  void tidy();
  // The last call, while nobody waits: leaves a short log, so that the next start has little to
  // read.
  void close_log();

 private:
  AuditStore(Database database, std::string session_id);
  Result<void> prepare(const std::string& path);
  Result<void> write_nothing();
  Result<void> set_durability(Durability durability);
  Result<void> begin();
  Result<void> write_all(const std::vector<Entry*>& entries, Durability durability);
  void write_new_head();
  Result<ChainEnd> chain_end();
  Result<void> look_at_last_run();
  Result<void> insert(ChainEnd& end, AuditRecord& record);
  Result<void> insert(ChainEnd& end, const TimedOutcome& outcome);
  std::uint64_t intent_seq_of(const std::string& request_id) const;

  Database database_;
  std::optional<HeldDatabase> held_;  // set by prepare
  bool follows_unclosed_ = false;     // so too
  std::optional<HeadFile> head_;      // set by open
  std::string session_id_;
  ChainEnd end_;                // as committed
  std::uint64_t head_seq_ = 0;  // as the head file has it
  std::vector<Statement> statements_;
  Durability durability_ = Durability::kSoon;
  // Intents that still lack an outcome, so that an outcome finds its intent without an index over
  // random ids. Bounded: beyond, an outcome is stored without its intent's number.
  std::unordered_map<std::string, std::uint64_t> open_intents_;
  std::vector<std::pair<std::string, std::uint64_t>> batch_intents_;
  std::unique_ptr<int> log_pages_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_STORE_H_
