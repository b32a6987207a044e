// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/redaction_key.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "base/uuid.h"
#include "supervisor/audit/store/private_folder.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kKeyBytes = 32;

// Another session may hold it back from its tree (a lease): for an open that waits it lets go
// within a moment, and for one that does not it tells that something was refused. Only a regular
// file is waited for: nobody comes to a FIFO.
UniqueFd open_key(const std::string& path) {
  const UniqueFd held(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat found {};
  if (!held.valid() || ::fstat(held.get(), &found) != 0) return {};
  const int patience = S_ISREG(found.st_mode) ? 0 : O_NONBLOCK;
  const std::string name = "/proc/self/fd/" + std::to_string(held.get());
  return UniqueFd(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | patience));
}

Result<std::string> read_key(const std::string& path) {
  const UniqueFd file = open_key(path);
  if (!file.valid()) return fail_errno(safe_text(path));
  struct stat found {};
  if (::fstat(file.get(), &found) != 0) return fail_errno(safe_text(path));
  if (!S_ISREG(found.st_mode) || found.st_uid != ::geteuid() || (found.st_mode & 077) != 0) {
    return fail(Code::kRefused, safe_text(path) + ": must be a file that only its owner can read");
  }
  std::array<char, kKeyBytes + 1> bytes{};
  const ssize_t size = ::read(file.get(), bytes.data(), bytes.size());
  if (size < 0) return fail_errno(safe_text(path));
  if (size != static_cast<ssize_t>(kKeyBytes)) {
    return fail(Code::kInvalid, safe_text(path) + ": is not a key of guard");
  }
  return std::string(bytes.data(), kKeyBytes);
}

Result<void> write_random_key(const std::string& path) {
  std::array<char, kKeyBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return fail_errno("getrandom");
  }
  const UniqueFd file(::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC,
                             S_IRUSR | S_IWUSR));
  if (!file.valid()) return fail_errno(safe_text(path));
  const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
  if (written < 0) return fail_errno(safe_text(path));
  if (written != static_cast<ssize_t>(bytes.size())) return fail_with(ENOSPC, safe_text(path));
  if (::fsync(file.get()) != 0) return fail_errno(safe_text(path));
  return {};
}

// The link is the moment of decision: of several processes one makes the key, and no one ever sees
// half of it.
Result<void> create_key(const std::string& path) {
  const std::string draft = path + "." + make_uuid();
  Result<void> result = write_random_key(draft);
  if (result && ::link(draft.c_str(), path.c_str()) != 0 && errno != EEXIST) {
    result = fail_errno(safe_text(path));
  }
  ::unlink(draft.c_str());
  return result;
}

}  // namespace

std::string redaction_key_in(const std::string& directory) {
  return directory + "/redaction.key";
}

Result<std::string> load_or_create_redaction_key(const std::string& directory) {
  const auto folder = open_private_folder(directory);
  if (!folder) return forward(folder.error());
  const std::string path = redaction_key_in(*folder);
  auto key = read_key(path);
  if (key || key.error().sys_errno != ENOENT) return key;
  if (const auto created = create_key(path); !created) return forward(created.error());
  return read_key(path);
}

}  // namespace guard::supervisor
