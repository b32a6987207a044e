// SPDX-License-Identifier: Apache-2.0
// The part of a run's policy that comes from the policy source: the release that holds, as a file,
// and a note for people when something is wrong with it. Asks no server: a start waits for none.
// Reads root's files; any thread.
#ifndef GUARD_SUPERVISOR_SOURCE_HELD_LAYER_H_
#define GUARD_SUPERVISOR_SOURCE_HELD_LAYER_H_

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "policy/model/policy.h"
#include "supervisor/source/source_places.h"

namespace guard::supervisor {

struct HeldLayer {
  std::optional<policy::PolicyFile> file = {};  // nothing: no source, or no release yet
  policy::Release release = {};                 // of the file
  std::string note = {};                        // empty: nothing to say
};

// A release that has expired goes on holding: without it less would hold. kRefused: files that
// others could have written or that are damaged, or the source is required and none holds.
[[nodiscard]] Result<HeldLayer> held_layer(const SourcePlaces& places, TimePoint now);

// "release 8 expired on 2027-01-31"; empty: it has not.
[[nodiscard]] std::string expiry_text(const policy::Release& release, TimePoint now);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_HELD_LAYER_H_
