// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/shell_text.h"

#include <tree_sitter/api.h>

#include <cctype>
#include <chrono>
#include <ctime>
#include <memory>

#include "base/limits.h"
#include "policy/shell/fork_bomb.h"
#include "policy/shell/shell_quoting.h"
#include "policy/shell/shell_walker.h"

extern "C" const TSLanguage* tree_sitter_bash();

namespace guard::policy {
namespace {

constexpr std::size_t kMaxText = size_limit("shell.text");
constexpr std::size_t kMostTokens = size_limit("shell.tokens");
constexpr std::chrono::nanoseconds kMostTime = time_limit("shell.time");
constexpr std::uint64_t kSliceMicros = 2000;
constexpr int kTextsPerParser = 10000;

// The time of this thread.
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
    ShellWalker walker(joined, out);
    walker.walk(root, ShellWalker::Place{});
    out.complete = walker.complete();
    out.parsed = out.complete && !ts_node_has_error(root);
  } else {
    out.complete = false;
  }
  if (!out.parsed) out.fork_bomb = out.fork_bomb || looks_like_fork_bomb(text);
  return out;
}

}  // namespace guard::policy
