// SPDX-License-Identifier: Apache-2.0
// PathResolver: a tracee's path -> what it names, held by descriptors, so that what is judged is
// what is used. Resolved from the tracee's cwd or dirfd, with /proc/self and /proc/thread-self
// meaning the tracee's (guard's own would be walked otherwise: traps.md T8). "/" is the tracee's
// root: guard's own, unless it acts in a realm (realm.h), out of which no ".." leads.
// Final links are followed only by walking, never by the act itself. Errors carry the errno that
// the kernel would have answered. Call it inside the tracee's CredentialScope; any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_PATH_RESOLVER_H_
#define GUARD_INTERCEPTOR_RESOLVE_PATH_RESOLVER_H_

#include <sys/stat.h>

#include <memory>
#include <string>

#include "base/error.h"
#include "base/files/last_link.h"
#include "base/files/unique_fd.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

// A name in a held folder, and the object under it at that moment.
struct HeldPath {
  UniqueFd parent;   // O_PATH folder; invalid when the object was reached by a magic link
                     // (/proc/PID/fd/N)
  std::string name;  // last component with its trailing slashes, as the kernel shall see it; "."
                     // and ".." stay
  UniqueFd object;   // O_PATH; invalid when nothing is there
  struct stat status {};  // of the object
  // The same and more, of when it was resolved; null: not read. Apart, as most calls hold one
  // object of the two they could, and ten thousand may wait at once.
  std::unique_ptr<struct statx> looked;
  [[nodiscard]] bool exists() const { return object.valid(); }
};

// Where a relative path starts; opened before credentials are switched, since /proc/TID may be
// closed to the tracee's.
struct StartFolder {
  UniqueFd fd;  // invalid: the path is absolute
};

Result<StartFolder> open_start_folder(const Tracee& tracee, int dirfd, const std::string& path);

// The parent of the last component, and the object under that name (a link itself, when it is one).
// The start folder becomes the parent when the path is one name.
Result<HeldPath> resolve_name(const Tracee& tracee, StartFolder& start, const std::string& path);

// As open(2) walks: LAST: the link that the path ends with. A missing last component is
// no error when its parent exists: then parent and name say where it would be made (for a dangling
// link: where its target would be).
Result<HeldPath> resolve_target(const Tracee& tracee, StartFolder& start, const std::string& path,
                                LastLink last);

// The object alone, for what needs no name: an exec. Held without a parent. Missing is ENOENT, or
// an object that does not exist.
Result<HeldPath> resolve_object(const Tracee& tracee, StartFolder& start, const std::string& path,
                                LastLink last);

// Reads the status of the held object, birth and mount included, by one call.
Result<void> look_at(HeldPath& held);

// The tracee's "/", O_PATH.
Result<UniqueFd> open_root(const Tracee& tracee);
// True for the tracee's "/" in a realm, above which ".." does not go; false outside of realms,
// where the kernel keeps guard itself from going there.
[[nodiscard]] bool is_realm_root(const Tracee& tracee, int folder);

// True for an object of a procfs instance.
[[nodiscard]] bool on_procfs(int fd);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_PATH_RESOLVER_H_
