// SPDX-License-Identifier: Apache-2.0
#include "console/undo_difference.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/unique_fd.h"
#include "supervisor/undo/held_place.h"

namespace guard::console {
namespace {

constexpr char kDiff[] = "/usr/bin/diff";
constexpr std::size_t kLongestDifference = 1U << 20;
// diff reads both files into memory.
constexpr off_t kLargestFile = 64 << 20;
// Out of the way of 0, 1 and 2, and of the numbers that the child gets.
constexpr int kOutOfTheWay = 10;
constexpr int kNowInChild = 3;
constexpr int kContentInChild = 4;

std::string unshown(const std::string& why) {
  return "(no difference can be shown: " + why + ")\n";
}

bool is_the_systems(const char* path) {
  struct stat status {};
  return ::stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == 0 &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

UniqueFd moved_away(const UniqueFd& fd) {
  return UniqueFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, kOutOfTheWay));
}

// Open for reading; why not, when it is no regular file of a size to be shown.
Result<UniqueFd> open_held(int held) {
  struct stat status {};
  if (::fstat(held, &status) != 0) return fail_errno("look");
  if (!S_ISREG(status.st_mode)) return fail(Code::kInvalid, "it is no file now");
  if (status.st_size > kLargestFile)
    return fail(Code::kInvalid, "it has " + size_text(static_cast<std::uint64_t>(status.st_size)));
  const UniqueFd file(
      ::open(supervisor::held_path(held).c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.valid()) return fail_errno("read it");
  return moved_away(file);
}

struct Output {
  std::string text;
  bool is_cut = false;
};

// In chunks, up to a bound: whoever writes more is told by the closed pipe.
Output read_all(int from) {
  Output output;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t size = ::read(from, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return output;
    output.text.append(buffer.data(), static_cast<std::size_t>(size));
    if (output.text.size() <= kLongestDifference) continue;
    output.is_cut = true;
    output.text.resize(output.text.rfind('\n', kLongestDifference) + 1);
    return output;
  }
}

// Nothing of the environment steers it but the language of its words.
std::vector<std::string> plain_environment() {
  std::vector<std::string> environment = {"PATH=/usr/bin:/bin"};
  if (const char* locale = std::getenv("LC_ALL"))
    environment.push_back(std::string("LC_ALL=") + locale);
  return environment;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

Result<Output> run_diff(const UniqueFd& now, const UniqueFd& content, const std::string& label) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail_errno("diff");
  UniqueFd out(ends[0]);
  UniqueFd low(ends[1]);
  UniqueFd in = moved_away(low);
  std::vector<std::string> words = {kDiff,
                                    "-u",
                                    "--label",
                                    label + " (now)",
                                    "--label",
                                    label + " (after undo)",
                                    "--",
                                    "/dev/fd/" + std::to_string(kNowInChild),
                                    "/dev/fd/" + std::to_string(kContentInChild)};
  std::vector<std::string> environment = plain_environment();
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, in.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, now.get(), kNowInChild);
  ::posix_spawn_file_actions_adddup2(&actions, content.get(), kContentInChild);
  pid_t child = -1;
  const int error = ::posix_spawn(&child, kDiff, &actions, nullptr, pointers_to(words).data(),
                                  pointers_to(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return fail_with(error, kDiff);
  in.reset();
  low.reset();
  Output output = read_all(out.get());
  out.reset();
  int ended = 0;
  while (::waitpid(child, &ended, 0) < 0 && errno == EINTR) continue;
  if (!output.is_cut && (!WIFEXITED(ended) || WEXITSTATUS(ended) > 1))
    return fail(Code::kUnreadable, std::string(kDiff) + " failed");
  return output;
}

std::string safe_lines(const std::string& text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    std::string with_tabs;
    // Tabs are what indents; everything else that steers a terminal is shown, not obeyed.
    for (std::size_t from = 0; from <= line.size();) {
      const std::size_t tab = std::min(line.find('\t', from), line.size());
      with_tabs += safe_text(line.substr(from, tab - from)) + (tab < line.size() ? "\t" : "");
      from = tab + 1;
    }
    safe += with_tabs + "\n";
    at = end + 1;
  }
  return safe;
}

}  // namespace

std::string difference(const std::string& content, const std::string& now,
                       const std::string& shown) {
  const UniqueFd held = supervisor::hold_object(now);
  if (!held.valid()) return {};
  const UniqueFd kept_held(::open(content.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (!kept_held.valid()) return unshown("what was kept is not there");
  const auto file = open_held(held.get());
  if (!file) return unshown(file.error().text());
  const auto kept = open_held(kept_held.get());
  if (!kept) return unshown(kept.error().text());
  if (!is_the_systems(kDiff))
    return unshown(std::string("there is no ") + kDiff + " that is root's alone");
  const auto output = run_diff(*file, *kept, safe_text(shown));
  if (!output) return unshown(output.error().text());
  return safe_lines(output->text) +
         (output->is_cut ? "(the rest of the difference is not shown)\n" : "");
}

}  // namespace guard::console
