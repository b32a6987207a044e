// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/nested_text.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"

namespace guard::policy {
namespace {

using Words = std::span<const ShellWord>;

// A program that runs the command in its arguments. Short options that take a value are listed;
// `text` takes shell text instead.
struct Wrapper {
  std::string_view name;
  std::string_view value_flags;
  int skip = 0;              // operands of its own before the command
  bool assignments = false;  // NAME=VALUE words before the command
  char text_flag = 0;
  std::string_view text_option = {};  // the long form
  char folder_flag = 0;               // with its value it runs the command in another folder
};

constexpr std::array kWrappers = std::to_array<Wrapper>({
    {"builtin", ""},
    {"busybox", ""},
    {"chroot", "", 1},
    {"chrt", "pTPD", 1},
    {"command", ""},
    {"doas", "uC"},
    {"env", "uC", 0, true, 'S', "--split-string", 'C'},
    {"exec", "a"},
    {"flock", "wE", 1, false, 'c', "--command"},
    {"gosu", "", 1},
    {"ionice", "cnp"},
    {"nice", "n"},
    {"nohup", ""},
    {"parallel", "jPInNLaCdSE"},
    {"runuser", "ugGs", 0, false, 'c', "--command"},
    {"script", "EIOTBm", 0, false, 'c', "--command"},
    {"setpriv", ""},
    {"setsid", ""},
    {"stdbuf", "ioe"},
    {"strace", "oepsabEIOSuX"},
    {"su", "gGsTw", 0, false, 'c', "--command"},
    {"sudo", "ugCDhpRrtTU", 0, true, 0, {}, 'D'},
    {"systemd-run", "ptuHM"},
    {"taskset", "", 1},
    {"time", "fo"},
    {"timeout", "sk", 1},
    {"toybox", ""},
    {"unshare", "SGRw"},
    {"xargs", "EILPadns"},
});

// Programs whose further words, put together, are shell text.
struct Joiner {
  std::string_view name;
  std::string_view value_flags;
  std::size_t skip = 0;
  bool remote = false;
};
constexpr std::array kJoiners = std::to_array<Joiner>({
    {"eval", "", 0, false},
    {"ssh", "BbcDEeFIiJLlmOopPQRSWw", 1, true},
    {"watch", "nq", 0, false},
});

constexpr std::array<std::string_view, 8> kShells = {"sh",  "bash", "dash", "zsh",
                                                     "ash", "ksh",  "mksh", "fish"};
constexpr std::array<std::string_view, 4> kFindActions = {"-exec", "-execdir", "-ok", "-okdir"};

// Programs that run a program of the project; `verb`: the word that must come first.
struct Runner {
  std::string_view name;
  std::string_view verb = {};
};
constexpr std::array kRunners = std::to_array<Runner>({
    {"npx"},
    {"bunx"},
    {"pnpm", "exec"},
    {"yarn", "exec"},
    {"bundle", "exec"},
    {"poetry", "run"},
    {"pipenv", "run"},
    {"uv", "run"},
    {"hatch", "run"},
});

template <class Rows>
auto find_row(const Rows& rows, std::string_view name) {
  return std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
}

std::string_view program_of(const ShellWord& word) {
  return word.literal ? base_name(word.text) : std::string_view();
}

bool is_option(const ShellWord& word) {
  return word.literal && word.text.size() > 1 && word.text[0] == '-';
}

// Any word, for env(1) and sudo(8), but a whole path for sudo.
bool is_assignment(const ShellWord& word, std::string_view program) {
  return word.text.find('=') != std::string::npos && word.text[0] != '-' &&
         (word.text[0] != '/' || program == "env");
}

// How a reader of options went: where the operands start, and the values of the options for a text
// and for a folder.
struct OptionWalk {
  std::size_t next = 1;
  std::optional<NestedText> text;
  std::optional<ShellWord> folder;
};

NestedText text_at(Words words, std::size_t index, std::size_t offset) {
  const ShellWord& word = words[index];
  return {.text = word.literal ? word.text.substr(offset) : word.text,
          .remote = false,
          .unknown = !word.literal,
          .word = index};
}

// The rest of a word behind its first OFFSET bytes; not known where it holds an expansion.
ShellWord rest_of(const ShellWord& word, std::size_t offset) {
  ShellWord rest = word;
  if (word.literal) rest.text = word.text.substr(offset);
  rest.glob = rest.literal && rest.glob;
  return rest;
}

// `--chdir FOLDER`, `--chdir=FOLDER`, and shorter; 0 where it is another option.
std::size_t read_folder_option(Words words, std::size_t at, OptionWalk& walk) {
  constexpr std::string_view kOption = "--chdir";
  constexpr std::size_t kShortest = std::string_view("--chd").size();
  const std::string& word = words[at].text;
  const auto equals = std::min(word.find('='), word.size());
  if (equals < kShortest || !kOption.starts_with(std::string_view(word).substr(0, equals)))
    return 0;
  if (equals < word.size()) {
    walk.folder = rest_of(words[at], equals + 1);
    return 1;
  }
  if (at + 1 < words.size()) walk.folder = words[at + 1];
  return 2;
}

// Reads one word of options; returns how many words it took.
std::size_t read_option(Words words, std::size_t at, const Wrapper& wrapper, OptionWalk& walk) {
  const std::string& word = words[at].text;
  if (word.starts_with("--")) {
    if (wrapper.folder_flag != 0) {
      if (const std::size_t taken = read_folder_option(words, at, walk); taken != 0) return taken;
    }
    if (wrapper.text_option.empty() || !word.starts_with(wrapper.text_option)) return 1;
    const auto length = wrapper.text_option.size();
    if (word.size() > length) {
      if (word[length] == '=') walk.text = text_at(words, at, length + 1);
      return 1;
    }
    if (at + 1 < words.size()) walk.text = text_at(words, at + 1, 0);
    return 2;
  }
  for (std::size_t i = 1; i < word.size(); ++i) {
    const bool last = i + 1 == word.size();
    if (wrapper.text_flag != 0 && word[i] == wrapper.text_flag) {
      if (!last) walk.text = text_at(words, at, i + 1);
      if (last && at + 1 < words.size()) walk.text = text_at(words, at + 1, 0);
      return last ? 2 : 1;
    }
    if (wrapper.value_flags.find(word[i]) == std::string_view::npos) continue;
    if (word[i] == wrapper.folder_flag && wrapper.folder_flag != 0) {
      if (!last) walk.folder = rest_of(words[at], i + 1);
      if (last && at + 1 < words.size()) walk.folder = words[at + 1];
    }
    return last ? 2 : 1;
  }
  return 1;
}

OptionWalk walk_options(Words words, const Wrapper& wrapper) {
  OptionWalk walk;
  while (walk.next < words.size() && is_option(words[walk.next])) {
    if (words[walk.next].text == "--") {
      ++walk.next;
      break;
    }
    walk.next += read_option(words, walk.next, wrapper, walk);
  }
  walk.next = std::min(walk.next, words.size());
  return walk;
}

// `find ROOTS ... -exec CMD ;`: the command starts behind the action.
std::size_t find_action(Words words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].literal &&
        std::find(kFindActions.begin(), kFindActions.end(), words[i].text) != kFindActions.end()) {
      return i + 1;
    }
  }
  return 0;
}

// Where the inner command of a wrapper starts; 0 when the program is no wrapper.
std::size_t inner_of(Words words, std::optional<NestedText>& text) {
  const auto program = program_of(words[0]);
  if (program == "find") return find_action(words);
  const auto wrapper = find_row(kWrappers, program);
  if (wrapper == kWrappers.end()) return 0;
  OptionWalk walk = walk_options(words, *wrapper);
  text = std::move(walk.text);
  auto next = walk.next;
  while (wrapper->assignments && next < words.size() && is_assignment(words[next], program)) ++next;
  // `su - USER -c TEXT`, `flock FILE -c TEXT`: the option may stand behind operands.
  const std::size_t reach = wrapper->name == "flock" ? next + 1 : words.size();
  for (std::size_t at = next; wrapper->text_flag == 'c' && !text && at < reach; ++at) {
    if (at >= words.size()) break;
    OptionWalk later = walk_options(words.subspan(at), *wrapper);
    if (!later.text) continue;
    text = std::move(later.text);
    text->word += at;
  }
  return std::min(next + static_cast<std::size_t>(wrapper->skip), words.size());
}

std::string quoted(const ShellWord& word) {
  if (!word.literal) return word.text;
  std::string out = "'";
  for (const char c : word.text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out.push_back(c);
    }
  }
  return out + "'";
}

std::string joined(Words words) {
  std::string out;
  for (const ShellWord& word : words) {
    if (!out.empty()) out.push_back(' ');
    out += word.text;
  }
  return out;
}

bool any_unknown(Words words) {
  return std::any_of(words.begin(), words.end(), [](const auto& word) { return !word.literal; });
}

std::optional<NestedText> text_of_shell(Words words) {
  bool takes_text = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    const bool option = words[i].literal && word.size() > 1 && (word[0] == '-' || word[0] == '+');
    if (!option || word == "--") {
      if (option) ++i;
      if (!takes_text || i >= words.size()) return std::nullopt;
      return text_at(words, i, 0);
    }
    if (word.starts_with("--")) {
      if (word == "--rcfile" || word == "--init-file") ++i;
      continue;
    }
    if (word[0] == '-' && word.find('c') != std::string::npos) takes_text = true;
    if (word.back() == 'o' || word.back() == 'O') ++i;
  }
  return std::nullopt;
}

std::optional<NestedText> text_of_joiner(Words words, const Joiner& joiner) {
  const Wrapper options{joiner.name, joiner.value_flags};
  std::size_t next = walk_options(words, options).next + joiner.skip;
  // ssh reads options behind the host, too.
  if (joiner.remote && next < words.size()) {
    next += walk_options(words.subspan(next - 1), options).next - 1;
  }
  if (next >= words.size()) return std::nullopt;
  const auto rest = words.subspan(next);
  return NestedText{joined(rest), joiner.remote, any_unknown(rest), next};
}

// Behind the wrappers, and no further: `find` stays.
std::size_t wrapped_at(Words words) {
  std::size_t at = 0;
  std::optional<NestedText> ignored;
  while (at < words.size()) {
    if (program_of(words[at]) == "find") break;
    const std::size_t inner = inner_of(words.subspan(at), ignored);
    if (inner == 0) break;
    at += inner;
  }
  return at;
}

}  // namespace

std::span<const ShellWord> run_command(std::span<const ShellWord> words) {
  words = words.subspan(std::min(wrapped_at(words), words.size()));
  if (words.empty()) return {};
  if (program_of(words[0]) == "find") {
    const auto start = find_action(words);
    if (start == 0) return {};
    const auto rest = words.subspan(start);
    const auto end = std::find_if(rest.begin(), rest.end(), [](const ShellWord& word) {
      return word.literal && (word.text == ";" || word.text == "+");
    });
    return rest.first(static_cast<std::size_t>(end - rest.begin()));
  }
  const auto runner = find_row(kRunners, program_of(words[0]));
  if (runner == kRunners.end()) return {};
  std::size_t at = 1;
  if (!runner->verb.empty()) {
    if (words.size() < 2 || words[1].text != runner->verb) return {};
    at = 2;
  }
  while (at < words.size() && is_option(words[at])) ++at;
  return words.subspan(at);
}

std::optional<ShellWord> wrapped_folder(std::span<const ShellWord> words) {
  std::optional<ShellWord> folder;
  std::optional<NestedText> ignored;
  while (!words.empty()) {
    const auto wrapper = find_row(kWrappers, program_of(words[0]));
    if (wrapper == kWrappers.end()) break;
    if (auto own = walk_options(words, *wrapper).folder) folder = std::move(own);
    const std::size_t inner = inner_of(words, ignored);
    if (inner == 0) break;
    words = words.subspan(inner);
  }
  return folder;
}

bool is_shell(std::string_view program) {
  return std::find(kShells.begin(), kShells.end(), program) != kShells.end();
}

std::vector<ShellWord> literal_words(const std::vector<std::string>& argv) {
  std::vector<ShellWord> words(argv.size());
  for (std::size_t i = 0; i < argv.size(); ++i) words[i].text = argv[i];
  return words;
}

std::size_t program_index(std::span<const ShellWord> words) {
  std::size_t at = 0;
  std::optional<NestedText> ignored;
  while (at < words.size()) {
    const std::size_t inner = inner_of(words.subspan(at), ignored);
    if (inner == 0) break;
    at += inner;
  }
  return at;
}

std::optional<NestedText> nested_text(std::span<const ShellWord> words) {
  bool remote = false;
  std::size_t at = 0;
  while (at < words.size()) {
    const auto rest = words.subspan(at);
    const auto program = program_of(rest[0]);
    std::optional<NestedText> text;
    if (is_shell(program)) {
      text = text_of_shell(rest);
    } else if (const auto joiner = find_row(kJoiners, program); joiner != kJoiners.end()) {
      text = text_of_joiner(rest, *joiner);
    }
    std::size_t inner = 0;
    if (!text) inner = inner_of(rest, text);
    if (text) {
      if (program == "env") {  // -S: the words behind it belong to the command
        for (const auto& word : rest.subspan(inner)) text->text += " " + quoted(word);
      }
      text->remote = text->remote || remote;
      text->word += at;
      return text;
    }
    if (inner == 0) return std::nullopt;
    remote = remote || program == "chroot";
    at += inner;
  }
  return std::nullopt;
}

}  // namespace guard::policy
