// SPDX-License-Identifier: Apache-2.0
// Layers: the `release` of a file. It is checked in each, and counts in the one that came from the
// machine's policy source: what another file says of itself is no release.
#include "base/clock.h"
#include "policy/load/layers.h"

namespace guard::policy {

Result<void> Layers::apply_release(const Node& value) {
  Release release;
  release.number = int_of(value, "number").value_or(0);
  release.share = int_of(value, "share").value_or(kAllMachines);
  release.expires = text_of(value, "expires");
  if (const auto expires = value.find("expires"); expires && !parse_iso_time(release.expires))
    return forward(expires->fault("expires: write a day or a time: 2027-01-31, 2027-01-31T12:00Z"));
  if (is_release_) policy_.release = std::move(release);
  return {};
}

}  // namespace guard::policy
