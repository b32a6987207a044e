// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/process_tree.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "base/process/pid_handle.h"
#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/process/task_ids.h"
#include "policy/shell/nested_text.h"
#include "policy/text/glob.h"
#include "supervisor/actors/shell_command.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostProcesses = 16384;
constexpr int kDeepest = int_limit("process.unseen_parents");

// For a process whose exec guard has not seen as its own (an orphan of an unknown parent): what
// /proc says, untrusted as an identity, so `installed` stays false.
std::shared_ptr<const Program> unknown_program(pid_t pid) {
  auto program = std::make_shared<Program>();
  std::array<char, PATH_MAX> buffer{};
  const std::string path = "/proc/" + std::to_string(pid) + "/exe";
  const ssize_t n = ::readlink(path.c_str(), buffer.data(), buffer.size());
  if (n > 0) program->actor.exe.assign(buffer.data(), static_cast<std::size_t>(n));
  program->actor.argv = {program->actor.exe};
  return program;
}

// A fork of the agent is a command of it, or becomes one.
std::shared_ptr<const Program> without_credentials(const std::shared_ptr<const Program>& program) {
  if (program->keeps.empty()) return program;
  auto other = std::make_shared<Program>(*program);
  other->keeps.clear();
  return other;
}

// A process keeps its number until its parent collects it.
bool has_ended(pid_t process) {
  const auto handle = PidHandle::open(process);
  const auto ended = handle ? handle->wait_for_end(0) : forward(handle.error());
  return ended && *ended;
}

// 0: it cannot be told.
std::uint64_t first_stack_of(pid_t process) {
  const std::string folder = "/proc/" + std::to_string(process);
  const UniqueFd proc(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  return interceptor::read_first_stack(proc.get(), process).value_or(0);
}

}  // namespace

Result<std::uint64_t> ProcessTree::ask_kernel(pid_t process) {
  return interceptor::identity_of(process);
}

ProcessPtr ProcessTree::known(pid_t pid, std::uint64_t identity) {
  bool replaced = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = processes_.find(pid);
    if (found == processes_.end()) return nullptr;
    if (found->second->identity == identity || weakened("start-time")) return found->second;
    processes_.erase(found);
    replaced = true;
  }
  if (replaced) on_gone_(pid, Gone::kEnded);
  return nullptr;
}

ProcessPtr ProcessTree::remember(std::shared_ptr<Process> process) {
  std::vector<pid_t> ended;
  {
    const std::lock_guard lock(mutex_);
    ended = make_room();
    processes_[process->pid] = process;
  }
  for (const pid_t pid : ended) on_gone_(pid, Gone::kEnded);
  return process;
}

// Those that still live are found again when they act: only the provenance of their parents is
// lost.
std::vector<pid_t> ProcessTree::make_room() {
  std::vector<pid_t> ended;
  if (processes_.size() < kMostProcesses) return ended;
  std::erase_if(processes_, [&ended](const auto& entry) {
    const auto now = interceptor::identity_of(entry.first);
    const bool gone = !now || *now != entry.second->identity;
    if (gone) ended.push_back(entry.first);
    return gone;
  });
  return ended;
}

bool ProcessTree::lives(int command) {
  if (command < 0) return lines_.is_latest(command) && lives(root_);
  const auto identity = identity_of_(command);
  if (has_ended(command)) return false;
  const std::lock_guard lock(mutex_);
  const auto found = processes_.find(command);
  return identity && found != processes_.end() && found->second->identity == *identity;
}

// Its parent is asked for again after that one was looked at: as long as it is the parent, the
// number is its own.
ProcessPtr ProcessTree::find(const interceptor::Tracee& tracee) {
  if (auto process = known(tracee.tgid, tracee.identity)) return process;
  if (tracee.tgid == root_) return find_by_pid(tracee.tgid, 0);
  const auto parent_identity = identity_of_(tracee.parent);
  const auto still_parent = interceptor::current_parent(tracee);
  if (!parent_identity || !still_parent || *still_parent != tracee.parent)
    return find_by_pid(tracee.tgid, 0);
  auto parent = known(tracee.parent, *parent_identity);
  if (!parent) return find_by_pid(tracee.tgid, 0);
  return add(tracee.tgid, tracee.identity, std::move(parent));
}

ProcessPtr ProcessTree::find_by_pid(pid_t pid, int depth) {
  const auto identity = interceptor::identity_of(pid);
  if (identity) {
    if (auto process = known(pid, *identity)) return process;
  }
  ProcessPtr parent;
  const auto status = interceptor::read_proc_status("/proc/" + std::to_string(pid));
  // Parents above CMD (the reaper) are no part of the tree.
  const bool has_parent =
      pid != root_ && status && depth < kDeepest && status->parent != ::getpid();
  if (has_parent && status->parent > 1) {
    const auto parent_status =
        interceptor::read_proc_status("/proc/" + std::to_string(status->parent));
    const bool is_reaper = !parent_status || parent_status->parent == ::getpid();
    if (!is_reaper) parent = find_by_pid(status->parent, depth + 1);
  }
  return add(pid, identity.value_or(0), std::move(parent));
}

ProcessPtr ProcessTree::add(pid_t pid, std::uint64_t identity, ProcessPtr parent) {
  auto process = std::make_shared<Process>();
  process->pid = pid;
  process->identity = identity;
  process->command = pid;
  process->parent = std::move(parent);
  if (process->parent) {
    process->program = without_credentials(process->parent->program);
    process->script = process->parent->script;
    if (!process->script) process->script = script_borne_by(pid, false);
    process->forked = true;
    const bool begins_one =
        process->parent->agent || starts_commands_for_agent(process->parent->program->actor);
    process->command = begins_one ? pid : process->parent->command;
    process->typed_line = is_of_shell(*process) ? lines_.line_of(pid) : process->parent->typed_line;
  } else {
    process->program = unknown_program(pid);
    process->script = script_borne_by(pid, pid != root_);
    process->agent = pid == root_;
  }
  return remember(std::move(process));
}

// A child of CMD, where that is a shell; it has not become another program yet.
bool ProcessTree::is_of_shell(const Process& process) const {
  return process.parent->pid == root_ &&
         policy::is_shell(base_name(process.parent->program->actor.exe));
}

bool ProcessTree::is_agent(const Process& process) const {
  if (process.pid == root_) return true;
  return process.parent && process.parent->agent && agent_.goes_on_as_agent(process.program->actor);
}

bool ProcessTree::is_agent_itself(const Process& before, const Program& program) {
  if (before.pid == root_) {
    agent_.started(program.actor);
    return true;
  }
  if (!before.forked || !before.parent) return false;
  const bool by_command = before.parent->pid == root_;
  return (by_command || before.parent->program->agent_itself) &&
         agent_.launched(program.actor, program.loads_other_code,
                         by_command ? LaunchedBy::kCommand : LaunchedBy::kOther);
}

void ProcessTree::executed(const ProcessPtr& before, std::shared_ptr<const Program> program) {
  on_gone_(before->pid, Gone::kNewImage);
  if (before->pid == root_) lines_.begin_anew();
  auto process = std::make_shared<Process>(*before);
  if (std::string text = shell_text_of(before->program->actor.argv); !text.empty())
    process->former_text = std::move(text);
  process->program = std::move(program);
  process->forked = false;
  process->confirmed = false;
  if (!process->script) process->script = process->program->begins;
  {
    const std::lock_guard lock(mutex_);
    note_script(*process);
    keepers_.erase(before->identity);
    process->agent = is_agent(*process);
    if (is_agent_itself(*before, *process->program)) {
      auto keeper = std::make_shared<Program>(*process->program);
      keeper->actor.by_user = before->pid == root_ && !std::exchange(any_ran_, true);
      keeper->keeps = agent_.keeps();
      keeper->agent_itself = agent_.are_known();
      process->program = std::move(keeper);
    }
  }
  if (process->agent) process->command = process->pid;
  remember(std::move(process));
}

// A fork of a script's program whose parents have ended belongs to nobody by number: it is told by
// what it bears, until it runs another program, and that is a call that guard sees.
void ProcessTree::note_script(const Process& process) {
  if (!process.script) return;
  const std::uint64_t stack = process.program->mark.first_stack;
  if (interceptor::is_random_stack(stack) && scripts_.size() < kMostProcesses)
    scripts_[stack] = process.script;
  else
    untold_ = process.script;
  any_script_ = true;
}

PackageScriptPtr ProcessTree::script_borne_by(pid_t process, bool orphan) {
  if (!any_script_) return nullptr;
  const std::uint64_t stack = first_stack_of(process);
  const std::lock_guard lock(mutex_);
  const auto found = scripts_.find(stack);
  if (found != scripts_.end()) return found->second;
  return orphan ? untold_ : nullptr;
}

ProcessPtr ProcessTree::confirmed(ProcessPtr process, const interceptor::Tracee& tracee) {
  if (process->forked && !process->confirmed && process->program->actor.installed)
    process = confirm(process, tracee);
  if (!is_open_to_others(*process)) return process;
  auto program = std::make_shared<Program>(*process->program);
  program->actor.tampered = true;
  auto tampered = std::make_shared<Process>(*process);
  tampered->program = std::move(program);
  return tampered;
}

ProcessPtr ProcessTree::confirm(const ProcessPtr& process, const interceptor::Tracee& tracee) {
  auto known = std::make_shared<Process>(*process);
  known->confirmed = true;
  if (!interceptor::bears(tracee, process->program->mark))
    known->program = unknown_program(process->pid);
  const std::lock_guard lock(mutex_);
  // Another thread of it may have exec'd meanwhile: that is newer.
  const auto found = processes_.find(process->pid);
  if (found != processes_.end() && found->second == process) found->second = known;
  return known;
}

// A process that has not exec'd since its parent forked it shares the parent's memory, and still
// does while a vfork lasts.
std::vector<std::uint64_t> ProcessTree::with_shared_memory(pid_t process) {
  std::vector<std::uint64_t> opened;
  for (pid_t pid = process; pid > 1;) {
    const auto identity = interceptor::identity_of(pid);
    if (!identity) break;
    opened.push_back(*identity);
    const ProcessPtr found = known(pid, *identity);
    const auto status = interceptor::read_proc_status("/proc/" + std::to_string(pid));
    const bool own_memory = found && !found->forked;
    pid = own_memory || !status || opened.size() > 1 ? 0 : status->parent;
  }
  return opened;
}

void ProcessTree::opened_to_others(pid_t process) {
  const auto opened = with_shared_memory(process);
  if (weakened("tampering")) return;
  const std::lock_guard lock(mutex_);
  note_open(opened);
}

// One lock from the look to the note, here and in try_take_secret(): of a secret that is read and a
// memory that is opened at the same time, one comes second, and is refused.
bool ProcessTree::try_open_to_others(pid_t process) {
  const auto opened = with_shared_memory(process);
  const std::lock_guard lock(mutex_);
  const bool kept = opened.empty()
                        ? !keepers_.empty() || !kept_in_.empty()
                        : keeps_secret(process) ||
                              std::any_of(opened.begin(), opened.end(), [this](std::uint64_t one) {
                                return keepers_.contains(one);
                              });
  if (kept && !weakened("kept-secrets")) return false;
  if (!weakened("tampering")) note_open(opened);
  return true;
}

void ProcessTree::note_reached(pid_t process) {
  const auto identity = interceptor::identity_of(process);
  const std::lock_guard lock(mutex_);
  if (identity && open_.contains(*identity)) reached_.insert(*identity);
}

bool ProcessTree::was_reached(pid_t process) {
  if (!any_open_) return false;
  const auto identity = interceptor::identity_of(process);
  const std::lock_guard lock(mutex_);
  return identity && reached_.contains(*identity);
}

void ProcessTree::note_open(const std::vector<std::uint64_t>& opened) {
  open_.insert(opened.begin(), opened.end());
  if (opened.empty()) all_open_ = true;
  any_open_ = true;
}

// A fork may outlive the one that read, and belong to nobody that is known: it is told by what it
// bears.
bool ProcessTree::keeps_secret(pid_t process) const {
  return !kept_in_.empty() && kept_in_.contains(first_stack_of(process));
}

bool ProcessTree::try_take_secret(const Process& process) {
  const std::lock_guard lock(mutex_);
  if (is_open(process)) return false;
  const std::uint64_t stack = first_stack_of(process.pid);
  const bool tells_forks = interceptor::is_random_stack(stack);
  (tells_forks ? kept_in_ : keepers_).insert(tells_forks ? stack : process.identity);
  return true;
}

bool ProcessTree::is_open_to_others(const Process& process) {
  if (!any_open_) return false;
  const std::lock_guard lock(mutex_);
  return is_open(process);
}

bool ProcessTree::is_open(const Process& process) const {
  if (all_open_) return true;
  for (const Process* p = &process; p != nullptr; p = p->forked ? p->parent.get() : nullptr)
    if (open_.contains(p->identity)) return true;
  return false;
}

bool keeps_credential(const Process& process, std::string_view path) {
  const Program& program = *process.program;
  return !program.actor.tampered &&
         std::any_of(program.keeps.begin(), program.keeps.end(), [&](const std::string& glob) {
           return policy::path_glob_matches(glob, path);
         });
}

std::vector<int> ancestors_of(const Process& process) {
  std::vector<int> pids;
  for (const Process* p = &process; p != nullptr; p = p->parent.get()) pids.push_back(p->pid);
  if (process.typed_line != 0) pids.push_back(process.typed_line);
  return pids;
}

}  // namespace guard::supervisor
