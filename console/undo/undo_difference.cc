// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_difference.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/small_difference.h"
#include "base/files/unique_fd.h"
#include "base/text/safe_output.h"
#include "base/text/text.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::console {
namespace {

constexpr char kDiff[] = "/usr/bin/diff";
constexpr char kNow[] = " (now)";
constexpr char kAfterUndo[] = " (after undo)";
constexpr std::size_t kLongestDifference = 1U << 20;
// diff reads both files into memory.
constexpr off_t kLargestFile = 64 << 20;
// All differences of a preview together.
constexpr std::size_t kMostText = 64U << 20;
// Files of very many lines that all differ take minutes.
constexpr rlim_t kMostSeconds = 2;  // of the processor
constexpr rlim_t kMostMemory = 1 << 30;
// Where reading hangs: of the clock.
constexpr std::chrono::milliseconds kMostWaiting(10'000);
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

using Clock = std::chrono::steady_clock;

struct Output {
  std::string text;
  bool is_cut = false;
  bool is_late = false;
};

bool is_readable(int from, Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  struct pollfd wanted {
    from, POLLIN, 0
  };
  if (left.count() <= 0) return false;
  const int ready = ::poll(&wanted, 1, static_cast<int>(left.count()));
  return ready > 0 || (ready < 0 && errno == EINTR && is_readable(from, until));
}

// In chunks, up to a bound, and for so long.
Output read_all(int from, Clock::time_point until) {
  Output output;
  std::array<char, 65536> buffer{};
  while (true) {
    if (!is_readable(from, until)) return output.is_late = true, output;
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

void limit(int resource, rlim_t most) {
  const struct rlimit both { most, most };
  if (::setrlimit(static_cast<__rlimit_resource_t>(resource), &both) != 0) ::_exit(2);
}

// This is the child, between fork and exec: nothing but system calls.
[[noreturn]] void become_diff(pid_t parent, std::array<int, 3> files, char* const* words,
                              char* const* environment) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (::getppid() != parent) ::_exit(2);
  limit(RLIMIT_CPU, kMostSeconds);
  limit(RLIMIT_AS, kMostMemory);
  limit(RLIMIT_CORE, 0);
  const int none = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const auto [now, content, out] = files;
  if (::dup2(none, STDIN_FILENO) < 0 || ::dup2(out, STDOUT_FILENO) < 0 ||
      ::dup2(none, STDERR_FILENO) < 0 || ::dup2(now, kNowInChild) < 0 ||
      ::dup2(content, kContentInChild) < 0)
    ::_exit(2);
  ::execve(kDiff, words, environment);
  ::_exit(2);
}

// Whether it was ended because it took too long.
bool was_stopped(int ended) {
  return WIFSIGNALED(ended) && (WTERMSIG(ended) == SIGKILL || WTERMSIG(ended) == SIGXCPU);
}

Result<Output> run_diff(const UniqueFd& now, const UniqueFd& content, const std::string& from,
                        const std::string& to, std::chrono::milliseconds most) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail_errno("diff");
  const UniqueFd out(ends[0]);
  UniqueFd low(ends[1]);
  UniqueFd in = moved_away(low);
  std::vector<std::string> words = {kDiff,
                                    "-u",
                                    "--label",
                                    from,
                                    "--label",
                                    to,
                                    "--",
                                    "/dev/fd/" + std::to_string(kNowInChild),
                                    "/dev/fd/" + std::to_string(kContentInChild)};
  std::vector<std::string> environment = plain_environment();
  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<char*> variables = pointers_to(environment);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return fail_errno(kDiff);
  if (child == 0)
    become_diff(parent, {now.get(), content.get(), in.get()}, arguments.data(), variables.data());
  in.reset();
  low.reset();
  Output output = read_all(out.get(), Clock::now() + most);
  if (output.is_cut || output.is_late) ::kill(child, SIGKILL);
  int ended = 0;
  while (::waitpid(child, &ended, 0) < 0 && errno == EINTR) continue;
  output.is_late = !output.is_cut && was_stopped(ended);
  if (!output.is_cut && !output.is_late && (!WIFEXITED(ended) || WEXITSTATUS(ended) > 1))
    return fail(Code::kUnreadable, std::string(kDiff) + " failed");
  return output;
}

// "3000000 lines, 11.7 MB"
std::string extent_of(int file) {
  std::array<char, 65536> buffer{};
  std::uint64_t lines = 0;
  off_t at = 0;
  while (at <= kLargestFile) {
    const ssize_t size = ::pread(file, buffer.data(), buffer.size(), at);
    if (size <= 0) break;
    lines += static_cast<std::uint64_t>(std::count(buffer.data(), buffer.data() + size, '\n'));
    at += size;
  }
  return count_text(lines, "line", "lines") + ", " + size_text(static_cast<std::uint64_t>(at));
}

// "now" of "f (now)", "after undo" of "f (after undo)".
std::string side_of(const std::string& label) {
  const std::size_t open = label.rfind('(');
  return open == std::string::npos ? label : label.substr(open + 1, label.size() - open - 2);
}

}  // namespace

std::string Differences::between(const std::string& content, const std::string& now,
                                 const std::string& shown) {
  const auto is_secret = [&](const std::string& path) { return is_secret_ && is_secret_(path); };
  if (is_secret(content) || is_secret(now) || is_secret(shown))
    return "(what is in it is a secret, and not shown)\n";
  if (shown_ > kMostText) return unshown("those before are long");
  std::string text = difference(content, now, shown);
  shown_ += text.size();
  return text;
}

std::string Differences::difference(const std::string& content, const std::string& now,
                                    const std::string& shown) {
  const UniqueFd held = supervisor::hold_object(now);
  if (!held.valid()) return {};
  const UniqueFd kept_held(::open(content.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (!kept_held.valid()) return unshown("what was kept is not there");
  const std::string label = safe_text(shown);
  const PlainDifference found =
      plain(held.get(), kept_held.get(), label + kNow, label + kAfterUndo);
  if (!found.why_none.empty()) return unshown(found.why_none);
  return safe_lines(found.text) +
         (found.is_cut ? "(the rest of the difference is not shown)\n" : "");
}

PlainDifference Differences::plain(int before, int after, const std::string& from,
                                   const std::string& to) {
  const auto none = [](std::string why) { return PlainDifference{"", false, std::move(why)}; };
  const auto first = open_held(before);
  if (!first) return none(first.error().text());
  const auto second = open_held(after);
  if (!second) return none(second.error().text());
  if (auto small = small_difference(first->get(), second->get(), from, to))
    return {std::move(*small), false, ""};
  if (!is_the_systems(kDiff))
    return none(std::string("there is no ") + kDiff + " that is root's alone");
  if (left_.count() <= 0) return none("those before took too long");
  const auto began = Clock::now();
  auto output = run_diff(*first, *second, from, to, std::min(left_, kMostWaiting));
  left_ -= std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - began);
  if (!output) return none(output.error().text());
  if (output->is_late)
    return none("it takes too long: " + extent_of(first->get()) + " " + side_of(from) + "; " +
                extent_of(second->get()) + " " + side_of(to));
  return {std::move(output->text), output->is_cut, ""};
}

}  // namespace guard::console
