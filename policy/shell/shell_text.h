// SPDX-License-Identifier: Apache-2.0
// Shell text -> its simple commands, redirections and wildcards. Only shell_text.cc and
// shell_walker know tree-sitter. Used for what has no exec, for provenance, wildcard origin, and
// work that leaves our process tree; never to allow anything. Guard rails (base/limits.h): its
// length, the processor's time, how deep it nests; a fresh parser every 10,000 texts. The clock is
// looked at between tokens: garbage without any can take 0.1 s, so never on the mediator.
// Thread-safe (a parser per thread).
#ifndef GUARD_POLICY_SHELL_SHELL_TEXT_H_
#define GUARD_POLICY_SHELL_SHELL_TEXT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace guard::policy {

// Places that a word may start with and that a caller can know.
enum class WordBase {
  kNone,
  kHome,  // ~, $HOME
  kCwd,   // $PWD, $(pwd)
  kMade,  // $(mktemp -d): a new name, below which nothing lies that could be lost
};

struct ShellWord {
  std::string text;     // the literal value, or the source text when not literal
  bool literal = true;  // false: holds an expansion; its value is unknown but it keeps its place
  bool glob = false;    // an unquoted * ? [ ] stands in it
  std::string pattern;  // of a literal glob word: its value with the quoted wildcards escaped
  WordBase base = WordBase::kNone;  // not kNone: the value is this folder followed by `below`
  std::string below;                // (a pattern, when glob is set)
  bool operator==(const ShellWord&) const = default;
};

struct Redirection {
  std::string op;  // ">", ">>", ">|", "&>", "<", ...
  ShellWord target;
  bool operator==(const Redirection&) const = default;
};

// NAME=VALUE, or NAME+=VALUE, as the shell reads it.
struct Assignment {
  std::string name;  // of an array, where one element is set
  ShellWord value;   // neither literal nor with a base: not known
  bool appends = false;
  bool operator==(const Assignment&) const = default;
};

struct SimpleCommand {
  std::vector<ShellWord> assignments;  // "FOO=1"
  std::vector<Assignment> sets;        // the same, taken apart
  std::vector<std::string> changed;    // variables that its own words change: ${X:=a}, $((X++))
  std::vector<ShellWord> words;        // empty: only redirections or assignments
  std::vector<Redirection> redirections;
  std::optional<std::string> input;  // the text of a here-document or here-string
  bool background = false;           // ends in &
  int pipeline = -1;                 // commands of one pipeline share a number; -1: not in one
  int scope = 0;                     // the (sub)shell it runs in: what `cd` changes ends with it
  int inside = -1;                   // index of the command in whose words this one is substituted
  bool operator==(const SimpleCommand&) const = default;
};

// `for NAME in WORDS`
struct ForLoop {
  std::string variable;
  std::vector<ShellWord> words;
  bool operator==(const ForLoop&) const = default;
};

// The order in which things run, and which may not run at all. A step has its parts in others.
enum class FlowKind {
  kSequence,  // its parts, one after the other
  kCommand,   // `command`; its parts are substituted into its words, and run before it
  kAnd,       // the second part only where the first one succeeded
  kOr,        // the second part only where the first one failed
  kNot,       // `! PART`
  kIf,        // condition and body by turns; an odd one at the end is the `else`
  kCase,      // one of its parts; none of them too, unless `always`
  kWhile,     // the condition, then the body and the condition again, any number of times
  kFor,       // its part for each of `words`; `name` is the variable
  kSubshell,  // its parts in a shell of their own
  kPipeline,  // each part in a shell of its own, but that some shells keep the last one
  kFunction,  // defines `name`; its part runs where it is called
  kChange,    // nothing is run, but the variables `changed` get values that are not followed
};

struct FlowStep {
  FlowKind kind = FlowKind::kSequence;
  int command = -1;
  bool always = false;
  std::string name;
  std::vector<ShellWord> words;
  std::vector<std::string> changed;
  std::vector<int> parts;
  bool operator==(const FlowStep&) const = default;
};

struct ShellText {
  bool parsed = false;   // false: a syntax error or a guard rail; fork_bomb then comes from a byte
                         // scan, and `commands` holds only what could be read all the same
  bool complete = true;  // false: a guard rail cut it: what it would do is not known
  bool fork_bomb = false;               // a function that calls itself in a pipeline with &
  std::vector<SimpleCommand> commands;  // in order, those inside substitutions and functions too
  std::vector<int> scopes;              // of each scope, the one around it; 0 is the text's own
  std::vector<ForLoop> loops;
  std::vector<FlowStep> flow;  // the first one is the whole text; empty where nothing was read
  bool operator==(const ShellText&) const = default;
};

[[nodiscard]] ShellText parse_shell_text(std::string_view text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_SHELL_TEXT_H_
