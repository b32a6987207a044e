// SPDX-License-Identifier: Apache-2.0
// Preview of shell text: the commands it would run, as far as text can tell, and what they mean. A
// preview allows nothing: every exec and every file act is judged again when it happens. Two uses:
//   assess_shell_exec  at the exec of `sh -c TEXT`: raises only what must not wait for the child
//                      (block patterns, pipes into interpreters, dangerous work handed to a process
//                      outside the tree)
//   judge_preview      `guard check --shell`: every command, redirection and pattern of the text
// Pure but for the Facts and the ShellWorld it is handed; any thread.
#ifndef GUARD_POLICY_ASSESS_PREVIEW_H_
#define GUARD_POLICY_ASSESS_PREVIEW_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/assess/assessor.h"
#include "policy/assess/shell_state.h"
#include "policy/shell/interpreter_feed.h"
#include "policy/shell/shell_text.h"
#include "policy/vocabulary/assessment.h"
#include "policy/vocabulary/facts.h"

namespace guard::policy {

struct PreviewCommand {
  SimpleCommand command;  // as it stands in the text
  PreviewFolder folder;
  bool remote = false;  // ssh host CMD: its names are not those of this machine
  int depth = 0;        // how many texts it stands in
  bool fed = false;     // with the statements that it is fed as if they were operands
  // The same with the values of variables in their place: all values of each word one after the
  // other, and, where one has several, the words for each of them.
  std::vector<ShellWord> words = {};
  std::vector<std::vector<ShellWord>> turns = {};
  std::vector<Redirection> redirections = {};
  bool operator==(const PreviewCommand&) const = default;
};

struct Preview {
  bool parsed = true;    // false: some text could not be read to its end
  bool complete = true;  // false: that was because of a limit, not of its grammar
  bool fork_bomb = false;
  InterpreterFeed feed;
  std::vector<PreviewCommand> commands;  // those of nested texts behind the command that holds them
  std::vector<ForLoop> loops;
};

// Follows sh -c, eval, env -S, ssh and kin through at most four levels of text.
[[nodiscard]] Preview preview_shell(std::string_view text);
// The same for an argument vector: one command and the texts in it.
[[nodiscard]] Preview preview_command(const std::vector<std::string>& argv);

// The commands that EXEC starts by its words, as execs of their own, without their images: what
// rules need that go by words. None for another machine.
[[nodiscard]] std::vector<Action> commands_within(const Action& exec);

// The facts of the world that judging text needs beyond one folder's Facts.
class ShellWorld {
 public:
  ShellWorld() = default;
  ShellWorld(const ShellWorld&) = delete;
  ShellWorld& operator=(const ShellWorld&) = delete;
  virtual ~ShellWorld() = default;

  virtual std::unique_ptr<Facts> facts_in(const std::string& folder) = 0;
  // The names that the shell would put in place of a wildcard; empty when nothing matches.
  virtual std::vector<std::string> expand(const std::string& pattern,
                                          const std::string& folder) = 0;
  // Fills in the image of an exec, as the search path gives it.
  virtual void find_image(Action& action) = 0;
};

struct JudgedAct {
  Action action;
  Assessment assessment;
  // The parts that it was made of, where that was asked for and the act itself was assessed.
  std::optional<AssessmentTrail> trail = std::nullopt;
  // Not every file that it would come to was looked at: it may do more than was judged here.
  bool looked_short = false;
  // Secrets that a search of a tree would come to. It is asked about them as it starts, and goes on
  // without them where nobody lets it read them.
  std::vector<Object> searched = {};
};

enum class Detail { kVerdict, kTrail };

// True when `a` is to be reported rather than `b`.
[[nodiscard]] bool outranks(const Assessment& a, const Assessment& b);

// Every act of the preview on its own, so that rules can decide on each. `origin`: the act that
// holds the text, for its folder and actor.
[[nodiscard]] std::vector<JudgedAct> judge_preview(const Preview& preview, const Action& origin,
                                                   const Assessor& assessor, ShellWorld& world,
                                                   Detail detail = Detail::kVerdict);

// For the exec of `sh -c TEXT` itself. Tier 0 without categories when nothing raises it.
[[nodiscard]] Assessment assess_shell_exec(std::string_view text, const Action& origin,
                                           const Assessor& assessor, Facts& facts);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_PREVIEW_H_
