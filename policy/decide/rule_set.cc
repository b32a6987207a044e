// SPDX-License-Identifier: Apache-2.0
#include "policy/decide/rule_set.h"

#include <algorithm>
#include <filesystem>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/command/injected_loaders.h"
#include "policy/command/interpreters.h"
#include "policy/command/loader_run.h"
#include "policy/command/subcommand_aliases.h"
#include "policy/decide/named_paths.h"
#include "policy/network/host_pattern.h"
#include "policy/shell/nested_text.h"
#include "policy/text/excepted.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

bool is_path(std::string_view program) {
  return program.find('/') != std::string_view::npos;
}

// A relative or ~ pattern whose folder is unknown, as one that holds below any folder.
std::string anywhere(std::string_view pattern) {
  if (pattern.starts_with("~")) pattern.remove_prefix(1);
  if (pattern.starts_with("/")) pattern.remove_prefix(1);
  while (pattern.starts_with("./")) pattern.remove_prefix(2);
  return "/**/" + std::string(pattern);
}

// Whether it is a path that is written out, and so may name a folder.
bool is_plain_path(const std::string& pattern) {
  return !has_wildcard(pattern) && !pattern.ends_with('/');
}

// Patterns made absolute. Where what they hang from is unknown: anywhere for what restricts,
// nowhere for what allows. WITH_CONTENT: a folder that is named means what lies in it too.
std::vector<std::string> anchored(const std::vector<std::string>& patterns, const Place& place,
                                  bool allows, bool with_content = false) {
  std::vector<std::string> absolute;
  std::vector<std::string> roots = place.workspace;
  if (roots.empty()) roots.emplace_back();
  for (const auto& pattern : patterns) {
    for (const auto& root : roots) {
      std::string found = anchored_glob(pattern, root, place.home);
      if (found.empty() && !allows) found = anywhere(pattern);
      if (found.empty()) continue;
      if (with_content && is_plain_path(pattern)) found += "/**";  // holds for "found" too
      absolute.push_back(std::move(found));
    }
  }
  return absolute;
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view path) {
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return path_glob_matches(pattern, path); });
}

template <class List, class Test>
bool any_or_none_wanted(const List& wanted, Test test) {
  return wanted.empty() || std::ranges::any_of(wanted, test);
}

// A rule that restricts also holds for a flag that may be meant.
bool has_flag(const CommandLevel& level, const std::string& flag, bool allows) {
  return allows ? level.line.has_flag(flag) : may_have_flag(level.line, flag, level.spec);
}

bool words_hold(const Condition& when, const CommandLevel& level, bool allows) {
  const CommandLine& line = level.line;
  return any_or_none_wanted(when.subcommand,
                            [&](auto& s) {
                              return has_subcommand_or_alias(line, s) ||
                                     (!allows && may_have_subcommand(line, s));
                            }) &&
         any_or_none_wanted(when.flags, [&](auto& f) { return has_flag(level, f, allows); }) &&
         any_or_none_wanted(when.has, [&](auto& w) { return line.has_operand(w); });
}

bool named_by(const std::vector<std::string>& commands, std::string_view program) {
  return std::ranges::any_of(commands, [&](const std::string& command) {
    return !is_path(command) && word_glob_matches(command, program);
  });
}

// argv[0] is the caller's to choose. For what restricts, either name will do; what allows must know
// the image.
bool outer_program_fits(const std::vector<std::string>& commands,
                        const std::vector<std::string>& paths, const Subject& subject,
                        const CommandLevel& level, bool allows) {
  const std::string_view image = image_of(subject);
  if (matches_any(paths, image)) return true;
  const std::string_view file = base_name(image);
  if (named_by(commands, file)) return !allows || image_installed(subject);
  if (!named_by(commands, level.line.program)) return false;
  return !allows || runs_what_it_says(subject);
}

// By what a copy of a program is: for rules that restrict.
bool known_program_fits(const std::vector<std::string>& commands,
                        const std::vector<std::string>& paths, const Subject& subject,
                        std::size_t i) {
  if (commands.empty() || named_by(commands, subject.known.levels[i].line.program)) return true;
  const bool exec = subject.action.act == Act::kExec;
  const auto& argv = exec ? subject.action.known_argv : subject.action.actor.known_argv;
  return i == 0 && matches_any(paths, argv.front());
}

// A file in the folder where it is called, or one that is looked for on PATH.
bool opens_its_word(const CommandLevel& level) {
  return is_loader(level) || is_shell(level.line.program) || is_interpreter(level.line.program);
}

// As the program is called, by a path: `./bin/deploy` of `sh bin/deploy`. Each spelling that it may
// have where /bin is a link to /usr/bin.
std::vector<std::string> called_paths(const Subject& subject, std::size_t i) {
  const auto& levels = subject.chain.levels;
  const std::string& word = levels[i].called;
  const bool by_path = is_path(word) || (i > 0 && opens_its_word(levels[i - 1]));
  const std::string& folder = subject.action.cwd;
  if (!by_path || word.empty() || (word[0] != '/' && folder.empty())) return {};
  std::string path = (std::filesystem::path(folder) / word).lexically_normal().string();
  constexpr std::string_view kUsr = "/usr";
  std::string other = path.starts_with("/usr/") ? path.substr(kUsr.size()) : "/usr" + path;
  return {std::move(path), std::move(other)};
}

// For rules that restrict. An inner program is started by no image of its own where a shell, an
// interpreter or a loader runs it.
bool called_by_path(const std::vector<std::string>& paths, const Subject& subject, std::size_t i) {
  if (paths.empty() || subject.action.act != Act::kExec) return false;
  const auto called = called_paths(subject, i);
  return std::ranges::any_of(called,
                             [&](const std::string& path) { return matches_any(paths, path); });
}

bool is_host_of(const Condition& when, const Destination& destination, bool allows) {
  const HostUse use = allows ? HostUse::kAllows : HostUse::kRestricts;
  return std::ranges::any_of(
      when.host, [&](const std::string& host) { return host_matches(host, destination, use); });
}

// A rule that restricts holds where git may go there; one that allows, where it goes nowhere else.
bool are_hosts_of(const Condition& when, const NamedPlaces& found, bool allows) {
  const auto fits = [&](const NamedPlace& place) {
    return is_host_of(when, destination_of(place), allows);
  };
  if (!allows) return !found.certain || std::ranges::any_of(found.places, fits);
  return found.certain && !found.places.empty() && std::ranges::all_of(found.places, fits);
}

bool category_holds(const Condition& when, const Assessment& assessment, bool allows) {
  if (when.category.empty() && !when.no_category) return true;
  if (when.no_category && assessment.categories.empty()) return true;
  const auto wanted = [&](Category category) {
    return std::ranges::find(when.category, category) != when.category.end();
  };
  if (!allows) return std::ranges::any_of(assessment.categories, wanted);
  return !assessment.categories.empty() && std::ranges::all_of(assessment.categories, wanted);
}

// Whether entries below go with it, or are changed with it.
bool reaches_below(const Facet& facet) {
  return facet.reaches_below || (facet.acts & act_set({Act::kDelete, Act::kRename})).any();
}

}  // namespace

RuleSet::RuleSet(const std::vector<Rule>& rules, const Place& place, HostsOfGit hosts_of_git)
    : place_(place), hosts_of_git_(std::move(hosts_of_git)) {
  add(rules);
}

void RuleSet::add(const std::vector<Rule>& rules) {
  for (const auto& rule : rules) {
    const bool allows = rule.decision == Verdict::kAllow;
    std::vector<std::string> programs;
    std::ranges::copy_if(rule.when.command, std::back_inserter(programs), is_path);
    rows_.push_back(
        {rule, act_set(rule.when.act), path_items(rule), anchored(programs, place_, allows)});
  }
}

// Where it is unknown what an exception hangs from, it takes back nothing of what restricts, and
// anything of what allows.
std::vector<RuleSet::PathItem> RuleSet::path_items(const Rule& rule) const {
  const bool allows = rule.decision == Verdict::kAllow;
  const bool with_content = rule.decides && !allows;
  std::vector<PathItem> items;
  for (const std::string& pattern : rule.when.path) {
    const bool excepts = is_exception(pattern);
    for (std::string& each :
         anchored({std::string(without_mark(pattern))}, place_, allows != excepts, with_content))
      items.push_back({std::move(each), excepts});
  }
  return items;
}

bool RuleSet::path_fits(const PathItem& item, const Facet& facet, bool allows) {
  if (path_glob_matches(item.pattern, facet.path)) return true;
  // A rule that allows leaves a folder alone that holds an exception, and all that lies in one.
  if (item.excepts && allows)
    return path_glob_covers(item.pattern, facet.path) ||
           (facet.is_folder && path_glob_reaches(item.pattern, facet.path));
  return !item.excepts && !allows && reaches_below(facet) &&
         path_glob_below(item.pattern, facet.path);
}

bool RuleSet::command_holds(const Row& row, const Subject& subject) {
  const Condition& when = row.rule.when;
  const bool asks_nothing =
      when.command.empty() && when.subcommand.empty() && when.flags.empty() && when.has.empty();
  const bool allows = row.rule.decision == Verdict::kAllow;
  const auto& levels = subject.chain.levels;
  // Even a rule that speaks of no command does not lift what sudo and its kin are asked for.
  if (asks_nothing && !allows) return true;
  if (levels.empty()) return asks_nothing;
  const auto program_fits = [&](std::size_t i) {
    if (when.command.empty()) return true;
    if (i == 0) return outer_program_fits(when.command, row.programs, subject, levels[0], allows);
    return named_by(when.command, levels[i].line.program);
  };
  if (!allows) {
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const bool fits = program_fits(i) || called_by_path(row.programs, subject, i);
      if (fits && words_hold(when, levels[i], allows)) return true;
    }
    const auto& known = subject.known.levels;
    for (std::size_t i = 0; i < known.size(); ++i) {
      const bool fits = known_program_fits(when.command, row.programs, subject, i);
      if (fits && words_hold(when, known[i], allows)) return true;
    }
    return false;
  }
  // A rule allows the program itself, not what is loaded into it.
  if (subject.chain.too_deep || injected_loader(subject.action)) return false;
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    const bool listed = !when.command.empty() && program_fits(i);
    if (!is_plain_wrapper(levels[i]) && !listed) return false;
  }
  return program_fits(levels.size() - 1) && words_hold(when, levels.back(), allows);
}

bool RuleSet::facet_holds(const Row& row, const Facet& facet) {
  const bool allows = row.rule.decision == Verdict::kAllow;
  // A right to write is no right to read what a rule keeps from the reader.
  const bool reads =
      !allows && facet.also_reads && row.acts.test(static_cast<std::size_t>(Act::kRead));
  if (row.acts.any() && (row.acts & facet.acts).none() && !reads) return false;
  if (row.rule.when.path.empty()) return true;
  if (facet.path.empty()) return false;
  bool holds = false;
  for (const PathItem& item : row.paths) {
    if (item.excepts == holds && path_fits(item, facet, allows)) holds = !item.excepts;
  }
  return holds;
}

bool RuleSet::objects_hold(const Row& row, const Subject& subject) {
  if (row.rule.when.act.empty() && row.rule.when.path.empty()) return true;
  const bool allows = row.rule.decision == Verdict::kAllow;
  const auto fits = [&](const Facet& facet) { return facet_holds(row, facet); };
  if (!allows) return std::ranges::any_of(subject.facets, fits);
  // An exec is allowed for its image when the rule says `exec`, else for its whole effect.
  const bool by_effect =
      subject.action.act == Act::kExec && !row.acts.test(static_cast<std::size_t>(Act::kExec));
  bool some = false;
  for (const auto& facet : subject.facets) {
    if (subject.action.act == Act::kExec && facet.from_effect != by_effect) continue;
    if (!facet.certain || !fits(facet)) return false;
    some = true;
  }
  return some;
}

// git leaves connecting to helpers and to ssh: a rule about git and a host holds for the git
// itself, before it starts them.
bool RuleSet::git_goes_there(const Row& row, const Subject& subject) const {
  const Condition& when = row.rule.when;
  if (!hosts_of_git_ || when.command.empty()) return false;
  const bool allows = row.rule.decision == Verdict::kAllow;
  const auto goes_there = [&](const CommandLevel& level) {
    return level.line.program == "git" && words_hold(when, level, allows) &&
           are_hosts_of(when, hosts_of_git_(subject.action, level.line), allows);
  };
  const auto& levels = subject.chain.levels;
  if (allows) return !levels.empty() && goes_there(levels.back());
  return std::ranges::any_of(levels, goes_there) ||
         std::ranges::any_of(subject.known.levels, goes_there);
}

bool RuleSet::host_holds(const Row& row, const Subject& subject) const {
  const Condition& when = row.rule.when;
  if (when.host.empty()) return true;
  const Action& action = subject.action;
  if (action.act == Act::kExec) return git_goes_there(row, subject);
  if (action.act != Act::kConnect && action.act != Act::kListen) return false;
  return is_host_of(when, action.destination, row.rule.decision == Verdict::kAllow);
}

// A rule about acts on files holds for what a command would do to them, not for what it reads
// beside that: the words of `cp /etc/hosts .` write nothing outside. A file that the command opens
// later is an act of its own.
std::vector<std::string> RuleSet::paths_of(const Row& row, const Subject& subject) {
  const bool of_files = subject.action.act == Act::kExec && row.acts.any() &&
                        !row.acts.test(static_cast<std::size_t>(Act::kExec));
  if (!of_files) return named_paths(subject);
  std::vector<std::string> paths;
  for (const Facet& facet : subject.facets)
    if ((row.acts & facet.acts).any() && !facet.path.empty()) paths.emplace_back(facet.path);
  return paths;
}

bool RuleSet::names_hold(const Row& row, const Subject& subject) const {
  const Condition& when = row.rule.when;
  if (when.mentions.empty() && !when.outside) return true;
  const auto paths = paths_of(row, subject);
  const auto mentioned = [&](const std::string& path) {
    return std::ranges::any_of(
        when.mentions, [&](const std::string& pattern) { return mentions(path, pattern, place_); });
  };
  const auto outside = [&](const std::string& path) { return is_outside(path, place_); };
  return (when.mentions.empty() || std::ranges::any_of(paths, mentioned)) &&
         (!when.outside || std::ranges::any_of(paths, outside));
}

bool RuleSet::holds(const Row& row, const Subject& subject) const {
  const Condition& when = row.rule.when;
  const bool allows = row.rule.decision == Verdict::kAllow;
  if (when.min_tier && subject.assessment.tier < *when.min_tier) return false;
  // The host comes last: it may take a look at files.
  return category_holds(when, subject.assessment, allows) && objects_hold(row, subject) &&
         command_holds(row, subject) && names_hold(row, subject) && host_holds(row, subject);
}

const Rule* RuleSet::first(Verdict decision, const Subject& subject) const {
  for (const auto& row : rows_) {
    const bool decides = row.rule.decides && row.rule.decision == decision;
    if (decides && holds(row, subject)) return &row.rule;
  }
  return nullptr;
}

std::vector<const Rule*> RuleSet::holding(const Subject& subject) const {
  std::vector<const Rule*> found;
  for (const auto& row : rows_)
    if (row.rule.decides && holds(row, subject)) found.push_back(&row.rule);
  return found;
}

std::string RuleSet::path_held_by(const Rule& rule, const Subject& subject) const {
  for (const auto& row : rows_) {
    if (&row.rule != &rule || rule.when.path.empty()) continue;
    const auto held = std::ranges::find_if(
        subject.facets, [&](const Facet& facet) { return facet_holds(row, facet); });
    if (held != subject.facets.end()) return std::string(held->path);
  }
  return "";
}

bool RuleSet::limits_writes() const {
  const ActSet writes = act_set({Act::kCreate, Act::kModify, Act::kDelete, Act::kRename});
  return std::ranges::any_of(rows_, [&](const Row& row) {
    const bool restricts = row.rule.decides && row.rule.decision != Verdict::kAllow;
    return restricts && !row.paths.empty() && (row.acts.none() || (row.acts & writes).any());
  });
}

const Rule* RuleSet::deny(const Subject& subject) const {
  if (weakened("deny-rules")) return nullptr;
  return first(Verdict::kDeny, subject);
}
const Rule* RuleSet::allow(const Subject& subject) const {
  return first(Verdict::kAllow, subject);
}

const Rule* RuleSet::ask(const Subject& subject) const {
  const Rule* strictest = nullptr;
  for (const auto& row : rows_) {
    const bool asks = row.rule.decides && row.rule.decision == Verdict::kAsk;
    if (!asks || !holds(row, subject)) continue;
    if (strictest == nullptr || row.rule.tier.value_or(2) > strictest->tier.value_or(2)) {
      strictest = &row.rule;
    }
  }
  return strictest;
}

void RuleSet::add_named(const Subject& subject, Naming which, std::vector<Category>& named,
                        Steps* steps) const {
  for (const auto& row : rows_) {
    const Rule& rule = row.rule;
    const bool fits = rule.when.no_category == which.of_none && rule.joins_only == which.joins_only;
    if (rule.categories.empty() || !fits || !holds(row, subject)) continue;
    for (const Category category : rule.categories) {
      if (std::ranges::find(named, category) == named.end()) named.push_back(category);
      note(steps, "categories", [&] {
        return std::string(name_of(category)) + ": " + rule.id + " holds (" + rule.source + ")";
      });
    }
  }
}

NamedCategories RuleSet::categories(const Subject& subject, Steps* steps) const {
  NamedCategories named;
  add_named(subject, {}, named.categories, steps);
  named.otherwise_none = named.categories.empty();
  if (named.otherwise_none) add_named(subject, {.of_none = true}, named.categories, steps);
  // Without a category no session approval covers an act: a file that may only tighten gives it no
  // first one.
  const std::size_t trusted = named.categories.size();
  if (trusted > 0 || !subject.assessment.categories.empty())
    add_named(subject, {.joins_only = true}, named.categories, steps);
  named.otherwise_none = named.otherwise_none && named.categories.size() == trusted;
  std::ranges::sort(named.categories);
  return named;
}

}  // namespace guard::policy
