// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/given_names.h"

#include <algorithm>

#include "policy/network/internal_address.h"

namespace guard::supervisor {

bool GivenNames::has_room(const std::string& name,
                          const std::vector<std::string>& addresses) const {
  std::size_t fresh = 0;
  for (const std::string& address : addresses) {
    const auto found = names_.find(address);
    if (found == names_.end()) {
      ++fresh;
    } else if (found->second.size() >= kMostOfOne &&
               std::ranges::find(found->second, name) == found->second.end()) {
      return false;
    }
  }
  return names_.size() + fresh <= kMostAddresses;
}

namespace {

std::vector<std::string> listed_at(
    const std::unordered_map<std::string, std::vector<std::string>>& names,
    std::string_view address) {
  const auto found = names.find(std::string(address));
  return found == names.end() ? std::vector<std::string>() : found->second;
}

}  // namespace

bool GivenNames::note(const std::string& name, const std::vector<std::string>& addresses,
                      const std::string& final_name) {
  const std::lock_guard lock(mutex_);
  if (!has_room(name, addresses)) return false;
  for (const std::string& address : addresses) {
    if (policy::is_internal_address(address)) continue;
    std::vector<std::string>& names = names_[address];
    std::erase(names, name);
    names.insert(names.begin(), name);
    std::vector<std::string>& finals = finals_[address];
    const bool is_new =
        !final_name.empty() && std::ranges::find(finals, final_name) == finals.end();
    if (is_new && finals.size() >= kMostOfOne) return false;
    if (is_new) finals.push_back(final_name);
  }
  return true;
}

std::vector<std::string> GivenNames::names_at(std::string_view address) const {
  const std::lock_guard lock(mutex_);
  return listed_at(names_, address);
}

std::vector<std::string> GivenNames::finals_at(std::string_view address) const {
  const std::lock_guard lock(mutex_);
  return listed_at(finals_, address);
}

}  // namespace guard::supervisor
