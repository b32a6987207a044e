// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/journal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

// A line that a killed writer left unfinished is cut off: the next line begins a line.
Result<void> drop_torn_end(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return fail_errno("undo journal");
  off_t end = status.st_size;
  for (char last = 0; end > 0; --end) {
    if (::pread(file, &last, 1, end - 1) != 1) return fail_errno("undo journal");
    if (last == '\n') break;
  }
  if (end != status.st_size && ::ftruncate(file, end) != 0) return fail_errno("undo journal");
  return {};
}

std::string lock_path(const std::string& path) {
  return path + ".lock";
}

struct flock whole_file(short type) {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  return range;
}

// Locks that others hold to read do not count.
bool somebody_writes(int lock) {
  struct flock range = whole_file(F_RDLCK);
  return ::fcntl(lock, F_OFD_GETLK, &range) == 0 && range.l_type == F_WRLCK;
}

// It has the name still: the writer before may have taken that away since LOCK was opened.
bool is_the_lock_of(const std::string& path, int lock) {
  struct stat held {};
  struct stat named {};
  return ::fstat(lock, &held) == 0 && ::lstat(lock_path(path).c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

Result<UniqueFd> lock_to_write(const std::string& path) {
  UniqueFd lock(::open(lock_path(path).c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0200));
  if (!lock.valid()) return fail_errno(safe_text(lock_path(path)));
  struct flock range = whole_file(F_WRLCK);
  if (::fcntl(lock.get(), F_OFD_SETLK, &range) == 0) return lock;
  if (errno != EAGAIN && errno != EACCES) return fail_errno(safe_text(lock_path(path)));
  if (somebody_writes(lock.get())) return fail(Code::kBusy, safe_text(path) + " is being written");
  return fail(Code::kBusy, safe_text(lock_path(path)) + " is locked by another program");
}

}  // namespace

Result<Journal> Journal::open(const std::string& path) {
  constexpr int kTries = 10;
  auto lock = lock_to_write(path);
  for (int tries = 1; lock && !is_the_lock_of(path, lock->get()); ++tries) {
    if (tries == kTries) return fail(Code::kBusy, safe_text(path) + " is being written");
    lock = lock_to_write(path);
  }
  if (!lock) return forward(lock.error());
  UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.valid()) return fail_errno(safe_text(path));
  if (auto whole = drop_torn_end(file.get()); !whole) return forward(whole.error());
  return Journal(path, std::move(file), std::move(*lock));
}

// While it is locked: nobody else writes here, and whoever waits with the old file looks again.
Journal::~Journal() {
  if (lock_.valid() && is_the_lock_of(path_, lock_.get())) ::unlink(lock_path(path_).c_str());
}

Result<void> Journal::append(const nlohmann::ordered_json& line) {
  const std::string text = line.dump() + "\n";
  const std::lock_guard lock(mutex_);
  struct stat before {};
  if (::fstat(file_.get(), &before) != 0) return fail_errno("undo journal");
  const ssize_t written = ::write(file_.get(), text.data(), text.size());
  synced_ = false;
  if (written == static_cast<ssize_t>(text.size())) return {};
  const int error = written < 0 ? errno : ENOSPC;
  // A piece of a line would spoil the next one.
  if (written > 0 && ::ftruncate(file_.get(), before.st_size) != 0)
    return fail_errno("undo journal");
  return fail_with(error, "undo journal");
}

Result<void> Journal::sync() {
  if (synced_.exchange(true)) return {};
  if (::fdatasync(file_.get()) == 0) return {};
  synced_ = false;
  return fail_errno("undo journal");
}

Result<JournalReading> read_journal(const std::string& path,
                                    const std::function<void(const nlohmann::json&)>& each) {
  JournalReading reading;
  std::ifstream file(path, std::ios::binary);
  if (!file) return reading;
  std::string line;
  while (std::getline(file, line)) {
    if (file.eof()) break;  // no line break behind it: torn
    const auto value = nlohmann::json::parse(line, nullptr, false);
    if (value.is_discarded()) {
      ++reading.damaged;
    } else {
      each(value);
    }
  }
  return reading;
}

bool is_being_written(const std::string& path) {
  const UniqueFd lock(::open(lock_path(path).c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  return lock.valid() && somebody_writes(lock.get());
}

}  // namespace guard::supervisor
