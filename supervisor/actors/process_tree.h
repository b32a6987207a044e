// SPDX-License-Identifier: Apache-2.0
// ProcessTree: which program runs in each process of the tree, and who started it, as verified at
// exec. A process that only forked is taken to run its parent's program, which is confirmed before
// anything is allowed for that program's sake. Entries are told apart by identity
// (task_ids.h), so that a reused number is never taken for its predecessor. One mutex, any thread;
// reads /proc for processes that it has not met.
#ifndef GUARD_SUPERVISOR_ACTORS_PROCESS_TREE_H_
#define GUARD_SUPERVISOR_ACTORS_PROCESS_TREE_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "interceptor/ptrace/exec_mark.h"
#include "interceptor/tracee/tracee.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/actors/agent_processes.h"
#include "supervisor/actors/package_script.h"
#include "supervisor/actors/secret_readers.h"
#include "supervisor/actors/typed_lines.h"

namespace guard::supervisor {

// The program that one exec started. Immutable.
struct Program {
  policy::Actor actor;
  std::string cwd;
  bool script = false;
  bool loads_other_code = false;  // its environment makes it, by what the tree set
  bool login_steered = false;     // policy/command/login_settings.h
  std::optional<policy::ImpliedLease> implied;
  bool agent_itself = false;       // agent_processes.h: more than a name says so
  std::vector<std::string> keeps;  // of the agent itself: globs of its credentials
  PackageScriptPtr begins;         // an installer started it for a package; null: none did
  interceptor::ExecMark mark;
};

struct Process {
  pid_t pid = 0;
  std::uint64_t identity = 0;
  std::shared_ptr<const Program> program;  // never null
  std::shared_ptr<const Process>
      parent;              // null for CMD itself and for orphans whose parent had gone
  bool forked = false;     // it has not exec'd: the program is its parent's, by number
  bool confirmed = false;  // and by its memory
  bool agent = false;      // CMD, or what the agent goes on as (agent_processes.h)
  pid_t command = 0;   // the agent's command that it belongs to: a child of the agent, or itself
  int typed_line = 0;  // of CMD, that led to it (typed_lines.h)
  // The last shell text that this very process ran before its program: a shell execs the last
  // command of `bash -c TEXT` in its own place.
  std::string former_text;
  // The secrets that it and its forks have read; one for all that is known of one process, whatever
  // it runs.
  std::shared_ptr<LastSecretRead> last_secret = std::make_shared<LastSecretRead>();
  PackageScriptPtr script;  // that it is, or belongs to; null: none
};

using ProcessPtr = std::shared_ptr<const Process>;

// Why what was allowed to a process number holds no longer.
enum class Gone {
  kNewImage,  // the same process runs another program
  kEnded,     // the number belongs to another process, or to none
};

class ProcessTree {
 public:
  using OnGone = std::function<void(pid_t, Gone)>;
  using IdentityOf = std::function<Result<std::uint64_t>(pid_t)>;
  static Result<std::uint64_t> ask_kernel(pid_t process);
  // `on_gone` is called outside the mutex.
  explicit ProcessTree(OnGone on_gone, IdentityOf identity_of = ask_kernel,
                       TypedLines::LineOf line_of = TypedLines::ask_bash)
      : on_gone_(std::move(on_gone)),
        identity_of_(std::move(identity_of)),
        lines_(std::move(line_of)) {}

  void set_root(pid_t command) { root_ = command; }
  // Before the first exec of CMD.
  void set_agent(AgentProcesses agent) { agent_ = std::move(agent); }
  [[nodiscard]] pid_t root() const { return root_; }
  [[nodiscard]] ProcessPtr find(const interceptor::Tracee& tracee);
  // The process that was found under this number still runs: one that has ended, and that nobody
  // has collected yet, does not. For a line: nothing came after it.
  [[nodiscard]] bool lives(int command);
  // Gives the process whose program decides what may be done: one that only forked is held against
  // its memory (exec_mark.h). Runs it another one, nothing of that is known but what /proc says.
  // Marked `tampered` when another process may have written its memory.
  [[nodiscard]] ProcessPtr confirmed(ProcessPtr process, const interceptor::Tracee& tracee);
  // Another process of the tree is about to be able to read or write the memory of this one, until
  // it ends: what a debugger may do it may still do after the next exec. 0: of one that cannot be
  // told. False: it must not, there is a secret in that memory.
  [[nodiscard]] bool try_open_to_others(pid_t process);
  // One of the tree whose memory was opened: until it ends nothing more of it is to be found out
  // when that is read or written again.
  void note_reached(pid_t process);
  [[nodiscard]] bool was_reached(pid_t process);
  // As try_open_to_others(), where nobody asks any more.
  void opened_to_others(pid_t process);
  // It is about to read a secret of its own, which stays in its memory, and in that of its forks,
  // until the next exec. False: others may read that memory.
  [[nodiscard]] bool try_take_secret(const Process& process);
  // `before`: what was found of the process when it asked; it has been held since.
  void executed(const ProcessPtr& before, std::shared_ptr<const Program> program);

 private:
  ProcessPtr find_by_pid(pid_t pid, int depth);
  ProcessPtr add(pid_t pid, std::uint64_t identity, ProcessPtr parent);
  ProcessPtr known(pid_t pid, std::uint64_t identity);
  ProcessPtr remember(std::shared_ptr<Process> process);
  ProcessPtr confirm(const ProcessPtr& process, const interceptor::Tracee& tracee);
  [[nodiscard]] std::vector<pid_t> make_room();
  [[nodiscard]] bool is_of_shell(const Process& process) const;
  [[nodiscard]] bool is_agent(const Process& process) const;
  [[nodiscard]] bool is_agent_itself(const Process& before, const Program& program);
  [[nodiscard]] bool is_open_to_others(const Process& process);
  [[nodiscard]] bool is_open(const Process& process) const;  // under mutex_
  [[nodiscard]] bool keeps_secret(pid_t process) const;      // under mutex_
  [[nodiscard]] std::vector<std::uint64_t> with_shared_memory(pid_t process);
  void note_open(const std::vector<std::uint64_t>& opened);  // under mutex_
  // A process that is no child of a script by number may have been one.
  [[nodiscard]] PackageScriptPtr script_borne_by(pid_t process, bool orphan);
  void note_script(const Process& process);  // under mutex_

  OnGone on_gone_;
  IdentityOf identity_of_;
  pid_t root_ = 0;
  AgentProcesses agent_;  // under mutex_
  bool any_ran_ = false;  // CMD has run its first program; under mutex_
  TypedLines lines_;
  std::mutex mutex_;
  std::unordered_map<pid_t, ProcessPtr> processes_;
  std::unordered_set<std::uint64_t> open_;     // identities; under mutex_
  std::unordered_set<std::uint64_t> reached_;  // identities; under mutex_
  std::unordered_set<std::uint64_t> keepers_;  // of secrets: identities; under mutex_
  std::unordered_set<std::uint64_t> kept_in_;  // what they and their forks bear: where the first
                                               // stack begins (exec_mark.h); under mutex_
  // Scripts of packages by where the first stack of their programs begins; under mutex_.
  std::unordered_map<std::uint64_t, PackageScriptPtr> scripts_;
  PackageScriptPtr untold_;  // one whose forks nobody can tell; under mutex_
  std::atomic<bool> any_script_ = false;
  std::atomic<bool> any_open_ = false;
  std::atomic<bool> all_open_ = false;
};

// It is the agent itself, nobody may have written its memory, and the file is one of its
// credentials.
[[nodiscard]] bool keeps_credential(const Process& process, std::string_view path);

// The acting process first, then its parents inside the tree, then the line that was typed.
[[nodiscard]] std::vector<int> ancestors_of(const Process& process);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_PROCESS_TREE_H_
