// SPDX-License-Identifier: Apache-2.0
#include "policy/command/written_files.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/text/text.h"

namespace guard::policy {
namespace {

constexpr std::size_t kNone = 99;

struct Writer {
  std::string_view program;
  std::string_view options;     // those that name a file, blanks between and around
  std::string_view values;      // letters whose value is another word or the rest of this one
  std::size_t operand = kNone;  // the first operand that is written, and all behind it
};
constexpr std::array kWriters = {
    Writer{"bfs", " -fprint -fprint0 -fprintf -fls ", "D"},
    Writer{"find", " -fprint -fprint0 -fprintf -fls ", "D"},
    Writer{"flock", "", "wEc", 0},
    Writer{"git", " --output --export-marks --index-output ", ""},
    Writer{"history", " -w -a ", ""},
    Writer{"less", " -o -O --log-file --LOG-FILE ", "bDhjkpPtTxyz"},
    Writer{"ltrace", " -o --output ", "aAeFlnpsuwx"},
    Writer{"mkdir", "", "m", 0},
    Writer{"mkfifo", "", "m", 0},
    Writer{"script", " -I -O -B -T --log-in --log-out --log-io --log-timing ", "cEmo", 0},
    Writer{"sort", " -o --output ", "kStT"},
    Writer{"strace", " -o --output ", "abeEIoOpPsSuUX"},
    Writer{"time", " -o --output ", "f"},
    Writer{"touch", "", "drt", 0},
    Writer{"tree", " -o ", "HILPT"},
    Writer{"uniq", "", "fsw", 1},
    Writer{"xxd", "", "cglnosR", 1},
};
constexpr std::array<std::string_view, 3> kMakers = {"mkdir", "mkfifo", "touch"};
// With one of these nothing tells what is written or started.
constexpr std::array kOthers = {
    Writer{"bat", " --pager --generate-config-file --config-file ", ""},
    Writer{"batcat", " --pager --generate-config-file --config-file ", ""},
    Writer{"file", " -C --compile ", "eFfmP"},
    Writer{"gsed", " -f --file ", "el"},
    Writer{"man", " -P -H --pager --html ", "CRLmMSserpEKl"},
    Writer{"rg", " --pre --hostname-bin ", ""},
    Writer{"sed", " -f --file ", "el"},
    Writer{"sort", " --compress-program ", "kStT"},
    Writer{"yq", " -i -s --inplace --split-exp --in-place ", "IopP"},
};

bool lists(const Writer& writer, std::string_view option) {
  return writer.options.find(" " + std::string(option) + " ") != std::string_view::npos;
}

// "--out" for "--output": tools take a beginning that is clear.
bool lists_beginning(const Writer& writer, std::string_view option) {
  constexpr std::size_t kShortest = 3;
  return option.size() >= kShortest && option.starts_with("--") &&
         writer.options.find(" " + std::string(option)) != std::string_view::npos;
}

// One run through the words of a command.
class Scan {
 public:
  Scan(const Writer& writer, const std::vector<std::string>& argv) : writer_(writer), argv_(argv) {
    for (at_ = 1; at_ < argv_.size(); ++at_) take(argv_[at_]);
  }
  std::vector<std::string> files;
  bool found = false;  // one of the options is there, with a file or without

 private:
  void take(const std::string& word) {
    if (ended_ || word.size() < 2 || word[0] != '-') return take_operand(word);
    if (word == "--") {
      ended_ = true;
    } else if (word.starts_with("--")) {
      take_long(word);
    } else if (lists(writer_, word)) {
      take_next();
    } else {
      take_letters(word);
    }
  }
  void take_operand(const std::string& word) {
    if (operands_++ >= writer_.operand) files.push_back(word);
  }
  void take_long(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (!lists_beginning(writer_, std::string_view(word).substr(0, equals))) return;
    found = true;
    if (equals == std::string::npos) return take_next();
    files.push_back(word.substr(equals + 1));
  }
  // "-uoF", "-uo F"; behind a letter with a value nothing more is a letter.
  void take_letters(const std::string& word) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      const bool last = i + 1 == word.size();
      if (lists(writer_, std::string("-") + word[i])) {
        if (last) return take_next();
        found = true;
        return files.push_back(word.substr(i + 1));
      }
      if (writer_.values.find(word[i]) == std::string_view::npos) continue;
      if (last) ++at_;
      return;
    }
  }
  void take_next() {
    found = true;
    if (at_ + 1 < argv_.size()) files.push_back(argv_[++at_]);
  }

  const Writer& writer_;
  const std::vector<std::string>& argv_;
  std::size_t at_ = 1;
  std::size_t operands_ = 0;
  bool ended_ = false;
};

// sed's commands, one after the other, as sed(1) reads them.
class SedScript {
 public:
  explicit SedScript(std::string_view script) : script_(script) {}
  void add_to(WrittenFiles& written) {
    while (at_ < script_.size()) step(written.files);
    written.starts = written.starts || starts_;
  }

 private:
  void step(std::vector<std::string>& files) {
    constexpr std::string_view kSubstitutes = "sy";
    constexpr std::string_view kWrites = "wW";
    constexpr std::string_view kJumps = "btT:";
    constexpr std::string_view kTexts = "aicrRe#";
    const char command = script_[at_++];
    starts_ = starts_ || command == 'e';  // as a command, and as a flag of `s`
    if (command == '/') {
      skip_past('/');
    } else if (command == '\\' && at_ < script_.size()) {
      skip_past(script_[at_++]);
    } else if (kSubstitutes.find(command) != std::string_view::npos && at_ < script_.size()) {
      const char mark = script_[at_++];
      skip_past(mark);
      skip_past(mark);
    } else if (kWrites.find(command) != std::string_view::npos) {
      take_name(files);
    } else if (kJumps.find(command) != std::string_view::npos) {
      at_ = std::min(script_.find_first_of(";}\n", at_), script_.size());
    } else if (kTexts.find(command) != std::string_view::npos && !is_flag(command)) {
      at_ = std::min(script_.find('\n', at_), script_.size());
    }
  }
  // "s/a/b/ew F": behind `s` an `e` is a flag.
  [[nodiscard]] bool is_flag(char command) const {
    return command == 'e' && at_ < script_.size() && script_[at_] != ' ';
  }
  void skip_past(char mark) {
    while (at_ < script_.size() && script_[at_] != mark) at_ += script_[at_] == '\\' ? 2 : 1;
    ++at_;
  }
  // The name goes on to the end of the line.
  void take_name(std::vector<std::string>& files) {
    const std::size_t end = std::min(script_.find('\n', at_), script_.size());
    const std::size_t begin = std::min(script_.find_first_not_of(" \t", at_), end);
    files.emplace_back(script_.substr(begin, end - begin));
    at_ = end;
  }

  std::string_view script_;
  std::size_t at_ = 0;
  bool starts_ = false;
};

// The scripts of sed: each `-e`, or else the first operand. No file name is taken for one.
std::vector<std::string> scripts_of_sed(const CommandLine& line) {
  std::vector<std::string> scripts;
  for (const Flag& flag : line.flags)
    if ((flag.name == "e" || flag.name == "expression") && flag.value)
      scripts.push_back(*flag.value);
  const bool elsewhere = !scripts.empty() || line.has_flag("f") || line.has_flag("file");
  if (!elsewhere && !line.operands.empty()) scripts.push_back(line.operands.front());
  return scripts;
}

// `git rebase -x CMD`, `git bisect run CMD`: what they start or write, no word names. For a patch,
// its text does.
bool git_does_more(const CommandLine& git) {
  constexpr auto kAlways =
      std::to_array<std::string_view>({"am", "apply", "bisect run", "checkout-index", "difftool",
                                       "fast-import", "filter-branch", "mergetool"});
  const auto given = [&git](std::string_view words) { return git.has_subcommand(words); };
  if (std::ranges::any_of(kAlways, given)) return true;
  if (given("rebase")) return git.has_flag("x") || git.has_flag("exec");
  return given("grep") && (git.has_flag("O") || git.has_flag("open-files-in-pager"));
}

bool is_no_file(std::string_view name) {
  constexpr auto kNoFiles = std::to_array<std::string_view>(
      {"", "-", "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/1", "/dev/fd/2"});
  return std::ranges::find(kNoFiles, name) != kNoFiles.end();
}

}  // namespace

WrittenFiles written_files(const CommandLevel& level) {
  WrittenFiles written;
  const std::string& program = level.line.program;
  const auto* const writer = std::ranges::find(kWriters, program, &Writer::program);
  if (writer != kWriters.end()) written.files = Scan(*writer, level.argv).files;
  for (const Writer& other : kOthers)
    if (other.program == program && Scan(other, level.argv).found) written.others = true;
  if (program == "sed" || program == "gsed")
    for (const std::string& script : scripts_of_sed(level.line)) SedScript(script).add_to(written);
  if (program == "git") written.others = git_does_more(level.line);
  if (program == "script") written.others = true;  // without a name it writes "typescript"
  written.made_alone = std::ranges::find(kMakers, program) != kMakers.end();
  std::erase_if(written.files, is_no_file);
  return written;
}

}  // namespace guard::policy
