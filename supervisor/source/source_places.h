// SPDX-License-Identifier: Apache-2.0
// Where the policy source of a machine is described, and where what it gave is kept. Looks at the
// file system and the environment; any thread.
#ifndef GUARD_SUPERVISOR_SOURCE_SOURCE_PLACES_H_
#define GUARD_SUPERVISOR_SOURCE_SOURCE_PLACES_H_

#include <sys/types.h>

#include <string>

#include "base/error.h"

namespace guard::supervisor {

struct SourcePlaces {
  std::string description = "/etc/guard/source.yaml";
  std::string store = "/var/lib/guard/policy";
  std::string machine_id = "/etc/machine-id";
  uid_t owner = 0;  // whose these must be
};

// Those of the machine; or, to try a source out, those below the folder $GUARD_SOURCE names. A
// policy from there has the rights of --policy. kRefused: $GUARD_SOURCE on a machine that has a
// policy of root's: it would hold in place of that, or below its locks.
[[nodiscard]] Result<SourcePlaces> source_places();

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_SOURCE_PLACES_H_
