// SPDX-License-Identifier: Apache-2.0
// NamedPlace: where a word of a command line says that it connects to. No name is looked up. Pure,
// any thread.
//   place_in("git@example.org:a/b.git")  // {"example.org", 22}
#ifndef GUARD_POLICY_NETWORK_NAMED_PLACE_H_
#define GUARD_POLICY_NETWORK_NAMED_PLACE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::policy {

struct NamedPlace {
  std::string host;  // or the path of a socket
  std::uint16_t port = 0;
  bool operator==(const NamedPlace&) const = default;
};

struct NamedPlaces {
  std::vector<NamedPlace> places;
  bool certain = true;  // false: it may be others
  bool operator==(const NamedPlaces&) const = default;
};

// "https://host:1/x", "user@host:path", "ssh://host": none for what names no other machine.
[[nodiscard]] std::optional<NamedPlace> place_in(const std::string& word);
// "user:password@host:1" or "[::1]:1"; PORT where it names none.
[[nodiscard]] std::optional<NamedPlace> place_of_authority(std::string_view text,
                                                           std::uint16_t port);
// As rules about hosts are held to it.
[[nodiscard]] Destination destination_of(const NamedPlace& place);

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_NAMED_PLACE_H_
