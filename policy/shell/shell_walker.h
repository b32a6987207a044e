// SPDX-License-Identifier: Apache-2.0
// Walks the tree that the grammar makes of a shell text, and fills in a ShellText: commands with
// their words and redirections, scopes, loops. A node with a syntax error gives what can still be
// read. shell_walker_flow.cc says what runs when (`if`, loops, `&&`, functions). Text that nests
// deeper than base/limits.h allows is left out, and complete() is false then. Only this unit and
// shell_text.cc know tree-sitter. A walker belongs to one thread.
#ifndef GUARD_POLICY_SHELL_SHELL_WALKER_H_
#define GUARD_POLICY_SHELL_SHELL_WALKER_H_

#include <tree_sitter/api.h>

#include <array>
#include <string_view>
#include <vector>

#include "policy/shell/shell_quoting.h"
#include "policy/shell/shell_text.h"

namespace guard::policy {

class ShellWalker {
 public:
  // Where a node stands.
  struct Place {
    int pipeline = -1;
    bool background = false;
    int scope = 0;
    int inside = -1;
    int depth = 0;
    int step = 0;  // the sequence that it is a part of
  };

  ShellWalker(std::string_view source, ShellText& out) : source_(source), out_(out) {
    out_.scopes.assign(1, 0);
    out_.flow.assign(1, FlowStep());
  }

  // Returns the index of the simple command that a trailing redirection belongs to, or -1.
  int walk(TSNode node, Place place);
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  using Visit = int (ShellWalker::*)(TSNode, const Place&);
  struct Row {
    std::string_view type;
    Visit visit;
  };
  static const std::array<Row, 20> kRows;

  int visit_command(TSNode node, const Place& place);
  int visit_declaration(TSNode node, const Place& place);
  int visit_assignment(TSNode node, const Place& place);
  int visit_redirected(TSNode node, const Place& place);
  int visit_pipeline(TSNode node, const Place& place);
  int visit_list(TSNode node, const Place& place);
  int visit_negated(TSNode node, const Place& place);
  int visit_if(TSNode node, const Place& place);
  int visit_case(TSNode node, const Place& place);
  int visit_while(TSNode node, const Place& place);
  int visit_counting_for(TSNode node, const Place& place);
  int visit_test(TSNode node, const Place& place);
  int visit_function(TSNode node, const Place& place);
  int visit_for(TSNode node, const Place& place);
  int visit_substitution(TSNode node, const Place& place);
  int visit_subshell(TSNode node, const Place& place);
  int visit_heredoc(TSNode node, const Place& place);
  int visit_container(TSNode node, const Place& place);

  int add_command(const Place& place);
  int add_step(int parent, FlowKind kind);
  // A sequence of its own below PARENT, for what stands at PLACE.
  Place part_of(int parent, const Place& place);
  FlowStep& step(int index) { return out_.flow[static_cast<std::size_t>(index)]; }
  void note_changes(TSNode node, const Place& place);
  void walk_clauses(TSNode node, int choice, const Place& place);
  int new_scope(const Place& around) {
    out_.scopes.push_back(around.scope);
    return static_cast<int>(out_.scopes.size()) - 1;
  }
  SimpleCommand& at(int index) { return out_.commands[static_cast<std::size_t>(index)]; }
  void add_word(int index, TSNode node, const Place& place);
  void add_assignment(int index, TSNode node, const Place& place);
  void add_redirection(int index, TSNode node, const Place& place);
  void add_here_string(int index, TSNode node);
  void walk_within(int index, TSNode node, const Place& place);

  // Notes what the expansions within NODE set, but for those of a shell of its own.
  void collect_changes(TSNode node, int depth, std::vector<std::string>& names);
  ShellWord read_word(TSNode node);
  void append(WordBuilder& word, TSNode node, int depth);
  void append_string(WordBuilder& word, TSNode node, int depth);
  [[nodiscard]] WordBase base_of(TSNode expansion) const;
  [[nodiscard]] std::string_view text_of(TSNode node) const {
    const auto start = ts_node_start_byte(node);
    return source_.substr(start, ts_node_end_byte(node) - start);
  }

  std::string_view source_;
  ShellText& out_;
  std::vector<int> steps_;  // of each command
  int pipelines_ = 0;
  bool complete_ = true;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_SHELL_WALKER_H_
