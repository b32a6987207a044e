// SPDX-License-Identifier: Apache-2.0
// VersionTable: of which objects the store still lacks the state at the last checkpoint. A
// checkpoint costs one number; each object is looked at when it is about to change. A mutex of its
// own, any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_VERSION_TABLE_H_
#define GUARD_SUPERVISOR_UNDO_STORE_VERSION_TABLE_H_

#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "supervisor/undo/store/entry.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {

class VersionTable {
 public:
  // The number of the checkpoint that begins now: 1, 2, ...
  std::uint64_t begin();
  [[nodiscard]] std::uint64_t last() const;
  // The session made it: there is no earlier state of it.
  void made(const ObjectKey& key);
  // It is kept as it was when it changed this way for the first time since the last checkpoint.
  void kept(const ObjectKey& key, UndoDeed deed);
  // Whether the object that DEED would change was there at the last checkpoint, and has not changed
  // so since.
  [[nodiscard]] bool lacks(const ObjectKey& key, UndoDeed deed) const;

 private:
  // The checkpoint after which each happened.
  struct Known {
    std::uint32_t made = 0;
    std::uint32_t content = 0;
    std::uint32_t rights = 0;
  };
  mutable std::mutex mutex_;
  std::uint32_t last_ = 0;
  std::unordered_map<ObjectKey, Known, ObjectKeyHash> known_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_VERSION_TABLE_H_
