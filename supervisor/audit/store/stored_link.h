// SPDX-License-Identifier: Apache-2.0
// StoredLinks: the links of one session as they lie in the database, in the order of seq, records
// and outcomes merged. Their canonical text is made of the stored bytes themselves, so that a list
// that only reads the same is not taken for the same. One thread.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_STORED_LINK_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_STORED_LINK_H_

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {

enum class LinkTable { kRecords, kOutcomes };

struct StoredLink {
  std::uint64_t seq = 0;
  std::string prev_hash;
  std::string hash;
  std::string kind;
  std::string request_id;
  // Canonical JSON in two halves: the value of seq stands between them.
  std::string before_seq;
  std::string after_seq;

  // Its hash, had it this place.
  [[nodiscard]] std::string hash_at(std::uint64_t place) const;
};

class StoredLinks {
 public:
  static Result<StoredLinks> open(Database& database, const std::string& session);
  Result<std::optional<StoredLink>> next();

 private:
  struct Source {
    Statement statement;
    LinkTable table = LinkTable::kRecords;
    std::optional<StoredLink> waiting;
  };
  StoredLinks(Source records, Source outcomes);
  static Result<void> refill(Source& source);

  Source records_;
  Source outcomes_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_STORED_LINK_H_
