// SPDX-License-Identifier: Apache-2.0
#include "base/files/page_mark.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>

#include "base/files/directory.h"

namespace guard {
namespace {

constexpr std::string_view kEnding = ".page";

std::string text_of(std::string_view address, std::uint16_t port) {
  return std::string(address) + ":" + std::to_string(port) + "\n";
}

// A folder's time stands still for as long as a tick of the kernel's clock: a mark that is made in
// the tick of another change is not told by it. No tick is longer than 10 ms.
constexpr std::int64_t kSettled = 100'000'000;

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::int64_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return nanoseconds(time);
}

enum class Mark { kGone, kOther, kThis };

// To tell who may have held it before, the lock is taken and given back at once.
Mark look(int folder, const char* name, const std::string& wanted) {
  const UniqueFd file(::openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file.valid()) return errno == ENOENT ? Mark::kGone : Mark::kThis;
  if (::flock(file.get(), LOCK_SH | LOCK_NB) == 0) return Mark::kGone;
  std::array<char, 64> text{};
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got < 0) return Mark::kThis;
  const std::string_view read(text.data(), static_cast<std::size_t>(got));
  return read == wanted ? Mark::kThis : Mark::kOther;
}

}  // namespace

Result<PageMark> PageMark::make(const std::string& folder, std::string_view address,
                                std::uint16_t port) {
  const std::string path = folder + "/web-" + std::to_string(::getpid()) + std::string(kEnding);
  (void)::unlink(path.c_str());  // of one before that had this number
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.valid()) return fail_errno(path);
  PageMark mark(path, std::move(file));
  const std::string text = text_of(address, port);
  if (::flock(mark.file_.get(), LOCK_EX) != 0 ||
      ::write(mark.file_.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    return fail_errno(path);
  return mark;
}

PageMark::~PageMark() {
  if (file_.valid()) (void)::unlink(path_.c_str());
}

bool PageMarks::serves(std::string_view address, std::uint16_t port) const {
  const std::lock_guard lock(mutex_);
  struct stat folder {};
  if (!status_.look(folder)) return errno != ENOENT;
  const std::int64_t changed = nanoseconds(folder.st_mtim);
  if (changed == empty_since_) return false;
  const bool is_settled = now() - changed > kSettled;
  const Directory entries(::opendir(folder_.c_str()));
  if (!entries) return errno != ENOENT;
  const std::string wanted = text_of(address, port);
  bool any = false;
  while (const dirent* const entry = ::readdir(entries.get())) {
    if (!std::string_view(entry->d_name).ends_with(kEnding)) continue;
    any = true;
    if (look(::dirfd(entries.get()), entry->d_name, wanted) == Mark::kThis) return true;
  }
  if (!any && is_settled) empty_since_ = changed;
  return false;
}

}  // namespace guard
