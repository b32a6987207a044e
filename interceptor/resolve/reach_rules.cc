// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/reach_rules.h"

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "base/files/fd_name.h"
#include "base/text/text.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/resolve/held_call.h"
#include "interceptor/resolve/path_resolver.h"

namespace guard::interceptor {
namespace {

// A pid namespace that the tree made holds nobody else, and its numbers are others.
bool has_own_numbers(const Tracee& tracee) {
  if (!tracee.realm) return false;
  struct stat theirs {};
  struct stat own {};
  return ::fstatat(tracee.proc.get(), "ns/pid", &theirs, 0) == 0 &&
         ::stat("/proc/self/ns/pid", &own) == 0 &&
         (theirs.st_dev != own.st_dev || theirs.st_ino != own.st_ino);
}

// The number may be that of a process, or of any of its threads.
bool is_in_tree(pid_t number) {
  const auto status = read_proc_status("/proc/" + std::to_string(number));
  if (status) return is_supervised(status->tgid);
  // Nobody there: the kernel says so. A process that is only hidden from guard (hidepid, proc(5))
  // is outside.
  return ::kill(number, 0) != 0 && errno == ESRCH;
}

// The process of an entry of /proc; 0: the entry is another file.
pid_t process_of(const std::string& name) {
  pid_t pid = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), pid);
  return read.ec == std::errc() ? pid : 0;
}

bool in_group(pid_t pid, pid_t group) {
  return ::getpgid(pid) == group;
}

// Its leader may have gone, or be ours while others joined it: every member counts.
bool all_members_in_tree(pid_t group) {
  std::error_code error;
  std::filesystem::directory_iterator entry("/proc", error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const pid_t pid = process_of(entry->path().filename().string());
    if (pid > 0 && in_group(pid, group) && !is_in_tree(pid)) return false;
  }
  return !error;
}

// A group without members: the kernel says so.
bool has_only_others(pid_t group) {
  bool others = false;
  std::error_code error;
  std::filesystem::directory_iterator entry("/proc", error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const pid_t pid = process_of(entry->path().filename().string());
    if (pid <= 0 || !in_group(pid, group)) continue;
    if (is_in_tree(pid)) return false;
    others = true;
  }
  return others || error;
}

// kill(2): 0 the own group, -1 everybody, -N a group. The caller's own may have guard's front in
// it, as any job has its shell's other members.
bool group_stays_inside(pid_t number, const Tracee& tracee) {
  if (number == 0) return true;
  if (number == -1) return false;
  return ::getpgid(tracee.tgid) == -number || all_members_in_tree(-number);
}

// The mount that guard itself sees at /proc. Mounts of one number are one (statx(2),
// STATX_MNT_ID, Linux 5.8).
bool is_on_own_procfs(int file) {
  struct statx here {};
  struct statx own {};
  return ::statx(file, "", AT_EMPTY_PATH, STATX_MNT_ID, &here) == 0 &&
         ::statx(AT_FDCWD, "/proc", 0, STATX_MNT_ID, &own) == 0 &&
         (here.stx_mask & own.stx_mask & STATX_MNT_ID) != 0 && here.stx_mnt_id == own.stx_mnt_id;
}

// The process that a pidfd stands for, as guard's own numbers say ("Pid:", pidfd_open(2)).
// kGoneOrNone: it has ended, or it is no such descriptor: the kernel says so.
constexpr pid_t kGoneOrNone = -1;
std::optional<pid_t> process_of_pidfd(const Tracee& tracee, std::uint64_t number) {
  const auto file = "fdinfo/" + std::to_string(static_cast<int>(number));
  const auto text = read_small_file(tracee.proc.get(), file.c_str());
  if (!text) {
    if (text.error().sys_errno == ENOENT) return kGoneOrNone;
    return std::nullopt;
  }
  constexpr std::string_view kKey = "\nPid:\t";
  const auto at = text->find(kKey);
  if (at == std::string::npos) return kGoneOrNone;
  pid_t pid = 0;
  const char* const begin = text->data() + at + kKey.size();
  const auto read = std::from_chars(begin, text->data() + text->size(), pid);
  return read.ec == std::errc() ? std::optional(pid) : std::nullopt;
}

// Nothing: nobody can say.
std::optional<pid_t> whom_it_signals(const Notification& call, const Tracee& tracee) {
  if (call.number == SYS_pidfd_send_signal) return process_of_pidfd(tracee, call.arguments[0]);
  const auto calls = reaching_calls();
  const auto row = std::ranges::find(calls, call.number, &ReachingCall::number);
  if (row == calls.end()) return std::nullopt;
  return static_cast<pid_t>(call.arguments[static_cast<std::size_t>(row->target)]);
}

std::string name_of_process(pid_t pid) {
  const auto name = read_small_file(AT_FDCWD, ("/proc/" + std::to_string(pid) + "/comm").c_str());
  return name ? " (" + name->substr(0, name->find('\n')) + ")" : std::string();
}

bool attaches(const Notification& call) {
  const auto request = static_cast<std::uint32_t>(call.arguments[0]);
  return call.number == SYS_ptrace && (request == PTRACE_ATTACH || request == PTRACE_SEIZE);
}

}  // namespace

bool wants_whom_guard_traces(const Notification& call, const Tracee& tracee) {
  if (!attaches(call) || has_own_numbers(tracee)) return false;
  const auto whom =
      read_proc_status("/proc/" + std::to_string(static_cast<pid_t>(call.arguments[1])));
  if (!whom || whom->tracer == 0) return false;
  const auto tracer = read_proc_status("/proc/" + std::to_string(whom->tracer));
  return tracer && tracer->tgid == supervisor_pid();
}

std::optional<pid_t> opens_memory_of(const Notification& call, const Tracee& tracee) {
  const bool traces = call.number == SYS_ptrace;
  if (traces && static_cast<std::uint32_t>(call.arguments[0]) == PTRACE_TRACEME) return tracee.tgid;
  if (!attaches(call) && call.number != SYS_process_vm_writev &&
      call.number != SYS_process_vm_readv)
    return std::nullopt;
  if (has_own_numbers(tracee)) return 0;
  const auto number = static_cast<pid_t>(call.arguments[traces ? 1 : 0]);
  const bool own = number == tracee.tgid || number == tracee.tid;
  if (own && !traces) return std::nullopt;
  const auto status = read_proc_status("/proc/" + std::to_string(number));
  if (status && status->tgid == tracee.tgid && !traces) return std::nullopt;
  return status ? status->tgid : 0;
}

std::optional<pid_t> copies_memory_of(const Notification& call, const Tracee& tracee) {
  const bool copies = call.number == SYS_process_vm_readv || call.number == SYS_process_vm_writev;
  if (!copies || has_own_numbers(tracee)) return std::nullopt;
  return static_cast<pid_t>(call.arguments[0]);
}

// This is the only file of a process that its owner and nobody else can read and write; that mode
// cannot be changed (fs/proc/base.c: REG("mem", ...), proc_setattr). Only where guard's own procfs
// shows it does its name tell whose it is: elsewhere the tree may have bound it to any.
std::optional<pid_t> memory_file_of(const HeldCall& call) {
  const HeldPath& held = call.first;
  if (call.raw.operation != Operation::kOpen || !held.exists()) return std::nullopt;
  if (held.status.st_mode != (S_IFREG | S_IRUSR | S_IWUSR) || held.status.st_size != 0 ||
      held.status.st_blocks != 0 || !on_procfs(held.object.get()))
    return std::nullopt;
  if (call.tracee->realm || !is_on_own_procfs(held.object.get())) return 0;
  const std::string name = name_of_fd(held.object.get());
  constexpr std::string_view kProc = "/proc/";
  if (!name.empty() && base_name(name) != "mem") return std::nullopt;
  if (!name.starts_with(kProc)) return 0;
  const std::string folder = name.substr(0, name.find('/', kProc.size()));
  const auto status = read_proc_status(folder);
  return status ? status->tgid : 0;
}

bool stays_inside(const Notification& call, const Tracee& tracee) {
  const auto calls = reaching_calls();
  const auto row = std::ranges::find(calls, call.number, &ReachingCall::number);
  if (row == calls.end()) return false;
  if (call.number == SYS_ptrace && call.arguments[0] == PTRACE_TRACEME) return true;
  if (has_own_numbers(tracee)) return true;
  const auto number = static_cast<pid_t>(call.arguments[static_cast<std::size_t>(row->target)]);
  if (number == tracee.tgid || number == tracee.tid) return true;
  if (number > 0) return is_in_tree(number);
  return call.number == SYS_kill && group_stays_inside(number, tracee);
}

bool sends_signal(const Notification& call) {
  constexpr std::array kCalls = {SYS_kill,
                                 SYS_tkill,
                                 SYS_tgkill,
                                 SYS_rt_sigqueueinfo,
                                 SYS_rt_tgsigqueueinfo,
                                 SYS_pidfd_send_signal};
  return std::ranges::find(kCalls, call.number) != kCalls.end();
}

bool signals_nobody_inside(const Notification& call, const Tracee& tracee) {
  if (has_own_numbers(tracee)) return false;
  const auto whom = whom_it_signals(call, tracee);
  if (!whom) return true;
  const bool by_descriptor = call.number == SYS_pidfd_send_signal;
  if (by_descriptor && *whom == kGoneOrNone) return false;
  if (*whom > 0) return *whom != tracee.tgid && *whom != tracee.tid && !is_in_tree(*whom);
  if (by_descriptor) return true;  // of a namespace that guard does not see
  const bool all_or_own = *whom == -1 || *whom == 0 || ::getpgid(tracee.tgid) == -*whom;
  return !all_or_own && has_only_others(-*whom);
}

std::string signal_text(const Notification& call, const Tracee& tracee) {
  if (!sends_signal(call)) return {};
  const bool third = call.number == SYS_tgkill || call.number == SYS_rt_tgsigqueueinfo;
  const auto number = static_cast<int>(call.arguments[third ? 2 : 1]);
  const char* const known = ::sigabbrev_np(number);
  const std::string name =
      known != nullptr ? std::string("SIG") + known : "signal " + std::to_string(number);
  const pid_t whom = whom_it_signals(call, tracee).value_or(0);
  if (whom > 0) return name + " to process " + std::to_string(whom) + name_of_process(whom);
  if (whom == -1) return name + " to every process";
  return whom < 0 ? name + " to group " + std::to_string(-whom) : name + " to a process outside";
}

}  // namespace guard::interceptor
