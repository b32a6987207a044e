// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/text_reader.h"

#include <algorithm>

#include "base/limits.h"
#include "policy/assess/word_values.h"
#include "policy/command/read_operands.h"
#include "policy/shell/fed_command.h"
#include "policy/shell/set_by_words.h"
#include "policy/shell/standard_input.h"

namespace guard::policy {
namespace {

constexpr int kMaxDepth = int_limit("shell.texts_in_texts");
constexpr std::size_t kMaxCommands = size_limit("shell.commands");
// A command that may run in one of several folders, or in a function that is called again, counts
// once for the limit; so often it is judged again.
constexpr std::size_t kMostRepeated = 1000;

// `env A=1 sh -c TEXT`: variables that TEXT sees.
void assign_by_words(std::span<const ShellWord> words, ShellState& state) {
  for (const ShellWord& word : words) {
    const auto equals = word.text.find('=');
    if (equals == std::string::npos || !is_variable_name(word.text.substr(0, equals))) continue;
    ShellWord value;
    value.text = word.text.substr(equals + 1);
    state.assign(word.text.substr(0, equals), word.literal ? WordValues{value} : WordValues());
  }
}

bool is_eval(const ShellWords& words) {
  const auto own = builtin_words(words);
  return !own.empty() && own[0].literal && own[0].text == "eval";
}

}  // namespace

bool TextReader::is_full() const {
  return out_.commands.size() >= kMaxCommands + repeated_;
}

void TextReader::read_text(std::string_view text) {
  ShellState state;
  read_in(text, {}, state);
  read_uncalled();
}

void TextReader::read_argv(const std::vector<std::string>& argv) {
  ShellState state;
  SimpleCommand command;
  command.words = literal_words(argv);
  read_command(command, {}, state);
  read_uncalled();
}

void TextReader::read_in(std::string_view text, Place place, ShellState& state) {
  if (place.depth > kMaxDepth) return cut_short();
  const ShellText& parsed = texts_.emplace_back(parse_shell_text(text));
  out_.parsed = out_.parsed && parsed.parsed;
  out_.complete = out_.complete && parsed.complete;
  out_.fork_bomb = out_.fork_bomb || parsed.fork_bomb;
  InterpreterFeed feed = find_interpreter_feed(parsed);
  if (feed.source > out_.feed.source) out_.feed = std::move(feed);
  out_.loops.insert(out_.loops.end(), parsed.loops.begin(), parsed.loops.end());
  if (parsed.flow.empty()) return;
  Ways ways{std::move(state), std::nullopt};
  run({&parsed, place}, 0, ways);
  state = std::move(ways.any);
}

void TextReader::add(const SimpleCommand& command, const Place& place, const ShellState& state,
                     bool fed) {
  if (is_full()) return cut_short();
  const bool one = state.folders().size() == 1 || repeated_ < kMostRepeated;
  const Folders folders = one ? state.folders() : Folders(1, unknown_folder());
  for (std::size_t i = 0; i < folders.size(); ++i) {
    ResolvedWords words = resolved(command.words, state, folders[i]);
    out_.commands.push_back({command, folders[i], place.remote, place.depth, fed,
                             std::move(words.together), std::move(words.turns),
                             resolved(command.redirections, state, folders[i])});
  }
  repeated_ += folders.size() - 1;
}

void TextReader::read_command(const SimpleCommand& command, const Place& place, ShellState& state) {
  if (is_full() || place.depth > kMaxDepth) return cut_short();
  const ResolvedWords words = resolved(command.words, state, state.folders()[0]);
  if (const auto folder = wrapped_folder(words.together)) {
    // `env -C FOLDER CMD`: the redirections are opened where the text stands.
    SimpleCommand opened;
    opened.redirections = command.redirections;
    if (!opened.redirections.empty()) add(opened, place, state);
    SimpleCommand rest = command;
    rest.redirections.clear();
    ShellState there = state;
    there.enter(folders_after(state, *folder));
    add(rest, place, there);
    return read_words(rest, words.together, place, there);
  }
  add(command, place, state);
  if (words.turns.empty()) return read_words(command, words.together, place, state);
  read_turns(command, words.turns, place, state);
}

void TextReader::read_turns(const SimpleCommand& command, const std::vector<ShellWords>& turns,
                            const Place& place, ShellState& state) {
  std::optional<ShellState> behind;
  for (const ShellWords& turn : turns) {
    const std::size_t before = out_.commands.size();
    ShellState own = state;
    read_words(command, turn, place, own);
    if (behind) {
      repeated_ += out_.commands.size() - before;
      behind->join(own);
    } else {
      behind = std::move(own);
    }
    if (repeated_ > kMostRepeated) break;
  }
  state = std::move(*behind);
  if (repeated_ <= kMostRepeated) return;
  // The others are not read: what the words say is not known.
  add(command, place, ShellState(unknown_folder()));
  forget({.names = {}, .all = true, .folder = true}, state);
}

// The words of a command may run something besides it.
void TextReader::read_words(const SimpleCommand& command, const ShellWords& words,
                            const Place& place, ShellState& state) {
  if (const auto run = policy::run_command(words); !run.empty()) {
    SimpleCommand inner;
    inner.words.assign(run.begin(), run.end());
    ShellState own = state;
    Place within = place;
    ++within.depth;
    read_command(inner, within, own);
  }
  if (const auto nested = nested_text(words)) read_nested(command, words, *nested, place, state);
}

// Text that holds an expansion is read all the same where the expansion is only a part of it.
void TextReader::read_nested(const SimpleCommand& command, const ShellWords& words,
                             const NestedText& nested, const Place& place, ShellState& state) {
  Place within = place;
  within.remote = place.remote || nested.remote;
  ++within.depth;
  ShellState inner = state;
  if (nested.remote) inner.forget_variables();
  for (const Assignment& each : command.sets) inner.assign(each.name, value_after(each, state));
  assign_by_words(std::span(words).first(std::min(nested.word, words.size())), inner);
  const bool same_shell = is_eval(words);
  if (!same_shell) within.shell = ++shells_;
  read_in(nested.text, within, inner);
  if (!same_shell) return;
  state = std::move(inner);
  if (!nested.unknown) return;
  forget({.names = {}, .all = true, .folder = true}, state);
}

// Only for a command that reads: what deletes what it is fed is asked about as a list.
void TextReader::read_fed(const ShellText& text, std::size_t index, const Place& place,
                          const ShellState& state) {
  auto fed = with_fed_names(text, index);
  if (!fed) return;
  std::vector<std::string> argv;
  for (const ShellWord& word : fed->words) argv.push_back(word.text);
  const auto run = policy::run_command(fed->words);
  if (!run.empty()) argv.clear();
  for (const ShellWord& word : run) argv.push_back(word.text);
  if (!read_operands(argv).empty()) add(*fed, place, state);
}

// A text that a shell is fed is like any other; a database's statements are judged as operands.
void TextReader::read_input(const SimpleCommand& command, const std::string& input,
                            const Place& place, const ShellState& state) {
  if (shell_reads_input(command)) {
    Place within = place;
    ++within.depth;
    within.shell = ++shells_;
    ShellState inner = state;
    return read_in(input, within, inner);
  }
  if (const auto statements = with_statements(command, input)) add(*statements, place, state, true);
}

TextReader::Functions* TextReader::functions_of(const Place& place, const ShellWords& words) {
  if (words.empty() || !words[0].literal) return nullptr;
  const auto found = functions_.find({place.shell, words[0].text});
  return found == functions_.end() ? nullptr : &found->second;
}

// With everything that variables and the folder have been: it may be called by a trap, or by name
// out of a variable.
void TextReader::read_uncalled() {
  std::vector<Function> left;  // copies: what one of them defines moves the others
  do {
    left.clear();
    for (auto& [name, functions] : functions_) {
      for (Function& each : functions) {
        if (!std::exchange(each.called, true)) left.push_back(each);
      }
    }
    for (const Function& own : left) {
      Ways ways{summary_, std::nullopt};
      locals_.emplace_back();
      run(own.frame, own.step, ways);
      locals_.pop_back();
    }
  } while (!left.empty());
}

void TextReader::call(Functions& functions, Ways& ways, int calls) {
  const Ways entry = ways;
  const std::size_t count = functions.size();
  for (std::size_t i = 0; i < count; ++i) {
    Ways own = entry;
    call_one(functions[i], own, calls);
    if (i == 0) {
      ways = std::move(own);
    } else {
      ways.any.join(own.any);
      ways.ok.reset();
    }
  }
}

void TextReader::call_one(Function& function, Ways& ways, int calls) {
  constexpr int kMostCalls = 64;
  constexpr int kDeepestCalls = 4;
  const std::size_t size = function.called ? function.frame.text->commands.size() : 0;
  if (calls >= kDeepestCalls || ++calls_ > kMostCalls || repeated_ + size > kMostRepeated) {
    return forget({.names = {}, .all = true, .folder = true}, ways.any);
  }
  repeated_ += size;
  function.called = true;
  Frame frame = function.frame;
  const int step = function.step;  // what it defines may move it
  frame.place.calls = calls + 1;
  const ShellState before = ways.any;
  locals_.emplace_back();
  run(frame, step, ways);
  for (const std::string& name : locals_.back()) {
    ways.any.restore(name, before);
    if (ways.ok) ways.ok->restore(name, before);
  }
  locals_.pop_back();
}

}  // namespace guard::policy
