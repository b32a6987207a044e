// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/proc_status.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <vector>

#include "base/files/unique_fd.h"

namespace guard::interceptor {
namespace {

template <class T>
T number(std::string_view text, int base = 10) {
  T value{};
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> result;
  while (true) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos) return result;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    result.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

// Fields after the command name, which may hold spaces and brackets itself.
//
// That of one thread: the process' own adds up the times of all its threads, and holds a lock
// against them meanwhile.
Result<std::string> stat_field(int directory, const std::string& folder, pid_t tid,
                               std::size_t field) {
  const auto text =
      read_small_file(directory, (folder + "task/" + std::to_string(tid) + "/stat").c_str());
  if (!text) return forward(text.error());
  const std::size_t bracket = text->rfind(')');
  if (bracket == std::string::npos) return fail(Code::kUnreadable, "stat");
  const auto fields = words(std::string_view(*text).substr(bracket + 1));
  if (fields.size() <= field - 3) return fail(Code::kUnreadable, "stat");
  return std::string(fields[field - 3]);
}

Result<std::string> stat_field(pid_t pid, std::size_t field) {
  return stat_field(AT_FDCWD, "/proc/" + std::to_string(pid) + "/", pid, field);
}

// "real effective saved file-system"; gives the last.
unsigned take_ids(std::string_view text, Ids& ids) {
  const auto all = words(text);
  if (all.size() != 4) return 0;
  ids = {number<unsigned>(all[0]), number<unsigned>(all[1]), number<unsigned>(all[2])};
  return number<unsigned>(all[3]);
}

using Apply = void (*)(ProcStatus&, std::string_view);
struct Line {
  std::string_view name;
  Apply apply;
};

constexpr std::array<Line, 16> kLines = {{
    {"Umask", [](ProcStatus& s, std::string_view v) { s.umask = number<mode_t>(v, 8); }},
    {"Tgid", [](ProcStatus& s, std::string_view v) { s.tgid = number<pid_t>(v); }},
    {"PPid", [](ProcStatus& s, std::string_view v) { s.parent = number<pid_t>(v); }},
    {"TracerPid", [](ProcStatus& s, std::string_view v) { s.tracer = number<pid_t>(v); }},
    {"Uid", [](ProcStatus& s, std::string_view v) { s.credentials.uid = take_ids(v, s.uids); }},
    {"Gid", [](ProcStatus& s, std::string_view v) { s.credentials.gid = take_ids(v, s.gids); }},
    {"Groups",
     [](ProcStatus& s, std::string_view v) {
       for (const auto id : words(v)) s.credentials.groups.push_back(number<gid_t>(id));
     }},
    {"NStgid",
     [](ProcStatus& s, std::string_view v) {
       for (const auto id : words(v)) s.tgid_in_namespaces.push_back(number<pid_t>(id));
     }},
    {"NSpid",
     [](ProcStatus& s, std::string_view v) {
       for (const auto id : words(v)) s.tid_in_namespaces.push_back(number<pid_t>(id));
     }},
    {"Seccomp_filters",
     [](ProcStatus& s, std::string_view v) { s.seccomp_filters = number<int>(v); }},
    {"Threads", [](ProcStatus& s, std::string_view v) { s.threads = number<int>(v); }},
    {"SigPnd",
     [](ProcStatus& s, std::string_view v) { s.pending_signals |= number<std::uint64_t>(v, 16); }},
    {"ShdPnd",
     [](ProcStatus& s, std::string_view v) { s.pending_signals |= number<std::uint64_t>(v, 16); }},
    {"SigBlk",
     [](ProcStatus& s, std::string_view v) { s.blocked_signals = number<std::uint64_t>(v, 16); }},
    {"SigIgn",
     [](ProcStatus& s, std::string_view v) { s.ignored_signals = number<std::uint64_t>(v, 16); }},
    {"CapEff",
     [](ProcStatus& s, std::string_view v) {
       s.credentials.capabilities = number<std::uint64_t>(v, 16);
     }},
}};

}  // namespace

Result<std::string> read_small_file(int directory, const char* path) {
  const UniqueFd fd(::openat(directory, path, O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) {
    if (errno == ESRCH || errno == ENOENT)
      return tl::make_unexpected(Error{Code::kGone, errno, path});
    return fail_errno(path);
  }
  std::string text;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
    if (n == 0) return text;
    if (n < 0 && errno == ESRCH) return fail(Code::kGone, path);
    if (n < 0) return fail_errno(path);
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

Result<ProcStatus> parse_proc_status(std::string_view text) {
  ProcStatus status;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const auto* found = std::find_if(kLines.begin(), kLines.end(), [&](const Line& row) {
      return row.name == line.substr(0, colon);
    });
    if (found == kLines.end()) continue;
    std::string_view value = line.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    found->apply(status, value);
  }
  if (status.tgid == 0) return fail(Code::kUnreadable, "status without Tgid");
  return status;
}

Result<ProcStatus> read_proc_status(const std::string& folder) {
  const auto text = read_small_file(AT_FDCWD, (folder + "/status").c_str());
  if (!text) return forward(text.error());
  return parse_proc_status(*text);
}

Result<ProcStatus> read_proc_status_at(int proc_fd) {
  const auto text = read_small_file(proc_fd, "status");
  if (!text) return forward(text.error());
  return parse_proc_status(*text);
}

pid_t supervisor_pid() {
  static const pid_t pid = ::getpid();
  return pid;
}

Lineage lineage_of(pid_t pid, int most_ancestors) {
  for (int depth = 0; depth < most_ancestors; ++depth) {
    if (pid <= 1) return Lineage::kOutside;
    const auto status = read_proc_status("/proc/" + std::to_string(pid));
    if (!status) return Lineage::kUnknown;
    if (status->parent == supervisor_pid()) return depth > 0 ? Lineage::kInside : Lineage::kOutside;
    pid = status->parent;
  }
  return Lineage::kUnknown;
}

bool is_supervised(pid_t pid) {
  return lineage_of(pid) == Lineage::kInside;
}

Result<std::uint64_t> read_start_time(pid_t pid) {
  const auto field = stat_field(pid, 22);
  if (!field) return forward(field.error());
  return number<std::uint64_t>(*field);
}

Result<std::uint64_t> read_first_stack(int proc_fd, pid_t tid) {
  const auto field = stat_field(proc_fd, "", tid, 28);
  if (!field) return forward(field.error());
  return number<std::uint64_t>(*field);
}

Result<int> read_terminal(pid_t pid) {
  const auto field = stat_field(pid, 7);
  if (!field) return forward(field.error());
  return number<int>(*field);
}

}  // namespace guard::interceptor
