// SPDX-License-Identifier: Apache-2.0
// A release that is not for all machines yet is taken by those whose number is small enough: from 0
// to 99, the same on a machine each time, made of its id. Reads one file; any thread.
#ifndef GUARD_SUPERVISOR_SOURCE_MACHINE_SHARE_H_
#define GUARD_SUPERVISOR_SOURCE_MACHINE_SHARE_H_

#include <string>

#include "base/error.h"

namespace guard::supervisor {

// Pure.
[[nodiscard]] int share_place_of(const std::string& machine_id);
// PATH: of the machine's id. kNotFound: it has none, and so is among no share.
[[nodiscard]] Result<int> share_place_here(const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_MACHINE_SHARE_H_
