// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/lease.h"

#include <algorithm>
#include <utility>

#include "base/weaken.h"
#include "supervisor/approval/grant_pattern.h"

namespace guard::supervisor {
namespace {

std::uint32_t bit_of(policy::Act act) {
  return std::uint32_t{1} << static_cast<unsigned>(act);
}

std::uint32_t bits_of(const std::vector<policy::Act>& acts) {
  std::uint32_t bits = 0;
  for (const policy::Act act : acts) bits |= bit_of(act);
  return bits;
}

}  // namespace

void LeaseTable::grant(Lease lease) {
  Held held;
  held.approval_id = std::move(lease.approval_id);
  held.acts = bits_of(lease.acts);
  held.objects.insert(lease.objects.begin(), lease.objects.end());
  held.directories = std::move(lease.directories);
  held.categories = std::move(lease.categories);
  held.targets = std::move(lease.targets);
  held.born = lease.born;
  held.rights = lease.rights;
  held.undo_promised = lease.undo_promised;
  const std::lock_guard lock(mutex_);
  held_[lease.pid].push_back(std::move(held));
}

bool LeaseTable::extend(const std::string& approval_id, const std::vector<ObjectId>& objects) {
  const std::lock_guard lock(mutex_);
  bool found = false;
  for (auto& [pid, leases] : held_) {
    for (Held& held : leases) {
      if (held.approval_id != approval_id) continue;
      held.objects.insert(objects.begin(), objects.end());
      found = true;
    }
  }
  return found;
}

void LeaseTable::refuse(Refusal refusal) {
  const std::lock_guard lock(mutex_);
  refusals_[refusal.pid].push_back(std::move(refusal));
}

template <class Covers>
std::optional<std::string> LeaseTable::first_held(const std::vector<int>& ancestors, LeasedAct act,
                                                  Covers covers) const {
  const std::lock_guard lock(mutex_);
  if (held_.empty()) return std::nullopt;
  for (const int pid : ancestors) {
    const auto leases = held_.find(pid);
    if (leases == held_.end()) continue;
    for (const Held& held : leases->second)
      if ((held.acts & bit_of(act.act)) != 0 && (held.rights || !act.rights) && covers(held))
        return held.approval_id;
  }
  return std::nullopt;
}

std::optional<std::string> LeaseTable::covers(const std::vector<int>& ancestors, LeasedAct act,
                                              std::uint64_t device, std::uint64_t inode,
                                              bool born) const {
  return first_held(ancestors, act, [&](const Held& held) {
    return (born && held.born) || weakened("lease-identity") ||
           held.objects.count(ObjectId{device, inode}) != 0;
  });
}

std::optional<std::string> LeaseTable::covers_path(const std::vector<int>& ancestors, LeasedAct act,
                                                   std::string_view path,
                                                   const policy::Assessment& assessment) const {
  if (assessment.tier >= 3 || assessment.block) return std::nullopt;
  return first_held(ancestors, act, [&](const Held& held) {
    const bool asked_about = std::ranges::all_of(assessment.categories, [&](policy::Category one) {
      return std::ranges::find(held.categories, one) != held.categories.end();
    });
    return asked_about && std::ranges::any_of(held.directories, [path](const auto& directory) {
             return supervisor::covers_path(directory, path);
           });
  });
}

bool LeaseTable::covers_target(const std::vector<int>& ancestors, std::string_view path) const {
  const auto leads_there = [path](const std::string& target) {
    return supervisor::covers_path(target, path);
  };
  return first_held(
             ancestors, LeasedAct{policy::Act::kRename},
             [&](const Held& held) { return std::ranges::any_of(held.targets, leads_there); })
      .has_value();
}

std::optional<std::string> LeaseTable::covers_act(const std::vector<int>& ancestors,
                                                  policy::Act act) const {
  return first_held(ancestors, LeasedAct{act}, [](const Held&) { return true; });
}

bool LeaseTable::promises_undo(const std::string& approval_id) const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(held_, [&](const auto& of_process) {
    return std::ranges::any_of(of_process.second, [&](const Held& held) {
      return held.undo_promised && held.approval_id == approval_id;
    });
  });
}

std::optional<Refusal> LeaseTable::refusal_for(int pid, policy::Act act,
                                               std::string_view path) const {
  const std::lock_guard lock(mutex_);
  const auto refusals = refusals_.find(pid);
  if (refusals == refusals_.end()) return std::nullopt;
  for (const Refusal& refusal : refusals->second) {
    const bool same_act = (bits_of(refusal.acts) & bit_of(act)) != 0;
    // An act that has no place (an exec) is the same when the act is.
    const bool same_place = refusal.directory.empty() || refusal.directory == path ||
                            supervisor::covers_path(refusal.directory, path);
    if (same_act && same_place) return refusal;
  }
  return std::nullopt;
}

void LeaseTable::drop(int pid) {
  const std::lock_guard lock(mutex_);
  held_.erase(pid);
  refusals_.erase(pid);
}

void LeaseTable::forget(std::uint64_t device, std::uint64_t inode) {
  const std::lock_guard lock(mutex_);
  for (auto& [pid, leases] : held_)
    for (Held& held : leases) held.objects.erase(ObjectId{device, inode});
}

}  // namespace guard::supervisor
