// SPDX-License-Identifier: Apache-2.0
#include "interceptor/exec_image.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <optional>
#include <string_view>
#include <utility>

namespace guard::interceptor {
namespace {

constexpr int kMostInterpreters = 5;     // BINPRM_MAX_RECURSION: the kernel answers ELOOP beyond
constexpr std::size_t kFirstLine = 256;  // BINPRM_BUF_SIZE (fs/binfmt_script.c)

struct Interpreter {
  std::string path;
  std::optional<std::string> argument;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

// As fs/binfmt_script.c reads "#!": one optional argument, the rest of the line, blanks trimmed.
std::optional<Interpreter> parse_first_line(std::string_view head) {
  if (!head.starts_with("#!")) return std::nullopt;
  const std::size_t end = head.find('\n');
  std::string_view line =
      head.substr(2, end == std::string_view::npos ? std::string_view::npos : end - 2);
  line = line.substr(0, line.find('\0'));
  line = trimmed(line);
  if (line.empty()) return std::nullopt;
  const std::size_t blank = line.find_first_of(" \t");
  Interpreter interpreter{std::string(line.substr(0, blank)), std::nullopt};
  if (blank != std::string_view::npos)
    interpreter.argument = std::string(trimmed(line.substr(blank)));
  return interpreter;
}

std::string proc_path(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

Result<std::string> read_head(int path_fd) {
  const UniqueFd readable(
      ::open(proc_path(path_fd).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  // An image that its own user may run but not read could not be judged, nor its process served
  // (traps.md T4).
  if (!readable.valid()) return fail_errno("read image");
  std::string head(kFirstLine, '\0');
  const ssize_t n = ::pread(readable.get(), head.data(), head.size(), 0);
  if (n < 0) return fail_errno("read image");
  head.resize(static_cast<std::size_t>(n));
  return head;
}

std::string canonical_name(int fd) {
  std::array<char, PATH_MAX> buffer{};
  const ssize_t n = ::readlink(proc_path(fd).c_str(), buffer.data(), buffer.size());
  return n < 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(n));
}

Result<void> check_executable(int fd, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return fail_with(EACCES, "not a regular file");
  if (::faccessat(fd, "", X_OK, AT_EMPTY_PATH | AT_EACCESS) != 0 &&
      ::access(proc_path(fd).c_str(), X_OK) != 0) {
    return fail_errno("not executable");
  }
  return {};
}

}  // namespace

Result<ExecImage> hold_image(UniqueFd file, const std::string& spelling,
                             const std::vector<std::string>& argv) {
  ExecImage image;
  image.file = std::move(file);
  if (::fstat(image.file.get(), &image.status) != 0) return fail_errno("stat image");
  if (auto ok = check_executable(image.file.get(), image.status); !ok) return forward(ok.error());
  image.path = canonical_name(image.file.get());
  image.running_argv = argv.empty() ? std::vector<std::string>{""} : argv;
  std::string as_argument = spelling;
  UniqueFd current;
  int fd = image.file.get();
  for (int level = 0; level <= kMostInterpreters; ++level) {
    struct stat status {};
    if (::fstat(fd, &status) != 0) return fail_errno("stat image");
    const auto head = read_head(fd);
    if (!head) return forward(head.error());
    const auto interpreter = parse_first_line(*head);
    if (!interpreter) {
      image.running_device = status.st_dev;
      image.running_inode = status.st_ino;
      return image;
    }
    image.script = true;
    std::vector<std::string> next = {interpreter->path};
    if (interpreter->argument) next.push_back(*interpreter->argument);
    next.push_back(as_argument);
    next.insert(next.end(), image.running_argv.begin() + 1, image.running_argv.end());
    image.running_argv = std::move(next);
    as_argument = interpreter->path;
    current.reset(::open(interpreter->path.c_str(), O_PATH | O_CLOEXEC));
    if (!current.valid()) return fail_errno("interpreter");
    fd = current.get();
  }
  return fail_with(ELOOP, "too many interpreters");
}

}  // namespace guard::interceptor
