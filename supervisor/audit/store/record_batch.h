// SPDX-License-Identifier: Apache-2.0
// The rows that the recorder writes with one commit: entries of its queue, and those who wait for
// them. Each waiter gets the error of the commit. Any thread fills the queue, under the recorder's
// mutex; a batch that was taken from the queue belongs to the recorder's thread.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_RECORD_BATCH_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_RECORD_BATCH_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/audit/store/store.h"

namespace guard::supervisor {

// One that waits until everything up to its place in the queue is written; on its own stack.
struct Waiter {
  Durability wanted = Durability::kNow;
  bool done = false;
  Result<void> result;
  void settle(const Result<void>& with) {
    result = with;
    done = true;
  }
};

struct Queued {
  std::optional<Entry> entry;  // nullopt: a flush, or one that is still to be made
  std::size_t bytes = 0;
  Waiter* waiter = nullptr;
  std::unique_ptr<RecordToMake> to_make = nullptr;
};

struct Batch {
  std::vector<Queued> items;
  std::uint64_t lost = 0;  // what its gap record stands for

  std::vector<Entry*> entries() {
    std::vector<Entry*> out;
    out.reserve(items.size());
    for (Queued& item : items) {
      if (item.entry) out.push_back(&*item.entry);
    }
    return out;
  }
  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Queued& item : items) sum += item.bytes;
    return sum;
  }
  [[nodiscard]] Durability durability() const {
    for (const Queued& item : items) {
      if (item.waiter != nullptr && item.waiter->wanted == Durability::kNow)
        return Durability::kNow;
    }
    return Durability::kSoon;
  }
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_RECORD_BATCH_H_
