// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/interpreter_feed.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/text/text.h"
#include "policy/shell/nested_text.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

using Words = std::span<const ShellWord>;

struct Interpreter {
  std::string_view names;      // a glob over the base name
  std::string_view text_flag;  // short options whose value is the program
  std::string_view data_flag;  // short options after which standard input is data
  std::string_view value_flag;
};

constexpr std::array kInterpreters = std::to_array<Interpreter>({
    {"sh", "c", "", "oO"},
    {"bash", "c", "", "oO"},
    {"dash", "c", "", "o"},
    {"ash", "c", "", "o"},
    {"zsh", "c", "", "o"},
    {"ksh", "c", "", "o"},
    {"mksh", "c", "", "o"},
    {"fish", "c", "", ""},
    {"python", "c", "mV", "WX"},
    {"python[0-9]*", "c", "mV", "WX"},
    {"perl", "eE", "npv", "I"},
    {"ruby", "e", "npv", "rI"},
    {"node", "ep", "v", "r"},
    {"nodejs", "ep", "v", "r"},
    {"php", "r", "vi", "d"},
    {"lua", "e", "v", "l"},
});

constexpr std::array<std::string_view, 12> kFetchers = {"curl", "wget",  "fetch", "aria2c",
                                                        "http", "https", "lynx",  "w3m",
                                                        "nc",   "ncat",  "socat", "ftp"};

// A decoder and the option that makes it decode; "" when it always does.
struct Decoder {
  std::string_view name;
  std::string_view flags;
};
constexpr std::array kDecoders = std::to_array<Decoder>({
    {"base64", "-d -D --decode -di -id"},
    {"base32", "-d --decode -di"},
    {"basenc", "-d --decode"},
    {"xxd", "-r -rp -r-p"},
    {"uudecode", ""},
    {"openssl", "-d"},
    {"gpg", "-d --decrypt"},
    {"gzip", "-d -dc -cd --decompress"},
    {"xz", "-d -dc -cd --decompress"},
    {"bzip2", "-d -dc -cd --decompress"},
    {"zstd", "-d -dc -cd --decompress"},
    {"gunzip", ""},
    {"zcat", ""},
    {"xzcat", ""},
    {"bzcat", ""},
    {"zstdcat", ""},
    {"rev", ""},
    {"tr", ""},
});

Words program_words(const SimpleCommand& command) {
  return Words(command.words).subspan(program_index(command.words));
}

std::string_view name_of(Words words) {
  return words.empty() || !words[0].literal ? std::string_view() : base_name(words[0].text);
}

bool has_word(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != std::string_view::npos;
       at = list.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

FeedSource source_of(const SimpleCommand& command) {
  const Words words = program_words(command);
  const auto name = name_of(words);
  if (name.empty()) return FeedSource::kNone;
  if (std::find(kFetchers.begin(), kFetchers.end(), name) != kFetchers.end()) {
    return FeedSource::kNetwork;
  }
  const auto row = std::find_if(kDecoders.begin(), kDecoders.end(),
                                [&](const Decoder& decoder) { return decoder.name == name; });
  if (row == kDecoders.end()) return FeedSource::kNone;
  const bool decodes =
      row->flags.empty() || std::any_of(words.begin() + 1, words.end(), [&](const auto& word) {
        return has_word(row->flags, word.text);
      });
  return decodes ? FeedSource::kDecoder : FeedSource::kNone;
}

// Where a command takes its program from.
struct ProgramInput {
  bool standard_input = false;
  const ShellWord* word = nullptr;  // text or script
};

bool is_stdin_name(std::string_view word) {
  return word == "-" || word == "/dev/stdin" || word == "/dev/fd/0" || word == "/proc/self/fd/0";
}

// The short option of a word that decides where the program comes from; 0 when none does.
char deciding_flag(const Interpreter& row, std::string_view word) {
  for (const char c : word.substr(1)) {
    if (row.text_flag.find(c) != std::string_view::npos) return c;
    if (row.data_flag.find(c) != std::string_view::npos) return c;
    if (row.value_flag.find(c) != std::string_view::npos) return 0;
  }
  return 0;
}

ProgramInput input_of_interpreter(const Interpreter& row, Words words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    if (!words[i].literal || word.empty() || word[0] != '-' || is_stdin_name(word)) {
      if (words[i].literal && is_stdin_name(word)) return {.standard_input = true, .word = nullptr};
      return {.standard_input = false, .word = &words[i]};
    }
    if (word.starts_with("--")) {
      if (word == "--version" || word == "--help" || word.starts_with("--eval=")) return {};
      continue;
    }
    if (is_shell(base_name(words[0].text)) && word.find('s') != std::string::npos) {
      return {.standard_input = true, .word = nullptr};
    }
    const char flag = deciding_flag(row, word);
    if (flag != 0) {
      const bool text = row.text_flag.find(flag) != std::string_view::npos;
      return {.standard_input = false,
              .word = text && i + 1 < words.size() ? &words[i + 1] : nullptr};
    }
    if (row.value_flag.find(word.back()) != std::string_view::npos) ++i;
  }
  return {.standard_input = true, .word = nullptr};
}

ProgramInput program_input(Words words) {
  const auto name = name_of(words);
  if (name == "eval" || name == "source" || name == ".") {
    if (words.size() < 2) return {};
    return {.standard_input = is_stdin_name(words[1].text), .word = &words[1]};
  }
  for (const Interpreter& row : kInterpreters) {
    if (word_glob_matches(row.names, name)) return input_of_interpreter(row, words);
  }
  return {};
}

// `"$(curl x)"`, `<(curl x)`: the whole word is what a command printed.
bool is_substitution(const ShellWord* word) {
  if (word == nullptr || word->literal) return false;
  std::string_view text = word->text;
  if (text.starts_with('"')) text.remove_prefix(1);
  return text.starts_with("$(") || text.starts_with('`') || text.starts_with("<(");
}

// Whether the output of the command at FROM reaches the standard input, or the program word, of
// that at TO.
bool reaches(const ShellText& text, int from, int to, const ProgramInput& input) {
  const auto at = [&](int i) -> const SimpleCommand& {
    return text.commands[static_cast<std::size_t>(i)];
  };
  for (int i = from; i >= 0; i = at(i).inside) {
    const bool piped = at(i).pipeline >= 0 && at(i).pipeline == at(to).pipeline && i < to;
    if (piped && input.standard_input) return true;
    if (at(i).inside == to) return input.standard_input || is_substitution(input.word);
  }
  return false;
}

}  // namespace

InterpreterFeed find_interpreter_feed(const ShellText& text) {
  InterpreterFeed worst;
  const int count = static_cast<int>(text.commands.size());
  std::vector<FeedSource> sources;
  for (const auto& command : text.commands) sources.push_back(source_of(command));
  for (int to = 0; to < count; ++to) {
    const Words words = program_words(text.commands[static_cast<std::size_t>(to)]);
    const ProgramInput input = program_input(words);
    if (!input.standard_input && !is_substitution(input.word)) continue;
    for (int from = 0; from < count; ++from) {
      const auto source = sources[static_cast<std::size_t>(from)];
      if (source <= worst.source || from == to || !reaches(text, from, to, input)) continue;
      const Words source_words = program_words(text.commands[static_cast<std::size_t>(from)]);
      worst = {source, std::string(name_of(source_words)), std::string(name_of(words))};
    }
  }
  return worst;
}

bool shell_reads_input(const SimpleCommand& command) {
  const Words words = program_words(command);
  return is_shell(name_of(words)) && program_input(words).standard_input;
}

}  // namespace guard::policy
