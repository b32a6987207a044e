// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/born_set.h"

#include <sys/sysmacros.h>

#include "base/files/birth.h"

namespace guard::supervisor {

BirthId birth_id_of(const struct statx& status) {
  BirthId id;
  id.device = makedev(status.stx_dev_major, status.stx_dev_minor);
  id.inode = status.stx_ino;
  if ((status.stx_mask & STATX_BTIME) != 0) {
    id.born_ns = status.stx_btime.tv_sec * 1'000'000'000 + status.stx_btime.tv_nsec;
  }
  return id;
}

std::optional<BirthId> birth_id_held(int fd) {
  const auto status = status_with_birth(fd, kBirthMask);
  return status ? std::optional(birth_id_of(*status)) : std::nullopt;
}

bool BornSet::add(int fd) {
  const auto id = birth_id_held(fd);
  if (id) add(*id);
  return id.has_value();
}

bool BornSet::contains(int fd) const {
  const auto id = birth_id_held(fd);
  return id && contains(*id);
}

void BornSet::add(const BirthId& id) {
  const std::lock_guard lock(mutex_);
  born_[{id.device, id.inode}] = id.born_ns;
}

void BornSet::forget(std::uint64_t device, std::uint64_t inode) {
  const std::lock_guard lock(mutex_);
  born_.erase({device, inode});
}

bool BornSet::contains(const BirthId& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = born_.find({id.device, id.inode});
  return found != born_.end() && found->second == id.born_ns;
}

std::size_t BornSet::size() const {
  const std::lock_guard lock(mutex_);
  return born_.size();
}

}  // namespace guard::supervisor
