// SPDX-License-Identifier: Apache-2.0
// Layers: the `profiles` of a file, and which of them is the run's. A profile's words widen: guard
// takes nothing from an untrusted project's profile.
#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "policy/load/layers.h"
#include "policy/text/scalars.h"

namespace guard::policy {

namespace {

void add_missing(std::vector<std::string>& globs, const std::vector<std::string>& known) {
  for (const std::string& glob : known)
    if (std::ranges::find(globs, glob) == globs.end()) globs.push_back(glob);
}

// A path that is known to steer or to be secret stays so: a later file of the name adds to it.
void replace(std::vector<Profile>& profiles, Profile later) {
  std::erase_if(profiles, [&](const Profile& known) {
    if (known.name != later.name) return false;
    add_missing(later.settings, known.settings);
    add_missing(later.secrets, known.secrets);
    return true;
  });
  profiles.push_back(std::move(later));
}

// A part of a profile that widens what a locked key says.
struct Widening {
  std::string_view lock;
  std::string_view key;
  std::vector<std::string> Profile::*texts;
};
constexpr std::array kWidenings = {Widening{"network", "hosts", &Profile::hosts},
                                   Widening{"network", "reports", &Profile::reports},
                                   Widening{"paths", "state", &Profile::state},
                                   Widening{"rules", "hosts", &Profile::hosts},
                                   Widening{"rules", "reports", &Profile::reports},
                                   Widening{"rules", "state", &Profile::state}};

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

bool all_in(const std::vector<std::string>& list, const std::vector<std::string>& known) {
  return std::ranges::all_of(list, [&](const std::string& one) { return contains(known, one); });
}

const Profile* profile_named(const std::vector<Profile>& profiles, std::string_view name) {
  const auto found = std::ranges::find(profiles, name, &Profile::name);
  return found == profiles.end() ? nullptr : &*found;
}

}  // namespace

// A copy may say less than the profile that was there when the key was locked, to no more commands.
Result<void> Layers::check_profile_locks(const Node& node, const Profile& profile) const {
  const Profile* known = profile_named(policy_.profiles, profile.name);
  const bool narrows = known != nullptr && all_in(profile.commands, known->commands) &&
                       all_in(profile.packages, known->packages);
  for (const Widening& row : kWidenings) {
    const auto lock = locks_.find(std::string(row.lock));
    if (lock == locks_.end()) continue;
    for (const Node& item : items_of(node, row.key)) {
      if (narrows && contains(known->*row.texts, item.text())) continue;
      return forward(item.fault(std::string(row.key) + ": " + std::string(item.text()) + ": " +
                                lock->first + " is locked by " + lock->second +
                                ": leave it out, or have it said there"));
    }
  }
  return {};
}

Result<void> Layers::apply_profiles(const Node& value) {
  const auto members = value.children();
  for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
    auto profile = read_profile(members[i], members[i + 1]);
    if (!profile) return forward(profile.error());
    if (tighten_only_) {
      not_applied(members[i], "profiles." + profile->name);
      continue;
    }
    const auto checked = check_profile_locks(members[i + 1], *profile);
    if (!checked && !leaves_out_) return checked;
    if (!checked) {
      policy_.not_applied.push_back(checked.error().context);
      continue;
    }
    replace(policy_.profiles, std::move(*profile));
  }
  return {};
}

namespace {

// Another one than the command picks is an option, which a lock holds against.
Result<void> check_choice(const Policy& policy, const Profile& chosen) {
  if (is_locked(policy, "profiles"))
    return fail(Code::kInvalid, "profiles is locked by " + policy.locked_at.at("profiles") +
                                    ": the command picks its own");
  for (const Widening& row : kWidenings) {
    const auto lock = policy.locked_at.find(std::string(row.lock));
    if (lock == policy.locked_at.end() || (chosen.*row.texts).empty()) continue;
    return fail(Code::kInvalid, "profile " + safe_text(chosen.name) + " has " +
                                    std::string(row.key) + ", and " + lock->first +
                                    " is locked by " + lock->second);
  }
  return {};
}

std::string unknown(const std::vector<Profile>& profiles, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Profile& profile : profiles) names.push_back(profile.name);
  names.push_back("none");
  const auto nearest = nearest_of(name, names);
  std::string text = "no profile " + safe_text(name);
  if (!nearest.empty()) return text + "; did you mean " + std::string(nearest) + "?";
  text += "; known are ";
  for (const auto one : names)
    text += (one == names.front() ? "" : one == names.back() ? " and " : ", ") + std::string(one);
  return text;
}

}  // namespace

Result<void> choose_profile(Policy& policy, std::string_view wanted,
                            const std::vector<std::string>& command) {
  if (wanted == "none") return {};
  const Profile* fitting = profile_for(policy.profiles, command);
  const Profile* chosen = wanted.empty() ? fitting : profile_named(policy.profiles, wanted);
  if (chosen == nullptr && !wanted.empty())
    return fail(Code::kInvalid, unknown(policy.profiles, wanted));
  if (chosen == nullptr) return {};
  if (chosen != fitting) {
    if (auto checked = check_choice(policy, *chosen); !checked) return checked;
  }
  policy.profile = *chosen;
  policy.network_allow.insert(policy.network_allow.end(), chosen->hosts.begin(),
                              chosen->hosts.end());
  policy.network_allow.insert(policy.network_allow.end(), chosen->reports.begin(),
                              chosen->reports.end());
  return {};
}

}  // namespace guard::policy
