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

bool GivenNames::note(const std::string& name, const std::vector<std::string>& addresses) {
  const std::lock_guard lock(mutex_);
  if (!has_room(name, addresses)) return false;
  for (const std::string& address : addresses) {
    if (policy::is_internal_address(address)) continue;
    std::vector<std::string>& names = names_[address];
    std::erase(names, name);
    names.insert(names.begin(), name);
  }
  return true;
}

std::vector<std::string> GivenNames::names_at(std::string_view address) const {
  const std::lock_guard lock(mutex_);
  const auto found = names_.find(std::string(address));
  return found == names_.end() ? std::vector<std::string>() : found->second;
}

}  // namespace guard::supervisor
