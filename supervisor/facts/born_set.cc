// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/born_set.h"

#include <sys/sysmacros.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

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

bool is_compiled(std::string_view name) {
  constexpr auto kEndings = std::to_array<std::string_view>(
      {".o", ".obj", ".a", ".so", ".lo", ".la", ".d", ".gch", ".pch", ".class", ".pyc", ".gcda",
       ".gcno", ".cmi", ".cmo", ".cmx", ".rlib", ".rmeta"});
  return std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); });
}

void ReplacedNames::replaced(const std::string& path) {
  if (is_compiled(path)) return;
  const std::lock_guard lock(mutex_);
  names_.insert(path);
}

void ReplacedNames::moved(const std::string& from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  move(from, to);
}

void ReplacedNames::exchanged(const std::string& one, const std::string& other) {
  constexpr const char* kAside = "aside";  // no path: those begin with a slash
  const std::lock_guard lock(mutex_);
  move(one, kAside);
  move(other, one);
  move(kAside, other);
}

void ReplacedNames::deleted(const std::string& path) {
  const std::lock_guard lock(mutex_);
  names_.erase(path);
}

void ReplacedNames::deleted_of_before(const std::string& path) {
  if (is_compiled(path)) return;
  const std::lock_guard lock(mutex_);
  names_.erase(path);
  gone_.insert(std::hash<std::string>()(path));
}

void ReplacedNames::made_by_git(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (gone_.erase(std::hash<std::string>()(path)) > 0) names_.insert(path);
}

bool ReplacedNames::holds(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  return names_.contains(path);
}

void ReplacedNames::move(const std::string& from, const std::string& to) {
  std::vector<std::string> rests;
  if (names_.erase(from) > 0) rests.emplace_back();
  const std::string prefix = from + "/";
  auto at = names_.lower_bound(prefix);
  for (; at != names_.end() && at->starts_with(prefix); at = names_.erase(at))
    rests.push_back(at->substr(from.size()));
  for (const std::string& rest : rests) names_.insert(to + rest);
}

}  // namespace guard::supervisor
