// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/shell_text.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <ctime>
#include <memory>

#include "base/limits.h"
#include "policy/shell/fork_bomb.h"
#include "policy/shell/shell_quoting.h"

extern "C" const TSLanguage* tree_sitter_bash();

namespace guard::policy {
namespace {

constexpr std::size_t kMaxText = size_limit("shell.text");
constexpr std::size_t kMostTokens = size_limit("shell.tokens");
constexpr std::chrono::nanoseconds kMostTime = time_limit("shell.time");
constexpr std::uint64_t kSliceMicros = 2000;
constexpr int kTextsPerParser = 10000;
constexpr int kMaxDepth =
    int_limit("shell.nesting");  // our walk recurses; the grammar nests without limit

using Nodes = std::vector<TSNode>;

std::string_view type_of(TSNode node) {
  return ts_node_type(node);
}

Nodes children_of(TSNode node) {
  Nodes children;
  children.reserve(ts_node_child_count(node));
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
       more = ts_tree_cursor_goto_next_sibling(&cursor)) {
    children.push_back(ts_tree_cursor_current_node(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  return children;
}

struct Place {
  int pipeline = -1;
  bool background = false;
  int scope = 0;
  int inside = -1;
  int depth = 0;
};

class Walker {
 public:
  Walker(std::string_view source, ShellText& out) : source_(source), out_(out) {
    out_.scopes.assign(1, 0);
  }

  // Returns the index of the simple command that a trailing redirection belongs to, or -1.
  int walk(TSNode node, Place place);
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  using Visit = int (Walker::*)(TSNode, const Place&);
  struct Row {
    std::string_view type;
    Visit visit;
  };
  static const std::array<Row, 15> kRows;

  int visit_command(TSNode node, const Place& place);
  int visit_declaration(TSNode node, const Place& place);
  int visit_assignment(TSNode node, const Place& place);
  int visit_redirected(TSNode node, const Place& place);
  int visit_pipeline(TSNode node, const Place& place);
  int visit_chain(TSNode node, const Place& place);
  int visit_function(TSNode node, const Place& place);
  int visit_for(TSNode node, const Place& place);
  int visit_substitution(TSNode node, const Place& place);
  int visit_subshell(TSNode node, const Place& place);
  int visit_heredoc(TSNode node, const Place& place);
  int visit_container(TSNode node, const Place& place);

  int add_command(const Place& place);
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
  int pipelines_ = 0;
  bool complete_ = true;
};

const std::array<Walker::Row, 15> Walker::kRows = {{
    {"command", &Walker::visit_command},
    {"declaration_command", &Walker::visit_declaration},
    {"unset_command", &Walker::visit_declaration},
    {"variable_assignment", &Walker::visit_assignment},
    {"redirected_statement", &Walker::visit_redirected},
    {"pipeline", &Walker::visit_pipeline},
    {"list", &Walker::visit_chain},
    {"negated_command", &Walker::visit_chain},
    {"function_definition", &Walker::visit_function},
    {"for_statement", &Walker::visit_for},
    {"command_substitution", &Walker::visit_substitution},
    {"process_substitution", &Walker::visit_substitution},
    {"subshell", &Walker::visit_subshell},
    {"heredoc_redirect", &Walker::visit_heredoc},
    {"comment", nullptr},
}};

int Walker::walk(TSNode node, Place place) {
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

int Walker::visit_container(TSNode node, const Place& place) {
  const Nodes children = children_of(node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (!ts_node_is_named(children[i])) continue;
    Place inner = place;
    // `&` is an anonymous node beside the statement that it sends to the background.
    if (i + 1 < children.size() && type_of(children[i + 1]) == "&") inner.background = true;
    walk(children[i], inner);
  }
  return -1;
}

int Walker::add_command(const Place& place) {
  SimpleCommand command;
  command.background = place.background;
  command.pipeline = place.pipeline;
  command.scope = place.scope;
  command.inside = place.inside;
  out_.commands.push_back(std::move(command));
  return static_cast<int>(out_.commands.size()) - 1;
}

// Commands that are substituted into a word of the command at INDEX.
void Walker::walk_within(int index, TSNode node, const Place& place) {
  Place inner;
  inner.inside = index;
  inner.scope = place.scope;
  inner.depth = place.depth;
  walk(node, inner);
}

void Walker::add_word(int index, TSNode node, const Place& place) {
  at(index).words.push_back(read_word(node));
  if (!at(index).words.back().literal) walk_within(index, node, place);
}

int Walker::visit_command(TSNode node, const Place& place) {
  if (ts_node_has_error(node)) return visit_container(node, place);
  const int index = add_command(place);
  const Nodes children = children_of(node);
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
int Walker::visit_declaration(TSNode node, const Place& place) {
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

int Walker::visit_assignment(TSNode node, const Place& place) {
  const int index = add_command(place);
  add_assignment(index, node, place);
  return index;
}

void Walker::add_assignment(int index, TSNode node, const Place& place) {
  WordBuilder word;
  for (TSNode child : children_of(node)) append(word, child, place.depth);
  at(index).assignments.push_back(word.finish(text_of(node)));
  if (at(index).assignments.back().literal) return;
  for (TSNode child : children_of(node)) walk_within(index, child, place);
}

void Walker::add_redirection(int index, TSNode node, const Place& place) {
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

void Walker::add_here_string(int index, TSNode node) {
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (!ts_node_is_named(child) || type.starts_with("heredoc")) continue;
    const ShellWord word = read_word(child);
    if (word.literal) at(index).input = word.text;
  }
}

int Walker::visit_redirected(TSNode node, const Place& place) {
  int index = -1;
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (type == "file_redirect") {
      if (index < 0) index = add_command(place);  // of a group, or of nothing: `> file`
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
int Walker::visit_heredoc(TSNode node, const Place& place) {
  const int reader = place.inside;
  Place rest = place;
  rest.inside = reader >= 0 ? at(reader).inside : -1;
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (type == "heredoc_body") {
      if (reader >= 0) at(reader).input = std::string(text_of(child));
      walk_within(reader, child, place);
    } else if (type == "file_redirect" && reader >= 0) {
      add_redirection(reader, child, place);
    } else if (type == "pipeline") {
      if (rest.pipeline < 0) rest.pipeline = pipelines_++;
      if (reader >= 0) at(reader).pipeline = rest.pipeline;
      walk(child, rest);
    } else if (type == "command" || type == "list" || type == "redirected_statement") {
      walk(child, rest);
    } else if (reader >= 0 && ts_node_is_named(child) && type != "heredoc_start" &&
               type != "heredoc_end") {
      add_word(reader, child, place);
    }
  }
  return -1;
}

// A pipeline inside a part of a pipeline reads and writes the same stream: it keeps the number.
int Walker::visit_pipeline(TSNode node, const Place& place) {
  Place inner = place;
  if (inner.pipeline < 0) inner.pipeline = pipelines_++;
  inner.scope = new_scope(place);
  return visit_chain(node, inner);
}

int Walker::visit_chain(TSNode node, const Place& place) {
  int last = -1;
  for (TSNode child : children_of(node)) {
    if (ts_node_is_named(child)) last = walk(child, place);
  }
  return last;
}

int Walker::visit_function(TSNode node, const Place& place) {
  Place body;
  body.scope = new_scope(place);
  body.depth = place.depth;
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
  return -1;
}

int Walker::visit_for(TSNode node, const Place& place) {
  bool in_list = false;
  ForLoop loop;
  for (TSNode child : children_of(node)) {
    const auto type = type_of(child);
    if (type == "in") {
      in_list = true;
    } else if (type == "do_group" || type == ";") {
      in_list = false;
    } else if (in_list && ts_node_is_named(child)) {
      loop.words.push_back(read_word(child));
    } else if (type == "variable_name") {
      loop.variable = text_of(child);
    }
    if (ts_node_is_named(child)) walk(child, place);
  }
  out_.loops.push_back(std::move(loop));
  return -1;
}

int Walker::visit_subshell(TSNode node, const Place& place) {
  Place inner = place;
  inner.scope = new_scope(place);
  return visit_container(node, inner);
}

int Walker::visit_substitution(TSNode node, const Place& place) {
  Place inner;
  inner.inside = place.inside;
  inner.scope = new_scope(place);
  inner.depth = place.depth;
  visit_container(node, inner);
  return -1;
}

ShellWord Walker::read_word(TSNode node) {
  WordBuilder word;
  append(word, node, 0);
  return word.finish(text_of(node));
}

void Walker::append(WordBuilder& word, TSNode node, int depth) {
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
void Walker::append_string(WordBuilder& word, TSNode node, int depth) {
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

WordBase Walker::base_of(TSNode expansion) const {
  auto text = text_of(expansion);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
  if (text == "$HOME" || text == "${HOME}") return WordBase::kHome;
  if (text == "$PWD" || text == "${PWD}" || text == "$(pwd)" || text == "`pwd`") {
    return WordBase::kCwd;
  }
  return WordBase::kNone;
}

// Of this thread.
std::chrono::nanoseconds processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

struct DeleteParser {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct DeleteTree {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using Tree = std::unique_ptr<TSTree, DeleteTree>;

class Parser {
 public:
  Tree parse(std::string_view text) {
    if (parser_ == nullptr || ++texts_ > kTextsPerParser) renew();
    if (parser_ == nullptr) return nullptr;
    ts_parser_reset(parser_.get());
    // The parser's own limit counts wall time: of a busy machine a verdict must not depend.
    const auto end = processor_time() + kMostTime;
    Tree tree = go_on(text);
    while (tree == nullptr && processor_time() < end) tree = go_on(text);
    return tree;
  }

 private:
  // Goes on with a parse that was cut short, else begins.
  Tree go_on(std::string_view text) {
    ts_parser_set_timeout_micros(parser_.get(), kSliceMicros);
    return Tree(ts_parser_parse_string(parser_.get(), nullptr, text.data(),
                                       static_cast<std::uint32_t>(text.size())));
  }
  void renew() {
    texts_ = 0;
    parser_.reset(ts_parser_new());
    if (!ts_parser_set_language(parser_.get(), tree_sitter_bash())) parser_.reset();
  }

  std::unique_ptr<TSParser, DeleteParser> parser_;
  int texts_ = 0;
};

// The grammar does not know `N<>FILE`, which opens to read and write, and makes the file but does
// not empty it. `>>` stands where it may stand, and is as long: the words are read from the text.
Tree parse_with_read_write(Parser& parser, const std::string& text) {
  std::string known = text;
  for (std::size_t at = known.find("<>"); at != std::string::npos; at = known.find("<>", at + 2))
    known[at] = '>';
  Tree tree = known == text ? nullptr : parser.parse(known);
  const bool helped = tree != nullptr && !ts_node_has_error(ts_tree_root_node(tree.get()));
  return helped ? std::move(tree) : nullptr;
}

bool is_of_a_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0 ||
         std::string_view("_./,:@%+~^-").find(c) != std::string_view::npos;
}

// At most so many tokens stand in TEXT, but for those without a length, of which the parser makes
// no more than one for two others.
std::size_t count_tokens(std::string_view text) {
  std::size_t tokens = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool word = is_of_a_word(c);
    const bool blank = c == ' ' || c == '\t';
    if (word ? !in_word : !blank) ++tokens;
    in_word = word;
  }
  return tokens;
}

}  // namespace

ShellText parse_shell_text(std::string_view text) {
  ShellText out;
  if (text.size() > kMaxText || count_tokens(text) > kMostTokens) {
    out.complete = false;
    out.fork_bomb = looks_like_fork_bomb(text);
    return out;
  }
  thread_local Parser parser;
  const std::string joined = without_line_continuations(text);
  Tree tree = parser.parse(joined);
  if (tree != nullptr && ts_node_has_error(ts_tree_root_node(tree.get()))) {
    if (Tree other = parse_with_read_write(parser, joined)) tree = std::move(other);
  }
  if (tree != nullptr) {
    const TSNode root = ts_tree_root_node(tree.get());
    Walker walker(joined, out);
    walker.walk(root, Place{});
    out.complete = walker.complete();
    out.parsed = out.complete && !ts_node_has_error(root);
  } else {
    out.complete = false;
  }
  if (!out.parsed) out.fork_bomb = out.fork_bomb || looks_like_fork_bomb(text);
  return out;
}

}  // namespace guard::policy
