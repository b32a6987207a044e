// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/lease.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text/path.h"
#include "base/text/text.h"
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

// Nothing that was not asked about: an act of two categories needs both.
bool is_asked_about(const policy::Assessment& assessment,
                    const std::vector<policy::Category>& categories) {
  return std::ranges::all_of(assessment.categories, [&](policy::Category one) {
    return std::ranges::find(categories, one) != categories.end();
  });
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
  held.repository = std::move(lease.repository);
  held.beside = std::move(lease.beside);
  held.made = std::move(lease.made);
  held.anew = std::move(lease.anew);
  held.commands = std::move(lease.commands);
  held.rule = std::move(lease.rule);
  held.host = std::move(lease.host);
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

// The lease was answered for the command. A command's own words hold for what they started:
// `setsid rm -r x` has ended by the time that rm runs.
bool LeaseTable::has_ended(int pid, const Held& held) const {
  return !held.directories.empty() && lives_ && !lives_(pid);
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
      if ((held.acts & bit_of(act.act)) != 0 && (held.rights || !act.rights) && covers(held) &&
          !has_ended(pid, held))
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

// sed and perl name the file that they write beside the old one by mkstemp(3): "sedXXXXXX", and
// eight letters. A script of theirs may make others.
bool is_work_file(std::string_view name) {
  constexpr std::size_t kOfSed = 9;
  constexpr std::size_t kOfPerl = 8;
  const bool letters =
      std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return letters && ((name.starts_with("sed") && name.size() == kOfSed) || name.size() == kOfPerl);
}

// ln -f makes the link as "CuXXXXXX" beside the name that it replaces, and renames it over that
// (coreutils, lib/force-link.c).
bool is_work_link(std::string_view name) {
  constexpr std::string_view kOfLn = "Cu";
  constexpr std::size_t kLength = 8;
  return name.size() == kLength && name.starts_with(kOfLn) &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0; });
}

bool is_work_link_of(const MadeNames& anew, std::string_view path) {
  return is_work_link(base_name(path)) &&
         std::ranges::find(anew.replaced_in, parent_of(path)) != anew.replaced_in.end();
}

// Safe because nothing but git, whose code is not the tree's, acts in a repository, nothing but
// the process that was approved makes a file beside what it edits, and a new name that was shown
// takes no other's place; and of none what steers or tells secrets.
bool LeaseTable::covers_place(const Held& held, LeasedAct act, std::string_view path,
                              const policy::Assessment& assessment) {
  const bool only_files = std::ranges::all_of(assessment.categories, [](policy::Category one) {
    return one == policy::Category::kFsOutsideWorkspace ||
           one == policy::Category::kFsDeleteOverwrite;
  });
  if (!only_files) return false;
  if (act.by_git && supervisor::covers_path(held.repository, path)) return true;
  const bool is_shown = std::ranges::any_of(
      held.made, [path](const std::string& name) { return supervisor::covers_path(name, path); });
  if (act.made_new && is_shown) return true;
  return act.made_new && is_work_file(base_name(path)) &&
         std::ranges::find(held.beside, parent_of(path)) != held.beside.end();
}

std::optional<std::string> LeaseTable::covers_path(const std::vector<int>& ancestors, LeasedAct act,
                                                   std::string_view path,
                                                   const policy::Assessment& assessment) const {
  const bool own_waste = act.by_git && act.born && act.act == policy::Act::kDelete;
  if (assessment.block || (assessment.tier >= 3 && !own_waste)) return std::nullopt;
  return first_held(ancestors, act, [&](const Held& held) {
    if (covers_place(held, act, path, assessment)) return true;
    if (assessment.tier >= 3) return false;
    return is_asked_about(assessment, held.categories) &&
           std::ranges::any_of(held.directories, [path](const auto& directory) {
             return supervisor::covers_path(directory, path);
           });
  });
}

// Safe because the question named it, nothing lies there that could be lost, or only what that
// question was about, and the act is no worse by now than what was asked about.
std::optional<std::string> LeaseTable::covers_made(const std::vector<int>& ancestors,
                                                   const MadeName& made,
                                                   const policy::Assessment& assessment) const {
  if (assessment.block) return std::nullopt;
  const bool renames = made.act == policy::Act::kRename;
  return first_held(ancestors, {.act = made.act, .rights = made.rights}, [&](const Held& held) {
    const MadeNames& anew = held.anew;
    if (assessment.tier > anew.tier || !is_asked_about(assessment, anew.categories)) return false;
    const bool is_named = std::ranges::find(anew.names, made.path) != anew.names.end();
    if (renames) return is_named && is_work_link_of(anew, made.from);
    return is_named || is_work_link_of(anew, made.path);
  });
}

std::optional<std::string> LeaseTable::covers_command(int pid, const CommandWords& words,
                                                      const std::string& cwd,
                                                      const policy::Assessment& assessment) const {
  if (assessment.block) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto leases = held_.find(pid);
  if (leases == held_.end()) return std::nullopt;
  for (const Held& held : leases->second) {
    const LeasedCommands& leased = held.commands;
    const bool same = leased.cwd == cwd && leased.rule == assessment.rule &&
                      assessment.tier <= leased.tier &&
                      is_asked_about(assessment, leased.categories);
    if (same && std::ranges::find(leased.commands, words) != leased.commands.end())
      return held.approval_id;
  }
  return std::nullopt;
}

bool LeaseTable::has_commands(int pid) const {
  const std::lock_guard lock(mutex_);
  const auto leases = held_.find(pid);
  return leases != held_.end() && std::ranges::any_of(leases->second, [](const Held& held) {
           return !held.commands.commands.empty();
         });
}

bool LeaseTable::covers_target(const std::vector<int>& ancestors, LeasedAct act,
                               std::string_view path) const {
  const auto leads_there = [path](const std::string& target) {
    return supervisor::covers_path(target, path);
  };
  return first_held(ancestors, act,
                    [&](const Held& held) {
                      return std::ranges::any_of(held.targets, leads_there) ||
                             (act.by_git && leads_there(held.repository));
                    })
      .has_value();
}

std::optional<std::string> LeaseTable::covers_act(const std::vector<int>& ancestors,
                                                  policy::Act act) const {
  return first_held(ancestors, LeasedAct{act}, [](const Held&) { return true; });
}

std::optional<std::string> LeaseTable::covers_rule(int pid, const std::string& rule) const {
  const std::lock_guard lock(mutex_);
  const auto leases = held_.find(pid);
  if (leases == held_.end() || rule.empty()) return std::nullopt;
  const auto found = std::ranges::find(leases->second, rule, &Held::rule);
  return found == leases->second.end() ? std::nullopt : std::optional(found->approval_id);
}

// Safe because guard's own lookup led to both addresses, nothing but these tells them apart for
// who answered, and the rule that asks is the same: one about an address asks by itself.
std::optional<LeaseTable::ApprovedHost> LeaseTable::covers_address(
    int pid, const policy::Action& action, const policy::Assessment& assessment,
    const std::string& rule, std::chrono::steady_clock::time_point now) const {
  const policy::Destination& to = action.destination;
  if (action.act != policy::Act::kConnect || assessment.block || assessment.tier >= 3)
    return std::nullopt;
  const std::string pattern = host_pattern(to);
  if (pattern.empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto leases = held_.find(pid);
  if (leases == held_.end()) return std::nullopt;
  for (const Held& held : leases->second) {
    const LeasedHost& host = held.host;
    if (host.pattern == pattern && host.address != to.address && now < host.until &&
        host.rule == rule && assessment.tier <= host.tier &&
        is_asked_about(assessment, host.categories))
      return ApprovedHost{held.approval_id, host.by};
  }
  return std::nullopt;
}

bool LeaseTable::promises_undo(const std::string& approval_id) const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(held_, [&](const auto& of_process) {
    return std::ranges::any_of(of_process.second, [&](const Held& held) {
      return held.undo_promised && held.approval_id == approval_id;
    });
  });
}

// Where the line cannot be told any more, the refusal stays.
bool LeaseTable::is_of_an_earlier_line(int pid, const Refusal& refusal) const {
  if (!refusal.typed || !line_of_) return false;
  const auto now = line_of_(pid);
  return now && *now != *refusal.typed;
}

std::optional<Refusal> LeaseTable::refusal_for(int pid, policy::Act act,
                                               std::string_view path) const {
  const std::lock_guard lock(mutex_);
  const auto refusals = refusals_.find(pid);
  if (refusals == refusals_.end()) return std::nullopt;
  for (const Refusal& refusal : refusals->second) {
    const bool same_act = (bits_of(refusal.acts) & bit_of(act)) != 0;
    // An act that has no place (an exec) is the same when the act is.
    const bool same_place = refusal.place.empty() || refusal.place == path ||
                            supervisor::covers_path(refusal.place, path);
    if (same_act && same_place && !is_of_an_earlier_line(pid, refusal)) return refusal;
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
