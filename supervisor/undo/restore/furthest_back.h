// SPDX-License-Identifier: Apache-2.0
// FurthestBack: how far each object has been given back already. A step may come after one that
// happened before it: it was in the way, failed, or changed nothing when the others were given
// back. It must not bring the object to a later state again. Lives with its Restorer; one thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_FURTHEST_BACK_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_FURTHEST_BACK_H_

#include <map>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

class FurthestBack {
 public:
  explicit FurthestBack(const History& history);

  void note(const UndoEntry& given_back);
  // The content that the object has now is older than that which ENTRY kept.
  [[nodiscard]] bool has_older_content(const UndoEntry& entry) const;
  // Mode, owner and times that the object had before all that was given back, and before ENTRY.
  [[nodiscard]] const ObjectRecord& metadata(const UndoEntry& entry) const;

 private:
  [[nodiscard]] const UndoEntry* before(const std::map<ObjectKey, const UndoEntry*>& firsts,
                                        const UndoEntry& entry) const;

  const History& history_;
  std::map<ObjectKey, const UndoEntry*> metadata_;  // the first entry that was given back
  std::map<ObjectKey, const UndoEntry*> content_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_FURTHEST_BACK_H_
