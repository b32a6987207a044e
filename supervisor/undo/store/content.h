// SPDX-License-Identifier: Apache-2.0
// The bytes of a file, kept or given back: shared with the original where the file system can
// (FICLONE), else copied hole by hole, without reading it into memory as a whole. Any thread that
// may block on a disk. Errors carry the errno; ENOSPC leaves nothing behind but what the caller
// removes.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_CONTENT_H_
#define GUARD_SUPERVISOR_UNDO_STORE_CONTENT_H_

#include <cstdint>
#include <functional>

#include "base/error.h"

namespace guard::supervisor {

// Called with the bytes done so far; true goes on, false gives up (ECANCELED).
using CopyProgress = std::function<bool(std::uint64_t)>;

// All of FROM (open for reading) becomes all of TO (open for writing), holes included.
[[nodiscard]] Result<void> copy_content(int from, int to, const CopyProgress& progress);

// Both open for reading: byte for byte the same. False when that cannot be told.
[[nodiscard]] bool same_content(int a, int b);

// True when nobody has the held regular file open, for reading or for writing, nor mapped. False
// when somebody has, or when it cannot be told (another's file, one that cannot be read).
// By asking for a write lease, which fcntl(2) grants only then; it is given up at once.
[[nodiscard]] bool nobody_has_open(int held);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_CONTENT_H_
