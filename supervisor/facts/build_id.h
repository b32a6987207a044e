// SPDX-License-Identifier: Apache-2.0
// The build id of an ELF file: what the linker wrote into it to tell this build from every other
// one (the GNU note, else that of Go). A copy keeps it, by whatever name, with bytes appended, and
// stripped. Nothing here is trusted to be well formed. Any thread.
#ifndef GUARD_SUPERVISOR_FACTS_BUILD_ID_H_
#define GUARD_SUPERVISOR_FACTS_BUILD_ID_H_

#include <string>

#include "base/error.h"

namespace guard::supervisor {

// FD: readable. "gnu:" or "go:" and the id's bytes; empty for what is no ELF file of this machine's
// byte order, or has none. kRefused: more notes than are looked at (copies.notes).
[[nodiscard]] Result<std::string> build_id_of(int fd);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_BUILD_ID_H_
