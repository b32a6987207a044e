// SPDX-License-Identifier: Apache-2.0
#include "policy/command/command_line.h"

#include <algorithm>
#include <sstream>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/command/interpreters.h"
#include "policy/command/known_flags.h"
#include "policy/command/login_settings.h"
#include "policy/command/short_subcommand.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

// An ambiguous abbreviation stands for all it may mean: the stricter reading must not be lost.
std::vector<std::string> written_out(std::string_view name, const CommandSpec& spec) {
  std::vector<std::string> names;
  bool exact = false;
  each_known_flag(spec, [&](std::string_view known) {
    exact = exact || known == name;
    if (known.size() > name.size() && known.size() > 1 && known.starts_with(name) &&
        std::find(names.begin(), names.end(), known) == names.end()) {
      names.emplace_back(known);
    }
  });
  if (exact || names.empty() || !spec.abbreviations) return {std::string(name)};
  return names;
}

// env(1) and sudo(8) take any such word, `a-b=c` and `./x=1`, but sudo none that is a whole path.
bool is_assignment(std::string_view word, std::string_view program) {
  return word.find('=') != std::string_view::npos && (program == "env" || !word.starts_with('/'));
}

class Parser {
 public:
  Parser(const std::vector<std::string>& argv, const CommandSpec& spec)
      : argv_(argv), spec_(spec), words_wanted_(spec.subcommand ? spec.subcommand_words : 0) {}

  CommandLine run() {
    if (!argv_.empty()) line_.program = program_name(argv_[0]);
    for (at_ = 1; at_ < argv_.size(); ++at_) {
      if (operands_only_ || !is_option(argv_[at_])) {
        take_operand(argv_[at_]);
      } else {
        take_option(argv_[at_]);
      }
    }
    return std::move(line_);
  }

  // Reads options from `from` on; gives the index of the first word that is none.
  std::size_t skip_options(std::size_t from) {
    for (at_ = from; at_ < argv_.size() && is_option(argv_[at_]); ++at_) {
      take_option(argv_[at_]);
      if (operands_only_) return at_ + 1;
    }
    return std::min(at_, argv_.size());
  }
  [[nodiscard]] const CommandLine& line() const { return line_; }

 private:
  static std::string program_name(std::string_view word) {
    std::string_view name = base_name(word);
    if (name.size() > 1 && name[0] == '-') name.remove_prefix(1);  // a login shell: "-bash"
    return std::string(name);
  }

  static bool is_option(std::string_view word) { return word.size() > 1 && word[0] == '-'; }

  void take_operand(const std::string& word) {
    if (at_ == 1 && spec_.bundled_flags) return take_bundle(word);
    if (words_wanted_ > 0) {
      if (line_.subcommand.empty()) {
        if (is_selector(word)) return line_.flags.push_back({word, std::nullopt, true});
        --words_wanted_;
        return take_first_word(word);
      }
      --words_wanted_;
      line_.subcommand += ' ' + word;
      return;
    }
    line_.operands.push_back(word);
    const std::size_t most = spec_.options_behind ? 1 : 0;
    operands_only_ = operands_only_ || (spec_.stop_at_operand && line_.operands.size() > most);
  }

  void take_first_word(const std::string& word) {
    auto meant = meant_subcommands(word, spec_);
    line_.subcommand = meant.size() == 1 ? meant.front() : word;
    if (line_.subcommand != word) line_.meant = {word};
    if (meant.size() > 1) line_.meant = std::move(meant);
  }

  [[nodiscard]] bool is_selector(const std::string& word) const {
    return std::ranges::any_of(
        spec_.selectors, [&](const std::string& glob) { return word_glob_matches(glob, word); });
  }

  // Values follow in the order of their letters: `tar xfC a.tar d`.
  void take_bundle(const std::string& letters) {
    for (const char letter : letters) {
      const std::string name(1, letter);
      const bool valued = takes(name) == Takes::kNext;
      line_.flags.push_back({name, valued ? next_word() : std::nullopt});
    }
  }

  void take_option(std::string_view word) {
    if (word == "--") {
      operands_only_ = !weakened("end-of-options");
      // "git checkout main --": no names follow, as whose end it is written.
      const bool ends = at_ + 1 == argv_.size() && !line_.operands.empty();
      if (!ends) line_.flags.push_back({"--", std::nullopt});
    } else if (word.starts_with("--")) {
      take_long(word.substr(2));
    } else if (spec_.single_dash_long) {
      take_long(word.substr(1));
    } else {
      take_cluster(word.substr(1));
    }
  }

  void take_long(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    std::optional<std::string> value;
    if (equals != std::string_view::npos) value = std::string(text.substr(equals + 1));
    const auto names = written_out(name, spec_);
    if (!value && takes(names.front()) == Takes::kNext) value = next_word();
    for (const auto& full : names) line_.flags.push_back({full, value});
  }

  void take_cluster(std::string_view letters) {
    const bool leads = spec_.subcommand && line_.subcommand.empty();
    for (std::size_t i = 0; i < letters.size(); ++i) {
      const std::string name(1, letters[i]);
      const Takes takes_value = takes(name);
      const bool assigned = i == 0 && letters.size() > 1 && letters[1] == '=';
      if (assigned) {  // apt's -s=no
        line_.flags.push_back({name, std::string(letters.substr(2)), leads});
        return;
      }
      if (takes_value == Takes::kNothing) {
        line_.flags.push_back({name, std::nullopt, leads});
        continue;
      }
      std::optional<std::string> value;
      if (i + 1 < letters.size()) {
        value = std::string(letters.substr(i + 1));
      } else if (takes_value == Takes::kNext) {
        value = next_word();
      }
      line_.flags.push_back({name, value, leads});
      return;
    }
  }

  std::optional<std::string> next_word() {
    if (at_ + 1 >= argv_.size()) return std::nullopt;
    return argv_[++at_];
  }

  [[nodiscard]] Takes takes(std::string_view name) const {
    const std::string_view verb =
        std::string_view(line_.subcommand).substr(0, line_.subcommand.find(' '));
    for (const auto& entry : spec_.value_flags) {
      const ValueFlag flag = read_value_flag(entry);
      if (flag.name == name && (!flag.scoped || flag.scope == verb)) return flag.takes;
    }
    return Takes::kNothing;
  }

  const std::vector<std::string>& argv_;
  const CommandSpec& spec_;
  CommandLine line_;
  std::size_t at_ = 1;
  int words_wanted_ = 0;
  bool operands_only_ = false;
};

std::string joined_words(const std::vector<std::string>& argv, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < argv.size(); ++i) {
    if (!text.empty()) text += ' ';
    text += argv[i];
  }
  return text;
}

bool takes_value(const CommandSpec& spec, std::string_view name) {
  return std::any_of(spec.value_flags.begin(), spec.value_flags.end(),
                     [&](const auto& entry) { return read_value_flag(entry).name == name; });
}

// fd: `fd -e o -x rm {} ;` runs `rm {}` for each name. Empty of any other program.
std::vector<std::string> run_for_each(const std::vector<std::string>& argv) {
  const std::string_view program = argv.empty() ? std::string_view() : base_name(argv[0]);
  if (program != "fd" && program != "fdfind") return {};
  const auto runs = [](const std::string& word) {
    if (word == "--exec" || word == "--exec-batch") return true;
    const bool letters = word.size() > 1 && word[0] == '-' && word[1] != '-';
    return letters && (word.back() == 'x' || word.back() == 'X');
  };
  const auto at = std::find_if(argv.begin() + 1, argv.end(), runs);
  if (at == argv.end()) return {};
  return {at + 1, std::find(at + 1, argv.end(), ";")};
}

// GNU parallel: `parallel rm ::: a b` runs `rm a`, `rm b`.
std::vector<std::string> words_from(const std::vector<std::string>& argv, std::size_t from) {
  std::vector<std::string> words;
  for (std::size_t i = from; i < argv.size(); ++i) {
    if (argv[i] != ":::" && argv[i] != "::::") words.push_back(argv[i]);
  }
  return words;
}

// `parallel 'rm -f {}'`: one word is the text of a shell.
std::optional<Unwrapped> run_by_text(const std::vector<std::string>& argv, std::size_t start) {
  const std::string_view program = base_name(argv[0]);
  const bool takes_text = program == "parallel" || program == "rush";
  if (!takes_text || argv[start].find(' ') == std::string::npos) return std::nullopt;
  constexpr std::string_view kOperators = ";&|<>$`\"'\\()\n";
  if (argv[start].find_first_of(kOperators) != std::string::npos) return Unwrapped{{}, argv[start]};
  Unwrapped run;
  std::istringstream words(argv[start]);
  for (std::string word; words >> word;) run.argv.push_back(std::move(word));
  return run;
}

// The first word of what a wrapper runs: behind its options, assignments and own operands.
std::size_t inner_start(Parser& parser, const std::vector<std::string>& argv,
                        const WrapperShape& shape) {
  std::size_t at = parser.skip_options(1);
  while (shape.assignments && at < argv.size() && is_assignment(argv[at], base_name(argv[0]))) ++at;
  if (shape.skip_operands == 0) return at;
  at = std::min(argv.size(), at + static_cast<std::size_t>(shape.skip_operands));
  return parser.skip_options(at);
}

bool fits_in_any_case(std::string_view glob, std::string_view word) {
  return word_glob_matches(in_small_letters(glob), in_small_letters(word));
}

// The names of git's settings have no case (git-config(1)): `-c Core.Pager=x`.
bool is_setting_of_git(std::string_view program, const Flag& flag) {
  return program == "git" &&
         (flag.name == "c" || flag.name == "config" || flag.name == "config-env");
}

// RULE_FLAG: "X", or "X=P*" for one with a value that fits.
bool value_fits(std::string_view program, const Flag& flag, std::string_view rule_flag) {
  const std::size_t equals = rule_flag.find('=');
  if (equals == std::string_view::npos) return true;
  const std::string_view glob = rule_flag.substr(equals + 1);
  if (!flag.value) return false;
  return is_setting_of_git(program, flag) ? fits_in_any_case(glob, *flag.value)
                                          : word_glob_matches(glob, *flag.value);
}

// "add-*": any flag that begins so. A "?" is a flag of its own.
bool names_flag(std::string_view wanted, std::string_view given) {
  if (wanted.find('*') == std::string_view::npos) return wanted == given;
  return word_glob_matches(wanted, given);
}

bool knows(const CommandSpec& spec, std::string_view name) {
  bool known = false;
  each_known_flag(spec, [&](std::string_view each) { known = known || each == name; });
  return known;
}

// One letter is a short flag, or stands for several long ones, which tools refuse.
bool begins(std::string_view wanted, std::string_view given, const CommandSpec* spec) {
  if (given.size() < 2 || given.size() >= wanted.size() || !wanted.starts_with(given)) return false;
  return spec == nullptr || (spec->abbreviations && !knows(*spec, given));
}

}  // namespace

ValueFlag read_value_flag(std::string_view entry) {
  ValueFlag flag;
  if (entry.size() > 1 && entry.back() == '?') {
    flag.takes = Takes::kAttached;
    entry.remove_suffix(1);
  }
  const std::size_t colon = entry.find(':');
  flag.scoped = colon != std::string_view::npos;
  if (flag.scoped) flag.scope = entry.substr(0, colon);
  flag.name = flag.scoped ? entry.substr(colon + 1) : entry;
  return flag;
}

bool CommandLine::has_flag(std::string_view name) const {
  return std::ranges::any_of(flags, [&](const Flag& flag) {
    return names_flag(flag_name(name), flag.name) && value_fits(program, flag, name) &&
           !(flag.leads && program == "git" && name.size() == 1);
  });
}

bool may_have_flag(const CommandLine& line, std::string_view name, const CommandSpec* spec) {
  return line.has_flag(name) || std::ranges::any_of(line.flags, [&](const Flag& flag) {
           return begins(flag_name(name), flag.name, spec) && value_fits(line.program, flag, name);
         });
}

std::optional<std::string> CommandLine::value_of(std::string_view name) const {
  std::optional<std::string> value;
  for (const Flag& flag : flags) {
    if (flag.name == name && flag.value) value = flag.value;
  }
  return value;
}

bool CommandLine::has_subcommand(std::string_view words) const {
  const auto fits =
      program == "git" && subcommand == "config" ? fits_in_any_case : word_glob_matches;
  std::string given = subcommand;
  std::size_t next_operand = 0;
  while (true) {
    const std::size_t wanted_end = std::min(words.find(' '), words.size());
    if (given.empty() && next_operand < operands.size()) given = operands[next_operand++];
    const std::size_t given_end = std::min(given.find(' '), given.size());
    if (!fits(words.substr(0, wanted_end), std::string_view(given).substr(0, given_end)))
      return false;
    if (wanted_end == words.size()) return true;
    words.remove_prefix(wanted_end + 1);
    given.erase(0, std::min(given.size(), given_end + 1));
  }
}

bool may_have_subcommand(const CommandLine& line, std::string_view words) {
  if (line.has_subcommand(words)) return true;
  return std::ranges::any_of(line.meant, [&](const std::string& meant) {
    CommandLine other = line;
    other.subcommand = meant;
    return other.has_subcommand(words);
  });
}

bool CommandLine::has_operand(std::string_view glob) const {
  return std::any_of(operands.begin(), operands.end(),
                     [&](const auto& operand) { return word_glob_matches(glob, operand); });
}

CommandLine parse_command_line(const std::vector<std::string>& argv, const CommandSpec& spec) {
  return Parser(argv, spec).run();
}

Unwrapped unwrap(const std::vector<std::string>& argv, const CommandSpec& spec) {
  if (auto run = run_for_each(argv); !run.empty()) return {std::move(run), std::nullopt};
  const WrapperShape& shape = spec.wrapper;
  if (!shape.is_wrapper || argv.empty()) return {};
  const std::string& text_flag = shape.shell_text_flag;
  const bool text_is_value = !text_flag.empty() && takes_value(spec, text_flag);
  if (text_is_value) {
    // su takes its options anywhere; env and flock stop at the first operand.
    const CommandLine line = parse_command_line(argv, spec);
    if (auto text = line.value_of(text_flag)) return {{}, std::move(text)};
  }
  Parser parser(argv, spec);
  const std::size_t start = inner_start(parser, argv, shape);
  if (text_is_value) {
    if (auto text = parser.line().value_of(text_flag)) return {{}, std::move(text)};
  }
  if (start >= argv.size()) return {interpreted_command(argv, {}), std::nullopt};
  if (auto by_text = run_by_text(argv, start)) return *by_text;
  if (text_flag == "*") return {{}, joined_words(argv, start)};
  if (!text_flag.empty() && parser.line().has_flag(text_flag)) return {{}, argv[start]};
  return {interpreted_command(argv, words_from(argv, start)), std::nullopt};
}

}  // namespace guard::policy
