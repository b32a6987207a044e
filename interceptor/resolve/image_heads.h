// SPDX-License-Identifier: Apache-2.0
// ImageHeads: the first bytes of programs, where "#!" stands, read once as long as a file's status
// shows no change. Nothing rests on them alone: what an exec has started is compared with what they
// led to expect before it runs (exec_verifier.h), so a wrong one ends in a refusal. Any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_IMAGE_HEADS_H_
#define GUARD_INTERCEPTOR_RESOLVE_IMAGE_HEADS_H_

#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/limits.h"

namespace guard::interceptor {

constexpr std::size_t kImageHead = size_limit("exec.head");  // BINPRM_BUF_SIZE (fs/binfmt_script.c)

class ImageHeads {
 public:
  // Two changes within a tick of the file system's clock show the same time: what was changed less
  // than `settling` ago is not remembered.
  explicit ImageHeads(std::chrono::seconds settling = std::chrono::seconds(2))
      : settling_(settling) {}
  // Reads an image held by O_PATH, with the rights of the calling thread, which are looked at
  // unless it `may_read`; kImageHead bytes at most. Error kUnreadable: it may not be read.
  Result<std::string> of(int path_fd, const struct stat& status, bool may_read);

 private:
  struct Known {
    struct stat status;
    std::string head;
  };
  using Key = std::pair<dev_t, ino_t>;

  [[nodiscard]] bool has_settled(const struct stat& status) const;

  const std::chrono::seconds settling_;
  std::mutex mutex_;
  std::map<Key, Known> known_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_IMAGE_HEADS_H_
