// SPDX-License-Identifier: Apache-2.0
// The change that a metadata call asks for, compared with what its held object has. Reads the
// object's flags (one statx) only for a call that sets flags. Any thread; flags that cannot be read
// count as changed.
#ifndef GUARD_INTERCEPTOR_RESOLVE_METADATA_REQUEST_H_
#define GUARD_INTERCEPTOR_RESOLVE_METADATA_REQUEST_H_

#include <string>

#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

struct AskedFileFlags {
  std::string letters;  // the letters of chattr(1) that will be set; "r": read-only, of FAT
  std::string locks;    // the flags that lock a file, if they turn: "+i" (immutable), "+i-a"
};
[[nodiscard]] AskedFileFlags asked_file_flags(const HeldCall& call);

// A chown that changes nothing. The kernel clears set-user-ID and set-group-ID bits even if the
// owner stays, so an object that has one of them does change.
[[nodiscard]] bool leaves_owner(const HeldCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_METADATA_REQUEST_H_
