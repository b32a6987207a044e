// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/file_channel.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

Result<std::uint64_t> size_of(const UniqueFd& file) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return fail_errno("stat");
  if (!S_ISREG(status.st_mode)) return fail(Code::kRefused, "is not an ordinary file");
  return static_cast<std::uint64_t>(status.st_size);
}

// Whoever wrote it last was killed inside of a line, which is sent again as a whole.
Result<void> cut_torn_line(const UniqueFd& file, std::uint64_t size) {
  std::array<char, 4096> piece{};
  std::uint64_t end = size;
  while (end > 0) {
    const std::size_t length = std::min<std::uint64_t>(piece.size(), end);
    const ssize_t got = ::pread(file.get(), piece.data(), length, static_cast<off_t>(end - length));
    if (got != static_cast<ssize_t>(length)) return fail_errno("read");
    const std::size_t line = std::string_view(piece.data(), length).rfind('\n');
    if (line != std::string_view::npos) {
      end = end - length + line + 1;
      break;
    }
    end -= length;
  }
  if (end == size) return {};
  return ::ftruncate(file.get(), static_cast<off_t>(end)) == 0 ? Result<void>()
                                                               : fail_errno("truncate");
}

Result<void> write_all(const UniqueFd& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail_errno("write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fdatasync(file.get()) == 0 ? Result<void>() : fail_errno("sync");
}

}  // namespace

// No symlink is followed, and nothing waits for the reader of a pipe.
Result<UniqueFd> FileChannel::open() const {
  UniqueFd file(::open(path_.c_str(),
                       O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY,
                       S_IRUSR | S_IWUSR));
  if (!file.valid()) return fail_errno("open");
  return file;
}

// The oldest first, so that each name is free when it is taken.
Result<void> FileChannel::rotate() const {
  const auto name = [this](int number) {
    return number == 0 ? path_ : path_ + "." + std::to_string(number);
  };
  for (int number = keep_ - 1; number >= 0; --number) {
    const int renamed = ::rename(name(number).c_str(), name(number + 1).c_str());
    if (renamed != 0 && errno != ENOENT) return fail_errno("rename");
  }
  return {};
}

Result<void> FileChannel::deliver(const std::vector<SinkRecord>& records) {
  std::string lines;
  for (const SinkRecord& record : records) lines += record.body + "\n";
  const auto during = [this](const Error& error) {
    return forward(error.during(safe_text(path_)));
  };
  auto file = open();
  if (!file) return during(file.error());
  const auto size = size_of(*file);
  if (!size) return during(size.error());
  if (auto cut = cut_torn_line(*file, *size); !cut) return during(cut.error());
  if (*size > 0 && *size + lines.size() > max_size_) {
    if (auto rotated = rotate(); !rotated) return during(rotated.error());
    file = open();
    if (!file) return during(file.error());
  }
  if (auto written = write_all(*file, lines); !written) return during(written.error());
  return {};
}

}  // namespace guard::supervisor
