// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/content.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/files/unique_fd.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kPiece = 1U << 20;

bool copies_in_the_kernel_no_more(int error) {
  return error == EXDEV || error == EINVAL || error == ENOSYS || error == EOPNOTSUPP ||
         error == ETXTBSY || error == EPERM || error == EIO;
}

Result<std::size_t> copy_through_memory(int from, int to, off_t at, std::size_t size,
                                        std::unique_ptr<std::array<char, kPiece>>& buffer) {
  if (!buffer) buffer = std::make_unique<std::array<char, kPiece>>();
  const ssize_t read = ::pread(from, buffer->data(), std::min(size, kPiece), at);
  if (read < 0) return fail_errno("read");
  for (ssize_t done = 0; done < read;) {
    const ssize_t written =
        ::pwrite(to, buffer->data() + done, static_cast<std::size_t>(read - done), at + done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail_errno("write");
    done += written;
  }
  return static_cast<std::size_t>(read);
}

class Copier {
 public:
  Copier(int from, int to, const CopyProgress& progress)
      : from_(from), to_(to), progress_(progress) {}

  // [begin, end) lies between two holes. A file that becomes shorter meanwhile ends the copy.
  Result<bool> range(off_t begin, off_t end) {
    for (off_t at = begin; at < end;) {
      const auto copied = piece(at, static_cast<std::size_t>(end - at));
      if (!copied) return forward(copied.error());
      if (*copied == 0) return false;
      at += static_cast<off_t>(*copied);
      done_ += *copied;
      if (progress_ && !progress_(done_)) return fail_with(ECANCELED, "copy");
    }
    return true;
  }

 private:
  Result<std::size_t> piece(off_t at, std::size_t size) {
    if (in_kernel_) {
      off_t in = at;
      off_t out = at;
      const ssize_t copied =
          ::copy_file_range(from_, &in, to_, &out, std::min<std::size_t>(size, 16 * kPiece), 0);
      if (copied > 0) return static_cast<std::size_t>(copied);
      // Some file systems of the kernel's own making say 0 where there is something.
      if (copied < 0 && !copies_in_the_kernel_no_more(errno)) return fail_errno("copy");
      in_kernel_ = false;
    }
    return copy_through_memory(from_, to_, at, size, buffer_);
  }

  int from_;
  int to_;
  const CopyProgress& progress_;
  std::uint64_t done_ = 0;
  bool in_kernel_ = true;
  std::unique_ptr<std::array<char, kPiece>> buffer_;
};

}  // namespace

Result<void> copy_content(int from, int to, const CopyProgress& progress) {
  struct stat status {};
  if (::fstat(from, &status) != 0) return fail_errno("fstat");
  if (::ftruncate(to, 0) != 0) return fail_errno("ftruncate");
  if (status.st_size > 0 && ::ioctl(to, FICLONE, from) == 0) return {};
  Copier copier(from, to, progress);
  for (off_t at = 0; at < status.st_size;) {
    const off_t data = ::lseek(from, at, SEEK_DATA);
    if (data < 0 && errno == ENXIO) break;  // a hole until the end
    const off_t begin = data < 0 ? at : data;
    const off_t hole = data < 0 ? -1 : ::lseek(from, begin, SEEK_HOLE);
    const off_t end = hole < 0 ? status.st_size : std::min<off_t>(hole, status.st_size);
    const auto whole = copier.range(begin, end);
    if (!whole) return forward(whole.error());
    if (!*whole) break;
    at = end;
  }
  if (::ftruncate(to, status.st_size) != 0) return fail_errno("ftruncate");
  return {};
}

bool same_content(int a, int b) {
  const auto first = std::make_unique<std::array<char, kPiece>>();
  const auto second = std::make_unique<std::array<char, kPiece>>();
  for (off_t at = 0;;) {
    const ssize_t read = ::pread(a, first->data(), kPiece, at);
    const ssize_t other = ::pread(b, second->data(), kPiece, at);
    if (read < 0 || read != other) return false;
    if (read == 0) return true;
    if (std::memcmp(first->data(), second->data(), static_cast<std::size_t>(read)) != 0)
      return false;
    at += read;
  }
}

bool nobody_has_open(int held) {
  const UniqueFd file(
      ::open(held_path(held).c_str(), O_RDONLY | O_NONBLOCK | O_NOATIME | O_CLOEXEC));
  if (!file.valid()) return false;
  if (::fcntl(file.get(), F_SETLEASE, F_WRLCK) != 0) return false;
  (void)::fcntl(file.get(), F_SETLEASE, F_UNLCK);
  return true;
}

}  // namespace guard::supervisor
