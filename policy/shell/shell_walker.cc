// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/shell_walker.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "policy/shell/set_by_words.h"
#include "policy/shell/shell_walker_nodes.h"

namespace guard::policy {
namespace {

constexpr int kMaxDepth =
    int_limit("shell.nesting");  // our walk recurses; the grammar nests without limit

// `$(mktemp -d)`, with plain words alone.
bool is_call_of_mktemp(std::string_view text) {
  constexpr std::string_view kCall = "$(mktemp";
  if (!text.starts_with(kCall) || !text.ends_with(')')) return false;
  text = text.substr(kCall.size(), text.size() - kCall.size() - 1);
  const bool ends = text.empty() || text[0] == ' ';
  return ends && text.find_first_of("$`(){};|&<>\n\\") == std::string_view::npos;
}

// `((X=1))` as a command: the grammar takes the arithmetic for the name of a program.
bool is_arithmetic(const Nodes& children) {
  if (children.size() != 1 || type_of(children[0]) != "command_name") return false;
  return type_of(ts_node_named_child(children[0], 0)) == "arithmetic_expansion";
}

}  // namespace

const std::array<ShellWalker::Row, 20> ShellWalker::kRows = {{
    {"command", &ShellWalker::visit_command},
    {"declaration_command", &ShellWalker::visit_declaration},
    {"unset_command", &ShellWalker::visit_declaration},
    {"variable_assignment", &ShellWalker::visit_assignment},
    {"redirected_statement", &ShellWalker::visit_redirected},
    {"pipeline", &ShellWalker::visit_pipeline},
    {"list", &ShellWalker::visit_list},
    {"negated_command", &ShellWalker::visit_negated},
    {"if_statement", &ShellWalker::visit_if},
    {"case_statement", &ShellWalker::visit_case},
    {"while_statement", &ShellWalker::visit_while},
    {"c_style_for_statement", &ShellWalker::visit_counting_for},
    {"function_definition", &ShellWalker::visit_function},
    {"for_statement", &ShellWalker::visit_for},
    {"command_substitution", &ShellWalker::visit_substitution},
    {"process_substitution", &ShellWalker::visit_substitution},
    {"subshell", &ShellWalker::visit_subshell},
    {"heredoc_redirect", &ShellWalker::visit_heredoc},
    {"test_command", &ShellWalker::visit_test},
    {"comment", nullptr},
}};

int ShellWalker::walk(TSNode node, Place place) {
  if (++place.depth > kMaxDepth) {
    complete_ = false;
    return -1;
  }
  const auto type = type_of(node);
  for (const Row& row : kRows) {
    if (row.type == type) return row.visit == nullptr ? -1 : (this->*row.visit)(node, place);
  }
  return visit_container(node, place);
}

int ShellWalker::visit_container(TSNode node, const Place& place) {
  const Nodes children = children_of(node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (!ts_node_is_named(children[i])) continue;
    Place inner = place;
    // `&` is an anonymous node beside the statement that it sends to the background.
    if (i + 1 < children.size() && type_of(children[i + 1]) == "&") {
      inner.background = true;
      inner.step = add_step(place.step, FlowKind::kSubshell);
    }
    walk(children[i], inner);
  }
  return -1;
}

int ShellWalker::add_command(const Place& place) {
  SimpleCommand command;
  command.background = place.background;
  command.pipeline = place.pipeline;
  command.scope = place.scope;
  command.inside = place.inside;
  out_.commands.push_back(std::move(command));
  const int index = static_cast<int>(out_.commands.size()) - 1;
  steps_.push_back(add_step(place.step, FlowKind::kCommand));
  step(steps_.back()).command = index;
  return index;
}

// Commands that are substituted into a word of the command at INDEX.
void ShellWalker::walk_within(int index, TSNode node, const Place& place) {
  Place inner;
  inner.inside = index;
  inner.scope = place.scope;
  inner.depth = place.depth;
  inner.step = index < 0 ? place.step : steps_[static_cast<std::size_t>(index)];
  if (index >= 0) collect_changes(node, 0, at(index).changed);
  walk(node, inner);
}

void ShellWalker::add_word(int index, TSNode node, const Place& place) {
  at(index).words.push_back(read_word(node));
  if (!at(index).words.back().literal) walk_within(index, node, place);
}

int ShellWalker::visit_command(TSNode node, const Place& place) {
  if (ts_node_has_error(node)) return visit_container(node, place);
  const Nodes children = children_of(node);
  if (is_arithmetic(children)) return visit_test(node, place);
  const int index = add_command(place);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto type = type_of(children[i]);
    if (type == "variable_assignment") {
      add_assignment(index, children[i], place);
    } else if (type == "file_redirect") {
      add_redirection(index, children[i], place);
    } else if (type == "herestring_redirect" || type == "heredoc_redirect") {
      add_here_string(index, children[i]);
      walk_within(index, children[i], place);
    } else if (type == "$" && i + 1 < children.size() && type_of(children[i + 1]) == "string") {
      continue;  // $"..." is the string, translated
    } else if (type != "comment") {
      add_word(index, children[i], place);
    }
  }
  return index;
}

// export, local, declare, unset: builtins that the grammar reads on its own.
int ShellWalker::visit_declaration(TSNode node, const Place& place) {
  if (ts_node_has_error(node)) return visit_container(node, place);
  const int index = add_command(place);
  for (TSNode child : children_of(node)) {
    if (type_of(child) == "variable_assignment") {
      add_assignment(index, child, place);
    } else {
      add_word(index, child, place);
    }
  }
  return index;
}

int ShellWalker::visit_assignment(TSNode node, const Place& place) {
  const int index = add_command(place);
  add_assignment(index, node, place);
  return index;
}

void ShellWalker::add_assignment(int index, TSNode node, const Place& place) {
  WordBuilder word;
  WordBuilder value;
  Assignment set;
  bool behind = false;
  TSNode value_node = node;
  const Nodes children = children_of(node);
  for (TSNode child : children) {
    append(word, child, place.depth);
    if (behind) {
      append(value, child, place.depth);
      value_node = child;
    } else if (type_of(child) == "=" || type_of(child) == "+=") {
      behind = true;
      set.appends = type_of(child) == "+=";
    } else {
      const auto name = text_of(child);
      set.name = name.substr(0, name.find('['));
      if (set.name.size() != name.size()) value.unknown();
    }
  }
  set.value = value.finish(value_node.id == node.id ? std::string_view() : text_of(value_node));
  at(index).assignments.push_back(word.finish(text_of(node)));
  at(index).sets.push_back(std::move(set));
  if (at(index).assignments.back().literal) return;
  for (TSNode child : children) walk_within(index, child, place);
}

void ShellWalker::add_redirection(int index, TSNode node, const Place& place) {
  Redirection redirection;
  bool have_target = false;
  for (TSNode child : children_of(node)) {
    if (type_of(child) == "file_descriptor") continue;
    if (!ts_node_is_named(child) && type_of(child) != "$") {
      redirection.op = text_of(child);
    } else if (!have_target) {
      have_target = true;
      redirection.target = read_word(child);
      if (!redirection.target.literal) walk_within(index, child, place);
    } else {
      add_word(index, child,
               place);  // `rm > log a b`: the grammar gives a and b to the redirection
    }
  }
  if (have_target) at(index).redirections.push_back(std::move(redirection));
}

void ShellWalker::add_here_string(int index, TSNode node) {
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (!ts_node_is_named(child) || type.starts_with("heredoc")) continue;
    const ShellWord word = read_word(child);
    if (word.literal) at(index).input = word.text;
  }
}

int ShellWalker::visit_redirected(TSNode node, const Place& place) {
  int index = -1;
  // A group's targets are opened before anything in it runs.
  Place before = place;
  before.step = add_step(place.step, FlowKind::kSequence);
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (type == "file_redirect") {
      if (index < 0) index = add_command(before);  // of a group, or of nothing: `> file`
      if (!ts_node_has_error(child)) add_redirection(index, child, place);
    } else if (type == "herestring_redirect") {
      if (index >= 0) add_here_string(index, child);
      walk_within(index, child, place);
    } else if (type == "heredoc_redirect") {
      Place rest = place;
      rest.inside = index;  // visit_heredoc: the command that reads it
      walk(child, rest);
    } else {
      index = walk(child, place);
    }
  }
  return index;
}

// `cat <<E | sh`: the grammar hangs what follows the marker below the redirection. The text of the
// document is data; only what is substituted in it runs.
int ShellWalker::visit_heredoc(TSNode node, const Place& place) {
  const int reader = place.inside;
  Place rest = place;
  rest.inside = reader >= 0 ? at(reader).inside : -1;
  constexpr std::string_view kBehind = "right";
  const TSNode behind =
      ts_node_child_by_field_name(node, kBehind.data(), static_cast<std::uint32_t>(kBehind.size()));
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (type == "heredoc_body") {
      if (reader >= 0) at(reader).input = std::string(text_of(child));
      walk_within(reader, child, place);
    } else if (type == "file_redirect" && reader >= 0) {
      add_redirection(reader, child, place);
    } else if (type == "pipeline") {
      rest.step = add_step(place.step, FlowKind::kSubshell);
      if (rest.pipeline < 0) rest.pipeline = pipelines_++;
      if (reader >= 0) at(reader).pipeline = rest.pipeline;
      walk(child, rest);
    } else if (child.id == behind.id || type == "command" || type == "list" ||
               type == "redirected_statement") {
      // Behind `&&` or `||`: it may not run.
      rest.step = add_step(add_step(place.step, FlowKind::kCase), FlowKind::kSequence);
      walk(child, rest);
    } else if (reader >= 0 && ts_node_is_named(child) && type != "heredoc_start" &&
               type != "heredoc_end") {
      add_word(reader, child, place);
    }
  }
  return -1;
}

void ShellWalker::collect_changes(TSNode node, int depth, std::vector<std::string>& names) {
  const auto type = type_of(node);
  if (type == "arithmetic_expansion") append_set_by_arithmetic(text_of(node), names);
  if (type == "expansion") append_set_by_expansion(text_of(node), names);
  if (depth > kMaxDepth || type == "command_substitution" || type == "process_substitution") return;
  for (TSNode child : children_of(node)) collect_changes(child, depth + 1, names);
}

ShellWord ShellWalker::read_word(TSNode node) {
  WordBuilder word;
  append(word, node, 0);
  return word.finish(text_of(node));
}

void ShellWalker::append(WordBuilder& word, TSNode node, int depth) {
  const auto type = type_of(node);
  if (depth > kMaxDepth) {
    word.unknown();
  } else if (type == "word" || type == "number" || type == "extglob_pattern" ||
             type == "variable_name" || !ts_node_is_named(node)) {
    word.unquoted(text_of(node));
  } else if (type == "raw_string") {
    word.raw_string(text_of(node));
  } else if (type == "ansi_c_string") {
    word.ansi_c_string(text_of(node));
  } else if (type == "string") {
    append_string(word, node, depth);
  } else if (type == "translated_string") {
    append(word, ts_node_named_child(node, 0), depth + 1);
  } else if (type == "concatenation" || type == "command_name") {
    for (TSNode child : children_of(node)) append(word, child, depth + 1);
  } else {
    word.expansion(base_of(node));
  }
}

// The grammar leaves blanks out of the content, or in the first token of an expansion: what is
// literal is everything between the expansions.
void ShellWalker::append_string(WordBuilder& word, TSNode node, int depth) {
  const auto end = ts_node_end_byte(node) - 1;
  auto from = ts_node_start_byte(node) + 1;
  if (end < from) return word.unknown();
  for (TSNode child : children_of(node)) {
    if (!ts_node_is_named(child) || type_of(child) == "string_content") continue;
    auto start = ts_node_start_byte(child);
    start += static_cast<std::uint32_t>(text_of(child).find_first_not_of(" \t\n"));
    word.double_quoted(source_.substr(from, start - from));
    append(word, child, depth + 1);
    from = ts_node_end_byte(child);
  }
  word.double_quoted(source_.substr(from, end - from));
  word.raw_string("''");  // even an empty string starts the word
}

WordBase ShellWalker::base_of(TSNode expansion) const {
  auto text = text_of(expansion);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
  if (text == "$HOME" || text == "${HOME}") return WordBase::kHome;
  if (text == "$PWD" || text == "${PWD}" || text == "$(pwd)" || text == "`pwd`") {
    return WordBase::kCwd;
  }
  if (is_call_of_mktemp(text)) return WordBase::kMade;
  return WordBase::kNone;
}

}  // namespace guard::policy
