// SPDX-License-Identifier: Apache-2.0
// AgentProcesses: which processes of a run are the agent itself, by its profile. Two answers. A
// program that goes on as the agent (a launcher's real program) is told by its name: that only
// draws the line between the agent and its commands, and whoever takes the name gains nothing by
// it. Names do not decide who may read the agent's own credentials: the process that a person
// started may, and the first that it starts as itself before any command could run, or all of these
// before anybody could have steered it: the same script by the same interpreter, without other code
// beside it, or a program from where it lies itself.
// Every exec of the tree in turn; under the mutex of ProcessTree.
#ifndef GUARD_SUPERVISOR_ACTORS_AGENT_PROCESSES_H_
#define GUARD_SUPERVISOR_ACTORS_AGENT_PROCESSES_H_

#include <functional>
#include <string>
#include <vector>

#include "policy/model/profile.h"
#include "policy/vocabulary/action.h"

namespace guard::supervisor {

enum class LaunchedBy { kCommand, kOther };

class AgentProcesses {
 public:
  AgentProcesses() = default;
  // `keeps`: globs of the credentials.
  // `sets_itself_up`: nobody can have steered the agent yet (first_start.h), so that all which it
  // starts as itself is it.
  AgentProcesses(
      const policy::Profile& profile, std::vector<std::string> keeps,
      std::function<bool()> sets_itself_up = [] { return false; })
      : known_(true),
        launches_(profile.launches),
        keeps_(std::move(keeps)),
        sets_itself_up_(std::move(sets_itself_up)) {}

  // A child of the agent that goes on as it.
  [[nodiscard]] bool goes_on_as_agent(const policy::Actor& child) const;
  // CMD itself runs another image.
  void started(const policy::Actor& command);
  // CMD started a process, which runs its first image. True: it is the agent, which CMD launched.
  // `loads_other_code`: its environment makes it (NODE_OPTIONS).
  // `by`: CMD, or another process that is the agent.
  [[nodiscard]] bool launched(const policy::Actor& child, bool loads_other_code = false,
                              LaunchedBy by = LaunchedBy::kCommand);
  [[nodiscard]] const std::vector<std::string>& keeps() const { return keeps_; }
  [[nodiscard]] bool are_known() const { return known_; }

 private:
  // An image that CMD ran, and the script that it was told by its full name.
  struct Image {
    std::string exe;
    std::string script;
  };
  [[nodiscard]] bool is_called_so(const policy::Actor& child) const;
  [[nodiscard]] bool lies_with_it(const policy::Actor& child) const;

  bool known_ = false;  // there is a profile
  std::vector<std::string> launches_;
  std::vector<std::string> keeps_;
  std::function<bool()> sets_itself_up_ = [] { return false; };
  std::vector<Image> own_images_;  // of CMD: env, then node with its script
  bool has_launched_ = false;      // whatever it was
};

// `guard mcp`, which starts commands for the agent: each is a command of its own. Whoever calls
// himself so is asked no less for it.
[[nodiscard]] bool starts_commands_for_agent(const policy::Actor& actor);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_AGENT_PROCESSES_H_
