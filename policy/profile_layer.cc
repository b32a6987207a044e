// SPDX-License-Identifier: Apache-2.0
// Layers: the `profiles` of a file, and which of them is the run's. What a profile says widens: of
// an untrusted project's nothing is taken.
#include <algorithm>

#include "base/text.h"
#include "policy/layers.h"
#include "policy/scalars.h"

namespace guard::policy {

namespace {

void add_missing(std::vector<std::string>& globs, const std::vector<std::string>& known) {
  for (const std::string& glob : known)
    if (std::ranges::find(globs, glob) == globs.end()) globs.push_back(glob);
}

// What is known to steer or to be secret stays so: a later file of the name adds to it.
void replace(std::vector<Profile>& profiles, Profile later) {
  std::erase_if(profiles, [&](const Profile& known) {
    if (known.name != later.name) return false;
    add_missing(later.settings, known.settings);
    add_missing(later.secrets, known.secrets);
    return true;
  });
  profiles.push_back(std::move(later));
}

}  // namespace

Result<void> Layers::apply_profiles(const Node& value) {
  const auto members = value.children();
  for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
    auto profile = read_profile(members[i], members[i + 1]);
    if (!profile) return forward(profile.error());
    if (tighten_only_) {
      not_applied(members[i], "profiles." + profile->name);
      continue;
    }
    replace(policy_.profiles, std::move(*profile));
  }
  return {};
}

namespace {

const Profile* profile_named(const std::vector<Profile>& profiles, std::string_view name) {
  const auto found = std::ranges::find(profiles, name, &Profile::name);
  return found == profiles.end() ? nullptr : &*found;
}

std::string unknown(const std::vector<Profile>& profiles, std::string_view name) {
  std::vector<std::string_view> names = {"none"};
  for (const Profile& profile : profiles) names.push_back(profile.name);
  const auto nearest = nearest_of(name, names);
  std::string text = "no profile " + safe_text(name);
  if (!nearest.empty()) return text + "; did you mean " + std::string(nearest) + "?";
  text += "; there are";
  for (const auto one : names) text += " " + std::string(one);
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
  if (chosen != fitting && is_locked(policy, "profiles"))
    return fail(Code::kInvalid, "the policy has locked profiles");
  policy.profile = *chosen;
  policy.network_allow.insert(policy.network_allow.end(), chosen->hosts.begin(),
                              chosen->hosts.end());
  return {};
}

}  // namespace guard::policy
