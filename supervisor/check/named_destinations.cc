// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/named_destinations.h"

#include <string>
#include <utility>

#include "base/files/hosts_file.h"

namespace guard::supervisor {

std::vector<policy::Destination> destinations_of(const policy::NamedPlace& place) {
  const policy::Destination by_name = policy::destination_of(place);
  const auto names =
      by_name.name.empty() ? decltype(names_of_hosts_file()){} : names_of_hosts_file();
  const auto [begin, end] = names.equal_range(place.host);
  if (begin == end) return {by_name};
  std::vector<policy::Destination> destinations;
  for (auto at = begin; at != end; ++at) {
    policy::Destination to = policy::destination_of({.host = at->second, .port = place.port});
    to.names = {place.host};
    destinations.push_back(std::move(to));
  }
  return destinations;
}

}  // namespace guard::supervisor
