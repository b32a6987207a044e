// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_name.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdint>
#include <functional>
#include <thread>

#include "base/text/text.h"
#include "supervisor/audit/store/private_folder.h"

namespace guard::supervisor {
namespace {

constexpr auto kBetweenTries = std::chrono::milliseconds(20);

// One byte of the file for each name.
struct flock range_of(const std::string& name) {
  constexpr unsigned kBitsOfAnOffset = 62;
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(static_cast<std::uint64_t>(std::hash<std::string>{}(name)) &
                                     ((std::uint64_t{1} << kBitsOfAnOffset) - 1));
  range.l_len = 1;
  return range;
}

}  // namespace

Result<UniqueFd> hold_session_name(const std::string& state_dir, const std::string& name,
                                   std::chrono::milliseconds patience) {
  const auto folder = open_private_folder(state_dir);
  if (!folder) return forward(folder.error());
  const std::string path = *folder + "/names.lock";
  constexpr int kFlags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
  UniqueFd lock(::open(path.c_str(), kFlags, 0600));
  if (!lock.valid()) return fail_errno("open " + safe_text(path));
  const auto until = std::chrono::steady_clock::now() + patience;
  struct flock range = range_of(name);
  while (::fcntl(lock.get(), F_OFD_SETLK, &range) != 0) {
    if (errno != EAGAIN && errno != EACCES) return fail_errno("lock " + safe_text(path));
    if (std::chrono::steady_clock::now() >= until)
      return fail(Code::kBusy, "a session called " + safe_text(name) +
                                   " runs already: choose another name (--session), or wait until "
                                   "it has ended (guard status)");
    std::this_thread::sleep_for(kBetweenTries);
  }
  return lock;
}

}  // namespace guard::supervisor
