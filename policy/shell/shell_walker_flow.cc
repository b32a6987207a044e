// SPDX-License-Identifier: Apache-2.0
// The part of ShellWalker that reads what runs when: lists, branches, loops, functions, and shells
// of their own.
#include <span>
#include <string>
#include <utility>

#include "policy/shell/fork_bomb.h"
#include "policy/shell/set_by_words.h"
#include "policy/shell/shell_walker.h"
#include "policy/shell/shell_walker_nodes.h"

namespace guard::policy {
namespace {

// `then`, `do`, `in`, `fi`: words of the statement itself.
bool is_word_of(TSNode node, std::string_view word) {
  return !ts_node_is_named(node) && type_of(node) == word;
}

}  // namespace

int ShellWalker::add_step(int parent, FlowKind kind) {
  const int index = static_cast<int>(out_.flow.size());
  FlowStep& added = out_.flow.emplace_back();
  added.kind = kind;
  step(parent).parts.push_back(index);
  return index;
}

ShellWalker::Place ShellWalker::part_of(int parent, const Place& place) {
  Place part = place;
  part.step = add_step(parent, FlowKind::kSequence);
  return part;
}

void ShellWalker::note_changes(TSNode node, const Place& place) {
  std::vector<std::string> names;
  collect_changes(node, 0, names);
  if (text_of(node).starts_with("((")) append_set_by_arithmetic(text_of(node), names);
  if (!names.empty()) step(add_step(place.step, FlowKind::kChange)).changed = std::move(names);
}

int ShellWalker::visit_test(TSNode node, const Place& place) {
  note_changes(node, place);
  return visit_container(node, place);
}

// A pipeline inside a part of a pipeline reads and writes the same stream: it keeps the number.
int ShellWalker::visit_pipeline(TSNode node, const Place& place) {
  Place inner = place;
  if (inner.pipeline < 0) inner.pipeline = pipelines_++;
  inner.scope = new_scope(place);
  const int pipeline = add_step(place.step, FlowKind::kPipeline);
  int last = -1;
  for (TSNode child : children_of(node)) {
    if (ts_node_is_named(child)) last = walk(child, part_of(pipeline, inner));
  }
  return last;
}

int ShellWalker::visit_list(TSNode node, const Place& place) {
  const Nodes children = children_of(node);
  auto kind = FlowKind::kAnd;
  for (TSNode child : children) {
    if (is_word_of(child, "||")) kind = FlowKind::kOr;
  }
  const int list = add_step(place.step, kind);
  int last = -1;
  for (TSNode child : children) {
    if (ts_node_is_named(child)) last = walk(child, part_of(list, place));
  }
  return last;
}

int ShellWalker::visit_negated(TSNode node, const Place& place) {
  const Place inner = part_of(add_step(place.step, FlowKind::kNot), place);
  int last = -1;
  for (TSNode child : children_of(node)) {
    if (ts_node_is_named(child)) last = walk(child, inner);
  }
  return last;
}

// The body of an `if`, an `elif` or an `else` becomes parts of the step CHOICE.
void ShellWalker::walk_clauses(TSNode node, int choice, const Place& place) {
  Place part = part_of(choice, place);
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (is_word_of(child, "then")) {
      part = part_of(choice, place);
    } else if (type == "elif_clause" || type == "else_clause") {
      walk_clauses(child, choice, place);
    } else if (ts_node_is_named(child)) {
      walk(child, part);
    }
  }
}

int ShellWalker::visit_if(TSNode node, const Place& place) {
  walk_clauses(node, add_step(place.step, FlowKind::kIf), place);
  return -1;
}

int ShellWalker::visit_case(TSNode node, const Place& place) {
  const int choice = add_step(place.step, FlowKind::kCase);
  for (TSNode child : children_of(node)) {
    if (type_of(child) != "case_item") {
      note_changes(child, place);
      if (ts_node_is_named(child)) walk(child, place);
      continue;
    }
    const TSNode pattern = ts_node_named_child(child, 0);
    if (!ts_node_is_null(pattern) && text_of(pattern) == "*") step(choice).always = true;
    walk(child, part_of(choice, place));
  }
  return -1;
}

int ShellWalker::visit_while(TSNode node, const Place& place) {
  const int loop = add_step(place.step, FlowKind::kWhile);
  const Place condition = part_of(loop, place);
  const Place body = part_of(loop, place);
  for (TSNode child : children_of(node)) {
    if (ts_node_is_named(child)) walk(child, type_of(child) == "do_group" ? body : condition);
  }
  return -1;
}

// `for ((i = 0; i < 3; i++))`: nothing in the head is a command.
int ShellWalker::visit_counting_for(TSNode node, const Place& place) {
  const int loop = add_step(place.step, FlowKind::kWhile);
  const Place condition = part_of(loop, place);
  const Place body = part_of(loop, place);
  std::vector<std::string> names;
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (type == "do_group" || type == "compound_statement") {
      walk(child, body);
    } else if (ts_node_is_named(child)) {
      append_set_by_arithmetic(text_of(child), names);
      if (type != "variable_assignment") walk(child, condition);
    }
  }
  step(add_step(condition.step, FlowKind::kChange)).changed = std::move(names);
  return -1;
}

int ShellWalker::visit_for(TSNode node, const Place& place) {
  bool in_list = false;
  bool selects = false;
  ForLoop loop;
  const Place before = part_of(place.step, place);
  const int turns = add_step(place.step, FlowKind::kFor);
  const Place body = part_of(turns, place);
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (type == "in") {
      in_list = true;
    } else if (type == "do_group" || type == ";") {
      in_list = false;
    } else if (type == "select") {
      selects = true;
    } else if (in_list && ts_node_is_named(child)) {
      loop.words.push_back(read_word(child));
      note_changes(child, before);
    } else if (type == "variable_name") {
      loop.variable = text_of(child);
    }
    if (ts_node_is_named(child)) walk(child, type == "do_group" ? body : before);
  }
  step(turns).name = loop.variable;
  if (!selects) step(turns).words = loop.words;  // who selects may select nothing
  out_.loops.push_back(std::move(loop));
  return -1;
}

int ShellWalker::visit_function(TSNode node, const Place& place) {
  Place body;
  body.scope = new_scope(place);
  body.depth = place.depth;
  const int definition = add_step(place.step, FlowKind::kFunction);
  body.step = part_of(definition, body).step;
  std::string name;
  const std::size_t first = out_.commands.size();
  for (TSNode child : children_of(node)) {
    if (!ts_node_is_named(child)) continue;
    if (name.empty() && type_of(child) == "word") {
      name = read_word(child).text;
    } else {
      walk(child, body);
    }
  }
  if (multiplies(name, std::span(out_.commands).subspan(first))) out_.fork_bomb = true;
  step(definition).name = std::move(name);
  return -1;
}

int ShellWalker::visit_subshell(TSNode node, const Place& place) {
  Place inner = place;
  inner.scope = new_scope(place);
  inner.step = add_step(place.step, FlowKind::kSubshell);
  return visit_container(node, inner);
}

int ShellWalker::visit_substitution(TSNode node, const Place& place) {
  Place inner;
  inner.inside = place.inside;
  inner.scope = new_scope(place);
  inner.depth = place.depth;
  inner.step = add_step(place.step, FlowKind::kSubshell);
  visit_container(node, inner);
  return -1;
}

}  // namespace guard::policy
