// SPDX-License-Identifier: Apache-2.0
#include "policy/load/rule_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "base/text/edit_distance.h"
#include "policy/command/known_flags.h"
#include "policy/text/glob.h"
#include "policy/text/scalars.h"

namespace guard::policy {
namespace {

constexpr std::size_t kShortestSlip = 4;  // three letters and one of them wrong are another word
constexpr std::size_t kTwoSlips = 8;      // from here on two errors are still the same word

using Words = std::set<std::string_view>;

// Words of many tools that are one slip away from another such word.
constexpr auto kOwnWords = std::to_array<std::string_view>(
    {"clean", "clear", "form", "from", "lint",  "link",  "list", "load",  "mode",  "move",
     "short", "show",  "soft", "sort", "stage", "start", "stat", "state", "trace", "track"});

bool is_own_word(std::string_view word) {
  return std::ranges::find(kOwnWords, word) != kOwnWords.end();
}
// "tags" of "tag", "deleted" of "delete", "changelog-x" of "changelog".
bool is_form_of(std::string_view a, std::string_view b) {
  const auto goes_on = [](std::string_view longer, std::string_view shorter) {
    if (longer.size() <= shorter.size() || !longer.starts_with(shorter)) return false;
    const std::string_view end = longer.substr(shorter.size());
    return end == "s" || end == "d" || end == "es" || end == "ed" || end.starts_with('-');
  };
  return goes_on(a, b) || goes_on(b, a);
}

std::string_view first_word(std::string_view words) {
  return words.substr(0, words.find(' '));
}

// Behind the first word; empty: there is no more.
std::string_view other_words(std::string_view words) {
  const std::size_t blank = words.find(' ');
  return blank == std::string_view::npos ? std::string_view() : words.substr(blank + 1);
}

std::vector<const CommandSpec*> specs_for(const std::string& command, const SpecTable& specs) {
  std::vector<const CommandSpec*> found;
  const std::string_view name = std::string_view(command).substr(command.rfind('/') + 1);
  if (const CommandSpec* spec = specs.find(name)) found.push_back(spec);
  if (!has_wildcard(name)) return found;
  for (const CommandSpec& spec : specs.all()) {
    const bool fits = std::ranges::any_of(
        spec.commands, [&](const std::string& known) { return word_glob_matches(name, known); });
    if (fits) found.push_back(&spec);
  }
  return found;
}

// Gives the specs of every command of the rule. A later entry of a name holds what the earlier ones
// say.
std::vector<const CommandSpec*> specs_of_rule(const Condition& when, const SpecTable& specs) {
  std::vector<const CommandSpec*> all;
  for (const auto& command : when.command) {
    const auto found = specs_for(command, specs);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

struct KnownWords {
  Words subcommands;  // whole: "compose down"
  Words firsts;
  Words flags;
  Words recursive;
};

KnownWords words_of(const std::vector<const CommandSpec*>& specs) {
  KnownWords known;
  for (const CommandSpec* spec : specs) {
    for (const SpecRule& rule : spec->rules) {
      for (const auto& sub : rule.sub) {
        known.subcommands.insert(sub);
        known.firsts.insert(first_word(sub));
      }
    }
    for (const auto& sub : spec->subcommands) {
      known.subcommands.insert(sub);
      known.firsts.insert(sub);
    }
    for (const auto& entry : spec->value_flags) {
      const std::string_view scope = read_value_flag(entry).scope;
      if (!scope.empty()) known.firsts.insert(scope);
    }
    known.recursive.insert(spec->recursive_flags.begin(), spec->recursive_flags.end());
    each_known_flag(*spec, [&](std::string_view name) { known.flags.insert(name); });
  }
  return known;
}

bool names_word(const Words& words, std::string_view typed) {
  return std::ranges::any_of(words, [&](std::string_view known) {
    // "?*" and "*" stand for whatever is not known.
    return known == typed || (has_wildcard(known) && known != "?*" && known != "*" &&
                              word_glob_matches(known, typed));
  });
}

// "psh", "pus" or "puhs" of "push": of a word of four letters or more one is left out, or two that
// follow one another have changed places.
bool is_short_slip(std::string_view typed, std::string_view known) {
  constexpr std::size_t kShortestLeft = 3;
  if (typed.size() < kShortestLeft || known.size() <= kShortestLeft || typed[0] != known[0] ||
      has_wildcard(known) || is_form_of(typed, known) || is_own_word(typed))
    return false;
  const auto [at, in_known] = std::ranges::mismatch(typed, known);
  const auto place = static_cast<std::size_t>(at - typed.begin());
  if (typed.size() + 1 == known.size()) return typed.substr(place) == known.substr(place + 1);
  return typed.size() == known.size() && place + 1 < typed.size() &&
         typed[place] == known[place + 1] && typed[place + 1] == known[place] &&
         typed.substr(place + 2) == known.substr(place + 2);
}

std::string_view slip_of(std::string_view typed, const Words& words) {
  const auto found =
      std::ranges::find_if(words, [&](std::string_view known) { return is_slip_of(typed, known); });
  return found == words.end() ? std::string_view() : *found;
}

std::string in_quotes(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

// "down" of docker, which has "compose down".
std::string_view nested_form_of(std::string_view typed, const KnownWords& known) {
  const auto found = std::ranges::find_if(known.subcommands, [&](std::string_view sub) {
    return !has_wildcard(sub) && other_words(sub) == typed;
  });
  return found == known.subcommands.end() ? std::string_view() : *found;
}

std::string objection_to_first(std::string_view typed, const KnownWords& known) {
  const std::string_view first = first_word(typed);
  if (has_wildcard(first) || names_word(known.firsts, first)) return {};
  auto meant = slip_of(first, known.firsts);
  if (meant.empty()) {
    const auto near = std::ranges::find_if(
        known.firsts, [&](std::string_view word) { return is_short_slip(first, word); });
    if (near != known.firsts.end()) meant = *near;
  }
  if (!meant.empty())
    return in_quotes(typed) + " is no subcommand of it: did you mean " + in_quotes(meant) + "?";
  const std::string_view rest = other_words(typed);
  if (!rest.empty() && known.firsts.contains(first_word(rest)))
    return in_quotes(typed) + " begins with no subcommand of it: write " + in_quotes(rest);
  return {};
}

// For "compose donw": the words that the specs know behind "compose".
std::string objection_to_rest(std::string_view typed, const KnownWords& known) {
  const std::string_view rest = other_words(typed);
  if (rest.empty() || has_wildcard(typed)) return {};
  Words behind;
  for (const auto sub : known.subcommands) {
    if (first_word(sub) == first_word(typed) && !other_words(sub).empty())
      behind.insert(other_words(sub));
  }
  if (names_word(behind, rest)) return {};
  const auto meant = slip_of(rest, behind);
  if (meant.empty()) return {};
  return in_quotes(typed) + " is no subcommand of it: did you mean " +
         in_quotes(std::string(first_word(typed)) + " " + std::string(meant)) + "?";
}

std::string objection_to_subcommand(const Condition& when, const SpecTable& specs) {
  if (when.command.empty()) return {};
  for (const auto& command : when.command) {
    const auto known = specs_for(command, specs);
    const bool has_some =
        std::ranges::any_of(known, [](const CommandSpec* spec) { return spec->subcommand; });
    if (!has_some)
      return "guard knows no subcommands of " + command +
             ": say `subcommand: on` for it under `commands`";
  }
  const KnownWords known = words_of(specs_of_rule(when, specs));
  for (const auto& sub : when.subcommand) {
    std::string why = objection_to_first(sub, known);
    if (why.empty()) why = objection_to_rest(sub, known);
    if (!why.empty()) return "sub: " + why;
  }
  return {};
}

// "rf" is the long flag --rf, and -rf are two flags, the more so where one of them reaches into
// folders. Other tools have long flags of two letters.
bool is_cluster(std::string_view name, const Words& recursive) {
  return name.size() == 2 && name[0] != name[1] &&
         (recursive.contains(name.substr(0, 1)) || recursive.contains(name.substr(1)));
}

std::string letters_of(std::string_view cluster) {
  std::string text;
  for (const char letter : cluster) text += (text.empty() ? "" : ", ") + std::string(1, letter);
  return text;
}

std::string objection_to_flags(const Condition& when, const SpecTable& specs) {
  const auto found = specs_of_rule(when, specs);
  if (found.empty()) return {};
  const KnownWords words = words_of(found);
  const Words& known = words.flags;
  const bool has_clusters =
      std::ranges::none_of(found, [](const CommandSpec* spec) { return spec->single_dash_long; });
  for (const auto& flag : when.flags) {
    const std::string_view name = flag_name(flag);
    if (known.contains(name)) continue;
    if (has_clusters && is_cluster(name, words.recursive))
      return "flags: " + in_quotes(name) + " is the flag --" + std::string(name) + ": for -" +
             std::string(name) + " write [" + letters_of(name) +
             "], any of which will do, or the one that matters alone";
    if (const auto meant = slip_of(name, known); !meant.empty())
      return "flags: " + in_quotes(name) + " is no flag of it: did you mean " + in_quotes(meant) +
             "?";
  }
  return {};
}

// A word that begins with a dash is an option, wherever it stands, unless options end at the first
// operand.
std::string objection_to_operands(const Condition& when, const SpecTable& specs) {
  if (when.command.empty()) return {};
  const auto found = specs_of_rule(when, specs);
  const bool may_be = std::ranges::any_of(
      found, [](const CommandSpec* spec) { return spec->stop_at_operand || spec->options_behind; });
  if (may_be) return {};
  for (const auto& word : when.has) {
    if (word.size() < 2 || word[0] != '-' || has_wildcard(word)) continue;
    const std::string_view name = std::string_view(word).substr(word.find_first_not_of('-'));
    if (is_cluster(name, words_of(found).recursive))
      return "has: " + in_quotes(word) + " is two flags: write flags: [" + letters_of(name) +
             "], any of which will do, or the one that matters alone";
    return "has: " + in_quotes(word) + " is a flag: write flags: [" + std::string(name) + "]";
  }
  return {};
}

}  // namespace

bool is_slip_of(std::string_view typed, std::string_view known) {
  if (typed.size() < kShortestSlip || known.size() < kShortestSlip || has_wildcard(known))
    return false;
  if (is_form_of(typed, known) || is_own_word(typed)) return false;
  const bool swapped = typed[0] == known[1] && typed[1] == known[0];
  if (typed[0] != known[0] && !swapped) return false;
  const bool numbered = typed.find_first_of("0123456789") != std::string_view::npos;
  if (numbered) return false;  // "socks4" of "socks5"
  const bool is_long = std::min(typed.size(), known.size()) >= kTwoSlips;
  const std::size_t most = is_long && typed.find('-') == std::string_view::npos ? 2 : 1;
  if (!may_be_within(typed, known, most)) return false;
  const std::size_t apart = edit_distance(typed, known);
  return apart > 0 && apart <= most;
}

std::string_view command_meant(std::string_view typed, const SpecTable& specs) {
  constexpr std::size_t kShortest = 3;
  const std::string small = in_small_letters(typed);
  if (small != typed) {
    for (const CommandSpec& spec : specs.all()) {
      const auto known = std::ranges::find(spec.commands, small);
      if (known != spec.commands.end()) return *known;
    }
  }
  const bool is_name = typed.find('/') == std::string_view::npos && !has_wildcard(typed);
  if (!is_name || typed.size() < kShortest || specs.find(typed) != nullptr) return {};
  for (const CommandSpec& spec : specs.all()) {
    for (const std::string& known : spec.commands) {
      const bool is_near = known.size() >= kShortest && may_be_within(typed, known, 1) &&
                           !has_wildcard(known) && edit_distance(typed, known) == 1 &&
                           !is_form_of(typed, known);
      if (is_near) return known;
    }
  }
  return {};
}

std::string objection_to_words(const Condition& when, const SpecTable& specs) {
  if (!when.subcommand.empty()) {
    if (std::string why = objection_to_subcommand(when, specs); !why.empty()) return why;
  }
  if (!when.flags.empty()) {
    if (std::string why = objection_to_flags(when, specs); !why.empty()) return why;
  }
  return when.has.empty() ? std::string() : objection_to_operands(when, specs);
}

std::vector<std::string> doubtful_subcommands(const Condition& when, const SpecTable& specs) {
  std::vector<std::string> unknown;
  if (when.subcommand.empty()) return unknown;
  const KnownWords known = words_of(specs_of_rule(when, specs));
  for (const auto& sub : when.subcommand) {
    const std::string_view first = first_word(sub);
    if (has_wildcard(first) || names_word(known.firsts, first)) continue;
    const auto nested = nested_form_of(sub, known);
    const std::string small = in_small_letters(sub);
    const bool is_known_small = small != sub && names_word(known.firsts, first_word(small));
    const std::string meant = is_known_small ? small : std::string(nested);
    unknown.push_back(in_quotes(sub) + (meant.empty() ? "" : ", but " + in_quotes(meant)));
  }
  return unknown;
}

std::vector<std::string> flags_in_capitals(const Condition& when, const SpecTable& specs) {
  std::vector<std::string> found;
  if (when.flags.empty()) return found;
  const KnownWords known = words_of(specs_of_rule(when, specs));
  for (const auto& flag : when.flags) {
    const std::string_view name = flag_name(flag);
    const std::string small = in_small_letters(name);
    // "R" and "r" are two flags of many tools.
    const bool meant = name.size() > 1 && small != name && !known.flags.contains(name) &&
                       known.flags.contains(small);
    if (meant) found.push_back(in_quotes(name) + ", but " + in_quotes(small));
  }
  return found;
}

}  // namespace guard::policy
