// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/denial_line.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/served_file.h"
#include "base/files/unique_fd.h"
#include "base/process/pid_handle.h"
#include "base/text/text.h"
#include "interceptor/process/standard_output.h"

namespace guard::supervisor {
namespace {

// A description of our own, so that O_NONBLOCK does not reach the program's.
UniqueFd open_anew(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

UniqueFd reopened(int fd) {
  return open_anew("/proc/self/fd/" + std::to_string(fd));
}

bool write_whole(int fd, const std::string& text) {
  return ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// Both outputs by one open file description: text for people, written behind what is there. Some
// agents have their commands write so.
bool is_log(pid_t pid, int fd, const BornSet& made_here) {
  return interceptor::outputs_are_one(pid) && made_here.contains(fd) && !may_hang(fd);
}

bool write_line(int fd, const struct stat& status, const std::string& text) {
  if (S_ISSOCK(status.st_mode)) {
    return ::send(fd, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  }
  if (!S_ISFIFO(status.st_mode) && !(S_ISCHR(status.st_mode) && ::isatty(fd) == 1)) return false;
  const UniqueFd own = reopened(fd);
  return own.valid() && write_whole(own.get(), text);
}

// Where a container refuses pidfd_getfd. Not a file: another description has its own place in it,
// and what is there would be written over.
bool tell_anew(pid_t pid, const std::string& text) {
  const UniqueFd own =
      open_anew("/proc/" + std::to_string(pid) + "/fd/" + std::to_string(STDERR_FILENO));
  struct stat status {};
  return own.valid() && ::fstat(own.get(), &status) == 0 && !S_ISREG(status.st_mode) &&
         write_line(own.get(), status, text);
}

}  // namespace

bool tell_refused_program(pid_t pid, const std::string& line, const BornSet& made_here) {
  const auto process = PidHandle::open(pid);
  if (!process) return false;
  const auto fd = process->take_fd(STDERR_FILENO);
  const std::string text = safe_text(line) + "\n";
  if (!fd) return tell_anew(pid, text);
  struct stat status {};
  if (::fstat(fd->get(), &status) != 0) return false;
  if (S_ISREG(status.st_mode))
    return is_log(pid, fd->get(), made_here) && write_whole(fd->get(), text);
  return write_line(fd->get(), status, text);
}

}  // namespace guard::supervisor
