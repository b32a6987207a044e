// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/preview.h"

#include <algorithm>
#include <string>

#include "base/limits.h"
#include "base/weaken.h"
#include "policy/command/read_operands.h"
#include "policy/shell/fed_command.h"
#include "policy/shell/nested_text.h"
#include "policy/shell/standard_input.h"

namespace guard::policy {
namespace {

constexpr int kMaxDepth = int_limit("shell.texts_in_texts");
constexpr std::size_t kMaxCommands = size_limit("shell.commands");

// Reads texts into a Preview and follows `cd` from scope to scope.
class Reader {
 public:
  explicit Reader(Preview& out) : out_(out) {}

  struct Origin {
    PreviewFolder folder;
    bool remote = false;
    int depth = 0;
  };

  void read_text(std::string_view text, const Origin& origin);
  void read_command(const SimpleCommand& command, const Origin& origin);
  void read_input(const SimpleCommand& command, const std::string& input, const Origin& origin);
  void read_fed(const ShellText& text, std::size_t index, const Origin& origin);

 private:
  void cut_short() { out_.parsed = out_.complete = false; }

  Preview& out_;
};

PreviewFolder after_cd(const PreviewFolder& from, const SimpleCommand& command) {
  const auto& words = command.words;
  std::size_t at = 1;
  while (at < words.size() && words[at].literal && words[at].text.size() > 1 &&
         words[at].text[0] == '-') {
    ++at;
  }
  const PreviewFolder unknown{.known = false, .base = WordBase::kNone, .path = {}};
  if (at >= words.size()) return {.known = true, .base = WordBase::kHome, .path = {}};
  const ShellWord& word = words[at];
  if (word.glob || word.text == "-") return unknown;
  if (word.base == WordBase::kHome) return {true, WordBase::kHome, word.below};
  if (word.base == WordBase::kCwd) {
    return from.known ? PreviewFolder{true, from.base, from.path + word.below} : unknown;
  }
  if (!word.literal) return unknown;
  if (word.text.starts_with('/')) return {true, WordBase::kNone, word.text};
  if (!from.known) return unknown;
  const bool hangs = from.base == WordBase::kHome || !from.path.empty();
  return {true, from.base, hangs ? from.path + "/" + word.text : word.text};
}

bool is_cd(const SimpleCommand& command) {
  if (command.words.empty() || !command.words[0].literal) return false;
  const auto& program = command.words[0].text;
  return program == "cd" || program == "pushd";
}

void Reader::read_text(std::string_view text, const Origin& origin) {
  if (origin.depth > kMaxDepth) return cut_short();
  const ShellText parsed = parse_shell_text(text);
  out_.parsed = out_.parsed && parsed.parsed;
  out_.complete = out_.complete && parsed.complete;
  out_.fork_bomb = out_.fork_bomb || parsed.fork_bomb;
  InterpreterFeed feed = find_interpreter_feed(parsed);
  if (feed.source > out_.feed.source) out_.feed = std::move(feed);
  out_.loops.insert(out_.loops.end(), parsed.loops.begin(), parsed.loops.end());

  std::vector<PreviewFolder> folders(parsed.scopes.size(), origin.folder);
  std::size_t entered = 1;
  for (std::size_t i = 0; i < parsed.commands.size(); ++i) {
    const SimpleCommand& command = parsed.commands[i];
    // A subshell starts where the one around it stands when it is entered; scopes are numbered in
    // the order in which they are entered.
    const auto scope = static_cast<std::size_t>(command.scope);
    for (; entered <= scope; ++entered) {
      folders[entered] = folders[static_cast<std::size_t>(parsed.scopes[entered])];
    }
    const Origin here{folders[scope], origin.remote, origin.depth};
    read_command(command, here);
    if (auto input = literal_input(parsed, i)) read_input(command, *input, here);
    read_fed(parsed, i, here);
    if (is_cd(command)) folders[scope] = after_cd(folders[scope], command);
  }
}

void Reader::read_command(const SimpleCommand& command, const Origin& origin) {
  if (out_.commands.size() >= kMaxCommands || origin.depth > kMaxDepth) return cut_short();
  out_.commands.push_back({command, origin.folder, origin.remote, origin.depth});
  if (const auto run = run_command(command.words); !run.empty()) {
    SimpleCommand inner;
    inner.words.assign(run.begin(), run.end());
    read_command(inner, {origin.folder, origin.remote, origin.depth + 1});
  }
  const auto nested = nested_text(command.words);
  if (!nested) return;
  // Text that holds an expansion is read all the same where the expansion is only a part of it.
  read_text(nested->text, {origin.folder, origin.remote || nested->remote, origin.depth + 1});
}

// Only for a command that reads: what deletes what it is fed is asked about as a list.
void Reader::read_fed(const ShellText& text, std::size_t index, const Origin& origin) {
  auto fed = with_fed_names(text, index);
  if (!fed) return;
  std::vector<std::string> argv;
  for (const ShellWord& word : fed->words) argv.push_back(word.text);
  const auto run = run_command(fed->words);
  const bool finds = !run.empty();
  if (finds) argv.clear();
  for (const ShellWord& word : run) argv.push_back(word.text);
  if (read_operands(argv).empty()) return;
  if (out_.commands.size() >= kMaxCommands) return cut_short();
  out_.commands.push_back({*fed, origin.folder, origin.remote, origin.depth});
}

// What a shell is fed is a text like any other; a database's statements are judged as operands.
void Reader::read_input(const SimpleCommand& command, const std::string& input,
                        const Origin& origin) {
  if (shell_reads_input(command)) {
    return read_text(input, {origin.folder, origin.remote, origin.depth + 1});
  }
  auto statements = with_statements(command, input);
  if (!statements) return;
  if (out_.commands.size() >= kMaxCommands) return cut_short();
  out_.commands.push_back({*statements, origin.folder, origin.remote, origin.depth, true});
}

}  // namespace

Preview preview_shell(std::string_view text) {
  Preview preview;
  if (weakened("shell-text")) return preview;
  Reader(preview).read_text(text, {});
  return preview;
}

Preview preview_command(const std::vector<std::string>& argv) {
  Preview preview;
  SimpleCommand command;
  command.words = literal_words(argv);
  Reader(preview).read_command(command, {});
  return preview;
}

}  // namespace guard::policy
