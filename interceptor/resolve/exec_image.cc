// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/exec_image.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files/fd_name.h"
#include "base/limits.h"

namespace guard::interceptor {
namespace {

// BINPRM_MAX_RECURSION: the kernel answers ELOOP beyond.
constexpr int kMostInterpreters = int_limit("exec.interpreters");

struct Interpreter {
  std::string path;
  std::optional<std::string> argument;
};

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kTerminators{" \t\0", 3};

// The text after "#!" that fs/binfmt_script.c looks at: up to the newline, or all but the last byte
// of its buffer when a cut name cannot be mistaken for a whole one. Empty: no program.
std::string_view interpreter_line(std::string_view head) {
  const std::size_t newline = head.substr(0, head.find('\0')).find('\n');
  std::size_t end = newline;
  if (newline == std::string_view::npos) {
    const std::size_t name = head.find_first_not_of(kBlanks, 2);
    if (head.find_first_of(kTerminators, name) == std::string_view::npos) return {};
    end = kImageHead - 1;
  }
  const std::string_view line = head.substr(2, end - 2);
  const std::size_t start = line.find_first_not_of(kBlanks);
  if (start == std::string_view::npos) return {};
  return line.substr(start, line.find_last_not_of(kBlanks) - start + 1);
}

// One optional argument: the rest of the line. A NUL ends it, and blanks before a NUL stay: what is
// expected here must be exactly what the kernel passes, else a good script is killed.
std::optional<Interpreter> parse_first_line(std::string head) {
  if (!head.starts_with("#!")) return std::nullopt;
  head.resize(kImageHead, '\0');
  const std::string_view line = interpreter_line(head);
  const std::size_t end = line.find_first_of(kTerminators);
  Interpreter interpreter{std::string(line.substr(0, end)), std::nullopt};
  if (interpreter.path.empty()) return std::nullopt;
  if (end == std::string_view::npos || line[end] == '\0') return interpreter;
  const std::string_view argument = line.substr(line.find_first_not_of(kBlanks, end));
  interpreter.argument = std::string(argument.substr(0, argument.find('\0')));
  return interpreter;
}

std::string proc_path(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

// True: it may be read as well, as nearly all may be; false: nobody has looked.
Result<bool> check_executable(int fd, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return fail_with(EACCES, "not a regular file");
  if (::faccessat(fd, "", R_OK | X_OK, AT_EMPTY_PATH | AT_EACCESS) == 0) return true;
  if (::faccessat(fd, "", X_OK, AT_EMPTY_PATH | AT_EACCESS) != 0 &&
      ::access(proc_path(fd).c_str(), X_OK) != 0) {
    return fail_errno("not executable");
  }
  return false;
}

// As open_exec does (fs/exec.c): from the caller's working folder, links followed.
Result<UniqueFd> open_interpreter(const std::string& path,
                                  const OpenWorkingFolder& open_working_folder) {
  UniqueFd folder;
  if (!path.starts_with('/')) {
    auto opened = open_working_folder();
    if (!opened) return forward(opened.error());
    folder = std::move(*opened);
  }
  UniqueFd interpreter(
      ::openat(folder.valid() ? folder.get() : AT_FDCWD, path.c_str(), O_PATH | O_CLOEXEC));
  if (!interpreter.valid()) return fail_errno("interpreter");
  return interpreter;
}

}  // namespace

bool is_set_user_id(const ExecImage& image) {
  return (image.status.st_mode & S_ISUID) != 0;
}

Result<ExecImage> hold_image(HeldPath file, const std::string& spelling,
                             const std::vector<std::string>& argv,
                             const OpenWorkingFolder& open_working_folder, ImageHeads& heads) {
  if (!file.looked) {
    if (auto looked = look_at(file); !looked) return forward(looked.error());
  }
  ExecImage image;
  image.file = std::move(file.object);
  image.status = file.status;
  image.looked = *file.looked;
  auto readable = check_executable(image.file.get(), image.status);
  if (!readable) return forward(readable.error());
  image.path = name_of_fd(image.file.get());
  image.running_argv = argv.empty() ? std::vector<std::string>{""} : argv;
  std::string as_argument = spelling;
  UniqueFd current;
  int fd = image.file.get();
  struct stat status = image.status;
  for (int level = 0; level <= kMostInterpreters; ++level) {
    const auto head = heads.of(fd, status, *readable);
    if (!head) return forward(head.error());
    const auto interpreter = parse_first_line(*head);
    if (!interpreter) {
      image.running_device = status.st_dev;
      image.running_inode = status.st_ino;
      image.running_changed = status.st_ctim;
      image.interpreter = std::move(current);
      return image;
    }
    image.script = true;
    std::vector<std::string> next = {interpreter->path};
    if (interpreter->argument) next.push_back(*interpreter->argument);
    next.push_back(as_argument);
    next.insert(next.end(), image.running_argv.begin() + 1, image.running_argv.end());
    image.running_argv = std::move(next);
    as_argument = interpreter->path;
    auto opened = open_interpreter(interpreter->path, open_working_folder);
    if (!opened) return forward(opened.error());
    current = std::move(*opened);
    readable = false;
    fd = current.get();
    if (::fstat(fd, &status) != 0) return fail_errno("stat image");
    if (!S_ISREG(status.st_mode)) return fail_with(EACCES, "not a regular file");
  }
  return fail_with(ELOOP, "too many interpreters");
}

}  // namespace guard::interceptor
