// SPDX-License-Identifier: Apache-2.0
#include "console/review/system_program.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "base/files/unique_fd.h"

namespace guard::console {
namespace {

constexpr int kNotStarted = 127;

bool is_roots_alone(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == 0 &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::vector<char*> word_pointers(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// This is the child, between fork and exec: nothing but system calls.
[[noreturn]] void become(pid_t parent, const char* folder, int out, char* const* words,
                         char* const* environment) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  const int none = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const bool ready = ::getppid() == parent && ::chdir(folder) == 0 && ::dup2(none, 0) == 0 &&
                     ::dup2(out, 1) == 1 && ::dup2(none, 2) == 2;
  if (ready) ::execve(words[0], words, environment);
  ::_exit(kNotStarted);
}

void hand_out(std::string& text, const std::function<void(std::string_view)>& each) {
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    each(std::string_view(text).substr(begin, end + 1 - begin));
    begin = end + 1;
  }
  text.erase(0, begin);
}

void read_lines(int from, const std::function<void(std::string_view)>& each) {
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t size = ::read(from, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(size));
    hand_out(text, each);
  }
  if (!text.empty()) each(text);
}

}  // namespace

Result<int> run_system_program(const SystemProgram& program,
                               const std::function<void(std::string_view)>& each) {
  const std::string& path = program.words.front();
  if (!is_roots_alone(path))
    return fail(Code::kNotFound, "there is no " + path + " that is root's alone");
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail_errno(path);
  const UniqueFd out(ends[0]);
  UniqueFd in(ends[1]);
  std::vector<std::string> words = program.words;
  std::vector<std::string> environment = program.environment;
  const std::vector<char*> arguments = word_pointers(words);
  const std::vector<char*> variables = word_pointers(environment);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return fail_errno(path);
  if (child == 0)
    become(parent, program.folder.c_str(), in.get(), arguments.data(), variables.data());
  in.reset();
  read_lines(out.get(), each);
  int ended = 0;
  while (::waitpid(child, &ended, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(ended) ? WEXITSTATUS(ended) : kNotStarted;
}

}  // namespace guard::console
