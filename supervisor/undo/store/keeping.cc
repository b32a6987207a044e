// SPDX-License-Identifier: Apache-2.0
// UndoStore: what is kept of one object as content/N, which is the object itself, by a link, or a
// copy of it; and how that is taken back. After an error nothing is kept. Any thread.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "base/weaken.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

Result<UndoStore::Kept> UndoStore::keep(int held, const ObjectRecord& record, bool may_link,
                                        std::uint64_t number, const CopyProgress& progress) {
  const std::uint64_t bytes = record.stored;
  if (auto fit = room_for(1, bytes, record.size); !fit) return forward(fit.error());
  const std::string name = std::to_string(number);
  Kept kept{name_ + "/content/" + name, bytes, false};
  // Whoever has the file open would go on writing into what is kept.
  if (may_link && record.key.device == device_ &&
      (weakened("undo-open-files") || nobody_has_open(held)) &&
      ::linkat(AT_FDCWD, held_path(held).c_str(), content_.get(), name.c_str(),
               AT_SYMLINK_FOLLOW) == 0) {
    kept.is_original = true;
    if (auto told = tell_watch(held, name, true); !told) return forward(told.error());
  } else if (auto copied = copy_into(held, name, progress); !copied) {
    return forward(copied.error());
  }
  used_ += bytes;
  ++files_;
  return kept;
}

// Whoever listens there, or has it open, goes on doing so. Where it cannot be linked it is made
// anew one day, as good as that is.
UndoStore::Kept UndoStore::keep_endpoint(int held, const ObjectRecord& record,
                                         std::uint64_t number) {
  const std::string name = std::to_string(number);
  if (record.key.device != device_ || !room_for(1, 0, record.size) || weakened("undo-endpoints"))
    return {};
  if (::linkat(AT_FDCWD, held_path(held).c_str(), content_.get(), name.c_str(),
               AT_SYMLINK_FOLLOW) != 0)
    return {};
  ++files_;
  return {name_ + "/content/" + name, 0, true};
}

// Another guard may be asking the kernel, by a lease, whether anybody has it open, for
// microseconds; or hold the reads of it so, and let others in who wait.
UniqueFd UndoStore::open_to_read(int held) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC;
  for (int turn = 1;; ++turn) {
    UniqueFd file(::open(held_path(held).c_str(), kFlags | O_NONBLOCK));
    if (file.valid() || errno != EWOULDBLOCK || turn >= limits_.open_tries) return file;
    {
      const std::lock_guard lock(patience_mutex_);
      if (patience_.next().count() != 0) return open_in_use(held, kFlags, patience_);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Result<bool> UndoStore::tell_watch(int held, const std::string& name, bool linked) {
  if (!watch_) return false;
  auto told = watch_(held, name, linked);
  if (!told) ::unlinkat(content_.get(), name.c_str(), 0);
  return told;
}

Result<void> UndoStore::copy_into(int held, const std::string& name, const CopyProgress& progress) {
  if (auto copied = copy_unwatched(held, name, progress); !copied) return copied;
  const auto done_with = tell_watch(held, name, false);
  if (!done_with) return forward(done_with.error());
  if (*done_with) return {};
  const std::lock_guard lock(mutex_);
  unsynced_.push_back(name);
  return {};
}

Result<void> UndoStore::copy_unwatched(int held, const std::string& name,
                                       const CopyProgress& progress) {
  const UniqueFd from = open_to_read(held);
  if (!from.valid()) return fail_errno("read it");
  const UniqueFd to(::openat(content_.get(), name.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!to.valid()) return fail_errno("undo store");
  auto copied = copy_content(from.get(), to.get(), progress);
  if (!copied) ::unlinkat(content_.get(), name.c_str(), 0);
  return copied;
}

bool UndoStore::is_the_last(const Kept& kept) const {
  if (!kept.is_original) return false;
  const std::string name = kept.content.substr(kept.content.rfind('/') + 1);
  struct stat status {};
  if (::fstatat(content_.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
    return errno != ENOENT;  // what cannot be told is kept
  return status.st_nlink == 1;
}

void UndoStore::take_back(const Kept& kept) {
  if (kept.content.empty()) return;
  const std::string name = kept.content.substr(kept.content.rfind('/') + 1);
  ::unlinkat(content_.get(), name.c_str(), 0);
  used_ -= kept.bytes;
  --files_;
}

}  // namespace guard::supervisor
