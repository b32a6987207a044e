// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/version_table.h"

#include <algorithm>

namespace guard::supervisor {

std::uint64_t VersionTable::begin() {
  const std::lock_guard lock(mutex_);
  return ++last_;
}

std::uint64_t VersionTable::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

// Before the first checkpoint nothing is noted: none of it is younger than a checkpoint.
void VersionTable::made(const ObjectKey& key) {
  const std::lock_guard lock(mutex_);
  if (last_ != 0) known_[key] = {last_, last_, last_};
}

void VersionTable::kept(const ObjectKey& key, UndoDeed deed) {
  const std::lock_guard lock(mutex_);
  if (last_ == 0) return;
  Known& known = known_[key];
  if (deed == UndoDeed::kModify) known.content = last_;
  known.rights = last_;
}

bool VersionTable::lacks(const ObjectKey& key, UndoDeed deed) const {
  const std::lock_guard lock(mutex_);
  if (last_ == 0) return false;
  const auto found = known_.find(key);
  if (found == known_.end()) return true;
  const Known& known = found->second;
  if (deed == UndoDeed::kModify) return known.content < last_;
  if (deed == UndoDeed::kMetadata) return known.rights < last_;
  return known.made < last_;
}

}  // namespace guard::supervisor
