// SPDX-License-Identifier: Apache-2.0
// The part of TextReader that goes from step to step: what holds behind each, and what a loop may
// change on its way round.
#include <algorithm>
#include <array>

#include "policy/assess/shell_findings.h"
#include "policy/assess/text_reader.h"
#include "policy/shell/standard_input.h"

namespace guard::policy {
namespace {

constexpr int kDeepestSteps = 3000;  // our steps recurse: several for each level of the grammar
constexpr int kFurthestAhead = 8;    // functions in functions

// They fail in no ordinary case. For `cd`, check promises just that: it judges the folder that the
// text goes to.
constexpr auto kSure = std::to_array<std::string_view>(
    {":", "true", "cd", "pushd", "popd", "set", "export", "declare", "echo", "printf", "exit"});

bool ends(const ShellWords& words) {
  const auto own = builtin_words(words);
  if (own.empty() || !own[0].literal) return false;
  return own[0].text == "exit" || (own[0].text == "exec" && own.size() > 1);
}

}  // namespace

const std::array<TextReader::Run, 13> TextReader::kRuns = {
    &TextReader::run_sequence, &TextReader::run_command,  &TextReader::run_and,
    &TextReader::run_or,       &TextReader::run_not,      &TextReader::run_if,
    &TextReader::run_case,     &TextReader::run_while,    &TextReader::run_for,
    &TextReader::run_subshell, &TextReader::run_pipeline, &TextReader::run_function,
    &TextReader::run_change,
};

void TextReader::run(const Frame& frame, int step, Ways& ways) {
  if (levels_ >= kDeepestSteps) return cut_short();
  ++levels_;
  ways.ok.reset();
  const FlowStep& here = frame.text->flow[static_cast<std::size_t>(step)];
  (this->*kRuns[static_cast<std::size_t>(here.kind)])(frame, here, ways);
  --levels_;
}

void TextReader::run_sequence(const Frame& frame, const FlowStep& step, Ways& ways) {
  for (const int part : step.parts) run(frame, part, ways);
}

void TextReader::run_command(const Frame& frame, const FlowStep& step, Ways& ways) {
  const auto index = static_cast<std::size_t>(step.command);
  const SimpleCommand& command = frame.text->commands[index];
  for (const std::string& name : command.changed) set(name, {}, ways.any);
  ShellState& state = ways.any;
  const ResolvedWords resolution = resolved(command.words, state, state.folders()[0]);
  const ShellWords& words = resolution.together;
  read_command(command, frame.place, state);
  if (auto input = literal_input(*frame.text, index)) {
    read_input(command, *input, frame.place, state);
  }
  read_fed(*frame.text, index, frame.place, state);
  if (!step.parts.empty()) {
    Ways within{state, std::nullopt};
    for (const int part : step.parts) run(frame, part, within);
  }
  apply_turns(command, resolution, state);
  note_trap(frame, words, state);
  if (ends(words)) state.end();
  if (Functions* functions = functions_of(frame.place, words)) {
    for (const Assignment& each : command.sets) set(each.name, value_after(each, state), state);
    call(*functions, ways, frame.place.calls);
    for (const Assignment& each : command.sets) set(each.name, {}, ways.any);
  }
}

// The lone command of a part; nullptr where there are more, or something else.
const SimpleCommand* TextReader::lone_command(const Frame& frame, int step) const {
  const FlowStep& here = frame.text->flow[static_cast<std::size_t>(step)];
  if (here.kind == FlowKind::kSequence && here.parts.size() == 1) {
    return lone_command(frame, here.parts[0]);
  }
  if (here.kind != FlowKind::kCommand || !here.parts.empty()) return nullptr;
  return &frame.text->commands[static_cast<std::size_t>(here.command)];
}

// It succeeds, or nothing behind it could be told anyway.
bool TextReader::is_sure(const Frame& frame, int step) const {
  const SimpleCommand* command = lone_command(frame, step);
  if (command == nullptr || !command->redirections.empty()) return false;
  if (command->words.empty()) return true;
  const auto own = builtin_words(command->words);
  if (own.empty() || !own[0].literal) return false;
  return std::ranges::find(kSure, own[0].text) != kSure.end();
}

void TextReader::run_and(const Frame& frame, const FlowStep& step, Ways& ways) {
  if (step.parts.size() != 2) return run_sequence(frame, step, ways);
  run(frame, step.parts[0], ways);
  const bool sure = is_sure(frame, step.parts[0]);
  Ways right{ways.success(), std::nullopt};
  run(frame, step.parts[1], right);
  if (sure) {
    ways.any = right.any;
  } else {
    ways.any.join(right.any);
  }
  ways.ok = right.ok ? std::move(right.ok) : std::move(right.any);
}

// Where `cd` failed, the folder is still the one before.
void TextReader::run_or(const Frame& frame, const FlowStep& step, Ways& ways) {
  if (step.parts.size() != 2) return run_sequence(frame, step, ways);
  const SimpleCommand* first = lone_command(frame, step.parts[0]);
  const bool goes = first != nullptr && changes_folder(first->words);
  Ways right{ways.any, std::nullopt};
  run(frame, step.parts[0], ways);
  if (!goes) right.any = ways.any;
  run(frame, step.parts[1], right);
  ShellState ok = ways.success();
  ok.join(right.success());
  ways.any.join(right.any);
  ways.ok = std::move(ok);
}

void TextReader::run_not(const Frame& frame, const FlowStep& step, Ways& ways) {
  run_sequence(frame, step, ways);
  ways.ok.reset();
}

void TextReader::run_if(const Frame& frame, const FlowStep& step, Ways& ways) {
  std::optional<ShellState> behind;
  const auto leave = [&](const ShellState& state) {
    if (behind) {
      behind->join(state);
    } else {
      behind = state;
    }
  };
  std::size_t at = 0;
  for (; at + 1 < step.parts.size(); at += 2) {
    run(frame, step.parts[at], ways);
    Ways body{ways.success(), std::nullopt};
    run(frame, step.parts[at + 1], body);
    leave(body.any);
  }
  if (at < step.parts.size()) run(frame, step.parts[at], ways);
  leave(ways.any);
  ways = {std::move(*behind), std::nullopt};
}

void TextReader::run_case(const Frame& frame, const FlowStep& step, Ways& ways) {
  std::optional<ShellState> behind;
  if (!step.always) behind = ways.any;
  ShellState entry = ways.any;
  for (const int part : step.parts) {
    Ways item{entry, std::nullopt};
    run(frame, part, item);
    // `;&` goes on with the next one.
    entry.join(item.any);
    if (behind) {
      behind->join(item.any);
    } else {
      behind = std::move(item.any);
    }
  }
  if (behind) ways = {std::move(*behind), std::nullopt};
}

void TextReader::run_while(const Frame& frame, const FlowStep& step, Ways& ways) {
  Changes changes;
  for (const int part : step.parts) look_ahead(frame, part, ways.any, changes, 0);
  forget(changes, ways.any);
  if (step.parts.size() != 2) return run_sequence(frame, step, ways);
  run(frame, step.parts[0], ways);
  Ways body{ways.success(), std::nullopt};
  ways.ok.reset();
  run(frame, step.parts[1], body);
  ways.any.join(body.any);
}

void TextReader::run_for(const Frame& frame, const FlowStep& step, Ways& ways) {
  const ShellWords words = resolved(step.words, ways.any, ways.any.folders()[0]).together;
  const bool known = std::ranges::all_of(words, is_usable);
  Changes changes;
  for (const int part : step.parts) look_ahead(frame, part, ways.any, changes, 0);
  forget(changes, ways.any);
  set(step.name, known ? words : WordValues(), ways.any);
  const ShellState entry = ways.any;
  run_sequence(frame, step, ways);
  ways.ok.reset();
  ways.any.join(entry);
}

void TextReader::run_subshell(const Frame& frame, const FlowStep& step, Ways& ways) {
  Ways inner{ways.any, std::nullopt};
  run_sequence(frame, step, inner);
}

void TextReader::run_pipeline(const Frame& frame, const FlowStep& step, Ways& ways) {
  const ShellState entry = ways.any;
  for (const int part : step.parts) {
    Ways own{entry, std::nullopt};
    run(frame, part, own);
    ways.any.join(own.any);
  }
}

void TextReader::run_function(const Frame& frame, const FlowStep& step, Ways& ways) {
  if (step.parts.empty()) return;
  ways.any.define(step.name);
  Functions& all = functions_[{frame.place.shell, step.name}];
  const auto same = [&](const Function& each) {
    return each.frame.text == frame.text && each.step == step.parts[0];
  };
  if (std::ranges::none_of(all, same)) all.push_back({frame, step.parts[0], false});
}

void TextReader::run_change(const Frame&, const FlowStep& step, Ways& ways) {
  for (const std::string& name : step.changed) set(name, {}, ways.any);
}

void TextReader::set(const std::string& name, WordValues values, ShellState& state) {
  if (name.empty()) return;
  state.assign(name, std::move(values));
  summary_.gather(name, state.values_of(name));
}

// `trap TEXT DEBUG`: from here on TEXT may run between any two commands. The reader no longer
// follows what it sets.
void TextReader::note_trap(const Frame& frame, const ShellWords& all_words, ShellState& state) {
  const auto words = builtin_words(all_words);
  if (words.size() < 3 || !words[0].literal || words[0].text != "trap") return;
  const bool at_end = std::ranges::all_of(words.subspan(2), [](const ShellWord& word) {
    return word.literal && (word.text == "EXIT" || word.text == "0");
  });
  if (at_end || !words[1].literal) return;
  const ShellText text = parse_shell_text(words[1].text);
  Changes changes;
  if (!text.flow.empty()) look_ahead({&text, frame.place}, 0, state, changes, 0);
  if (changes.all || !changes.names.empty()) state.follow_no_more();
  if (changes.folder) state.lose_folder();
}

void TextReader::apply_turns(const SimpleCommand& command, const ResolvedWords& words,
                             ShellState& state) {
  if (words.turns.empty()) return apply(command, words.together, state);
  std::optional<ShellState> behind;
  for (const ShellWords& turn : words.turns) {
    ShellState own = state;
    apply(command, turn, own);
    if (behind) {
      behind->join(own);
    } else {
      behind = std::move(own);
    }
  }
  state = std::move(*behind);
}

void TextReader::apply(const SimpleCommand& command, const ShellWords& words, ShellState& state) {
  const VariableChanges changes = changes_of(command, words);
  if (changes.all) forget({.names = {}, .all = true, .folder = false}, state);
  for (const Assignment& each : changes.sets) set(each.name, value_after(each, state), state);
  for (const std::string& name : changes.names) set(name, {}, state);
  if (changes.aliases) state.follow_no_more();
  if (!locals_.empty()) locals_.back().insert(changes.locals.begin(), changes.locals.end());
  if (!changes_folder(words)) return;
  change_folder(words, state);
  note_folder(state);
}

void TextReader::forget(const Changes& changes, ShellState& state) {
  for (const std::string& name : changes.names) set(name, {}, state);
  if (changes.all) {
    state.forget_variables();
    summary_.forget_variables();
  }
  if (!changes.folder) return;
  state.forget_folders();
  note_folder(state);
}

void TextReader::look_ahead(const Frame& frame, int step, const ShellState& state, Changes& changes,
                            int calls) {
  const FlowStep& here = frame.text->flow[static_cast<std::size_t>(step)];
  if (here.kind == FlowKind::kSubshell || here.kind == FlowKind::kFunction) return;
  if (here.kind == FlowKind::kFor) changes.names.insert(here.name);
  changes.names.insert(here.changed.begin(), here.changed.end());
  if (here.kind == FlowKind::kCommand) {
    const auto& command = frame.text->commands[static_cast<std::size_t>(here.command)];
    return look_ahead_at(frame, command, state, changes, calls);
  }
  for (const int part : here.parts) look_ahead(frame, part, state, changes, calls);
}

void TextReader::look_ahead_at(const Frame& frame, const SimpleCommand& command,
                               const ShellState& state, Changes& changes, int calls) {
  const ShellWords words = resolved(command.words, state, state.folders()[0]).together;
  const VariableChanges own = changes_of(command, words);
  for (const Assignment& each : own.sets) changes.names.insert(each.name);
  changes.names.insert(own.names.begin(), own.names.end());
  changes.names.insert(command.changed.begin(), command.changed.end());
  changes.all = changes.all || own.all || own.aliases;
  changes.folder = changes.folder || changes_folder(words);
  const auto program = builtin_words(words);
  const bool unseen = !program.empty() && program[0].literal && program[0].text == "eval";
  const Functions* functions = functions_of(frame.place, words);
  if (unseen || (functions != nullptr && calls >= kFurthestAhead)) {
    changes.all = changes.folder = true;
  } else if (functions != nullptr) {
    for (const Function& each : *functions) {
      look_ahead(each.frame, each.step, state, changes, calls + 1);
    }
  }
}

}  // namespace guard::policy
