// SPDX-License-Identifier: Apache-2.0
// The session's socket in the file system: bound with mode 0600, taken away again by the process
// that bound it and only while the name is still its own. Never removes anything but a socket that
// nobody listens on.
#ifndef GUARD_SUPERVISOR_API_SOCKET_FILE_H_
#define GUARD_SUPERVISOR_API_SOCKET_FILE_H_

#include <sys/types.h>

#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::supervisor {

class SocketFile {
 public:
  // A listening, non-blocking, close-on-exec socket at PATH. kBusy: a live session has it, and
  // still has it a second later; kInvalid: the path is too long, or names something that is not a
  // socket; kNotFound: no such folder.
  static Result<SocketFile> listen_at(const std::string& path);
  // Before anything is kept for a session that could not be reached: kBusy as above. Nothing else
  // is an error here, and nothing is made.
  static Result<void> is_free(const std::string& path);
  SocketFile(SocketFile&& other) noexcept;
  SocketFile& operator=(SocketFile&&) = delete;
  ~SocketFile();

  [[nodiscard]] int take_fd() { return fd_.release(); }

 private:
  SocketFile(UniqueFd fd, std::string path);
  [[nodiscard]] bool still_ours() const;

  UniqueFd fd_;
  std::string path_;  // empty: moved from
  pid_t owner_ = 0;   // a forked child must not take its parent's socket away
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_SOCKET_FILE_H_
