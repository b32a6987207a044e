// SPDX-License-Identifier: Apache-2.0
// Reads shell text into a Preview as a shell would go through it: from step to step, with what is
// known of variables and of the folder at each (shell_state.h), through functions where they are
// called, and into the texts within. A branch that may not be taken, and a loop, leave behind what
// both ways have in common. A function that is never called is read at the end. Pure; one reader
// reads one text, on one thread.
#ifndef GUARD_POLICY_ASSESS_TEXT_READER_H_
#define GUARD_POLICY_ASSESS_TEXT_READER_H_

#include <array>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/assess/preview.h"
#include "policy/assess/shell_state.h"
#include "policy/assess/variable_changes.h"
#include "policy/assess/word_values.h"
#include "policy/shell/nested_text.h"

namespace guard::policy {

class TextReader {
 public:
  explicit TextReader(Preview& out) : out_(out) {}

  void read_text(std::string_view text);
  void read_argv(const std::vector<std::string>& argv);

 private:
  // Where a text stands.
  struct Place {
    bool remote = false;
    int depth = 0;
    int shell = 0;  // functions are known in the shell that defines them
    int calls = 0;
  };
  struct Frame {
    const ShellText* text = nullptr;
    Place place;
  };
  // The state behind a step: in any case, and where it succeeded, if that is another one.
  struct Ways {
    ShellState any;
    std::optional<ShellState> ok;
    [[nodiscard]] const ShellState& success() const { return ok ? *ok : any; }
  };
  struct Function {
    Frame frame;
    int step = 0;
    bool called = false;
  };
  using Functions = std::vector<Function>;  // of one name: any of them may be the one in force
  // Forgets what a loop may change on its way round.
  struct Changes {
    std::set<std::string> names;
    bool all = false;
    bool folder = false;
  };
  using Run = void (TextReader::*)(const Frame&, const FlowStep&, Ways&);
  static const std::array<Run, 13> kRuns;

  void read_in(std::string_view text, Place place, ShellState& state);
  void run(const Frame& frame, int step, Ways& ways);
  void run_sequence(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_command(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_and(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_or(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_not(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_if(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_case(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_while(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_for(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_subshell(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_pipeline(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_function(const Frame& frame, const FlowStep& step, Ways& ways);
  void run_change(const Frame& frame, const FlowStep& step, Ways& ways);

  void call(Functions& functions, Ways& ways, int calls);
  void call_one(Function& function, Ways& ways, int calls);
  void read_uncalled();
  void note_trap(const Frame& frame, const ShellWords& all_words, ShellState& state);
  void apply_turns(const SimpleCommand& command, const ResolvedWords& words, ShellState& state);
  void apply(const SimpleCommand& command, const ShellWords& words, ShellState& state);
  void set(const std::string& name, WordValues values, ShellState& state);
  void note_folder(const ShellState& state) { summary_.gather_folders(state); }
  void forget(const Changes& changes, ShellState& state);
  void look_ahead(const Frame& frame, int step, const ShellState& state, Changes& changes,
                  int calls);
  void look_ahead_at(const Frame& frame, const SimpleCommand& command, const ShellState& state,
                     Changes& changes, int calls);
  [[nodiscard]] Functions* functions_of(const Place& place, const ShellWords& words);
  [[nodiscard]] bool is_sure(const Frame& frame, int step) const;
  [[nodiscard]] const SimpleCommand* lone_command(const Frame& frame, int step) const;

  void read_command(const SimpleCommand& command, const Place& place, ShellState& state);
  void read_turns(const SimpleCommand& command, const std::vector<ShellWords>& turns,
                  const Place& place, ShellState& state);
  void read_words(const SimpleCommand& command, const ShellWords& words, const Place& place,
                  ShellState& state);
  void read_nested(const SimpleCommand& command, const ShellWords& words, const NestedText& nested,
                   const Place& place, ShellState& state);
  void read_input(const SimpleCommand& command, const std::string& input, const Place& place,
                  const ShellState& state);
  void read_fed(const ShellText& text, std::size_t index, const Place& place,
                const ShellState& state);
  // Adds it for each folder that it may run in.
  void add(const SimpleCommand& command, const Place& place, const ShellState& state,
           bool fed = false);
  [[nodiscard]] bool is_full() const;
  void cut_short() { out_.parsed = out_.complete = false; }

  Preview& out_;
  std::list<ShellText> texts_;  // functions refer to them
  std::map<std::pair<int, std::string>, Functions> functions_;
  std::vector<std::set<std::string>> locals_;  // of each function that is being read
  ShellState summary_;                         // whatever variables and the folder have been
  std::size_t repeated_ = 0;                   // commands that are in the preview more than once
  int shells_ = 0;
  int calls_ = 0;
  int levels_ = 0;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_TEXT_READER_H_
