// SPDX-License-Identifier: Apache-2.0
#include "console/undo/store_access.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "console/run/nested_run.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

// Another user's store says what that user wants: a root that gave it back would do their will.
Result<void> is_own_store(const std::string& state) {
  const std::string root = supervisor::undo_root(state);
  struct stat status {};
  if (::lstat(root.c_str(), &status) != 0) return {};
  if (status.st_uid == ::geteuid() && S_ISDIR(status.st_mode)) return {};
  return fail(Code::kRefused, safe_text(root) + ": belongs to another user, or is no folder");
}

// Reading it takes its locks, which guard refuses to what it supervises, once for each session of
// the store. If a folder was named, only guard can say whose it is: it is asked once.
Result<void> is_in_reach(const std::string& state, bool is_named) {
  if (!inside_a_session()) return {};
  if (is_named) {
    const std::string readme = supervisor::undo_root(state) + "/README";
    const UniqueFd file(::open(readme.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
    if (file.valid() || (errno != EPERM && errno != EACCES)) return {};
  }
  return fail(Code::kRefused, "the undo store is out of reach inside a session: run it outside");
}

void raise_descriptor_limit() {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Result<void> use_undo_store(const std::string& state, bool is_named) {
  if (auto reached = is_in_reach(state, is_named); !reached) return reached;
  if (auto mine = is_own_store(state); !mine) return mine;
  raise_descriptor_limit();
  return {};
}

}  // namespace guard::console
