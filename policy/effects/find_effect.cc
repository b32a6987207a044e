// SPDX-License-Identifier: Apache-2.0
// Says what find deletes: the entries that fit its tests where they can be told, else at most all
// that its roots hold.
#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/limits.h"
#include "base/text/text.h"
#include "policy/effects/delete_effect.h"
#include "policy/text/glob.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

constexpr auto kNoTests = std::to_array<std::string_view>(
    {"delete", "depth", "d",      "mindepth", "xdev",   "mount",  "print",
     "print0", "ls",    "follow", "warn",     "nowarn", "noleaf", "ignore_readdir_race",
     "H",      "L",     "P",      "D",        "O*",     "exec",   "execdir",
     "ok",     "okdir", "--",     "type"});
constexpr auto kByproducts = std::to_array<std::string_view>(
    {"*.pyc", "*.pyo", "*.py[co]", "__pycache__", "*.o", "*.obj", "*.class", ".DS_Store", "*~",
     "*.swp", "*.tmp", ".pytest_cache", ".mypy_cache", ".ruff_cache", "node_modules"});
constexpr auto kDeleters =
    std::to_array<std::string_view>({"rm", "unlink", "rmdir", "shred", "truncate"});
constexpr auto kExecFlags = std::to_array<std::string_view>({"exec", "execdir", "ok", "okdir"});

template <class Table>
bool contains(const Table& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

bool is_action(const Flag& flag) {
  if (flag.name == "delete") return true;
  return contains(kExecFlags, flag.name) && flag.value &&
         contains(kDeleters, base_name(*flag.value));
}

bool is_test(const Flag& flag) {
  return std::none_of(kNoTests.begin(), kNoTests.end(),
                      [&](auto glob) { return word_glob_matches(glob, flag.name); });
}

// -delete before the tests deletes everything.
bool is_filtered(const CommandLine& line) {
  const auto action = std::find_if(line.flags.begin(), line.flags.end(), is_action);
  return std::any_of(line.flags.begin(), action, is_test);
}

bool is_name(const Flag& flag) {
  return flag.name == "name" || flag.name == "iname";
}

// One alternative of `-o`: what it names is a by-product, or empty. A test that is turned around
// (`-not -path ./.venv/x`) only picks less, but for a name.
bool picks_byproducts(const std::vector<Flag>& tests) {
  bool named = false;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const bool negated = i > 0 && tests[i - 1].name == "not";
    const bool names = is_name(tests[i]) || tests[i].name == "empty";
    if (!names) continue;
    if (negated) return false;
    if (is_name(tests[i]) && (!tests[i].value || !contains(kByproducts, *tests[i].value)))
      return false;
    named = true;
  }
  return named;
}

// `-name .venv -prune -o ...`: left out, and nothing done to it.
bool only_prunes(const std::vector<Flag>& tests) {
  const bool prunes = std::any_of(tests.begin(), tests.end(),
                                  [](const Flag& flag) { return flag.name == "prune"; });
  return prunes && std::none_of(tests.begin(), tests.end(), is_action);
}

bool takes_only_byproducts(const CommandLine& line) {
  // Where its words stand is lost: what they turn around, or begin anew, cannot be told.
  const bool groups = line.has_operand("(") && line.has_flag("not");
  if (line.has_operand("!") || line.has_operand(",") || groups) return false;
  std::vector<std::vector<Flag>> alternatives(1);
  for (const Flag& flag : line.flags) {
    if (flag.name == "o" || flag.name == "or") {
      alternatives.emplace_back();
    } else {
      alternatives.back().push_back(flag);
    }
  }
  return std::all_of(alternatives.begin(), alternatives.end(), [](const auto& tests) {
    return only_prunes(tests) || picks_byproducts(tests);
  });
}

std::vector<std::string> find_roots(const std::vector<std::string>& argv) {
  std::vector<std::string> roots;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    const bool option = word == "-H" || word == "-L" || word == "-P" || word.starts_with("-O");
    if (word == "-D") ++i;
    if (option || word == "-D") continue;
    if (word.starts_with('-') || word == "(" || word == "!") break;
    roots.push_back(word);
  }
  if (roots.empty()) roots.emplace_back(".");
  return roots;
}

void say_at_most(ExecEffect& effect) {
  for (Finding& finding : effect.findings) finding.reason = "at most: " + finding.reason;
}

// With tests a command picks, and each act is judged again. Only in "/" itself nobody means it.
void soften(ExecEffect& effect, const CommandLine& line, bool at_most, bool in_root) {
  const bool byproducts = takes_only_byproducts(line);
  for (Finding& finding : effect.findings) {
    if (finding.rule == own_rule("fs.absurd") && !in_root) finding.block = false;
    if (byproducts && !finding.block) finding.tier = std::min(finding.tier, 1);
  }
  if (at_most) say_at_most(effect);
}

// --- what its tests pick ---

constexpr std::size_t kMostPicked = size_limit("find.picked");

struct Tests {
  std::vector<Flag> known;  // all of them must fit
  bool exact = true;        // nothing but these picks
  bool named = false;       // false: they are about types alone
};

std::string folded(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

bool fits_type(const Object& object, std::string_view type) {
  if (type == "d") return object.type == ObjectType::kDirectory;
  if (type == "l") return object.type == ObjectType::kSymlink;
  return type != "f" || object.type == ObjectType::kFile;
}

bool fits(const Object& object, const Flag& test) {
  const std::string_view name = base_name(object.path);
  if (test.name == "name") return word_glob_matches(*test.value, name);
  if (test.name == "iname") return word_glob_matches(folded(*test.value), folded(name));
  return fits_type(object, *test.value);
}

bool is_operator(std::string_view word) {
  constexpr auto kOperators = std::to_array<std::string_view>(
      {"!", "(", ")", ",", "-o", "-or", "-not", "-prune", "-L", "-follow", "-H", "-files0-from"});
  return contains(kOperators, word);
}

// There are some, and what each takes is known: not `-type f,l`.
bool are_known_types(const std::vector<Flag>& tests) {
  return !tests.empty() && std::ranges::all_of(tests, [](const Flag& test) {
    return *test.value == "f" || *test.value == "d" || *test.value == "l";
  });
}

bool runs_a_program(const CommandLevel& level) {
  const auto& flags = level.line.flags;
  const auto action = std::find_if(flags.begin(), flags.end(), is_action);
  return action != flags.end() && action->name != "delete";
}

// By their type alone.
bool picks_all_of(const Tests& tests, std::string_view type) {
  return !tests.named &&
         std::ranges::all_of(tests.known, [&](const Flag& test) { return *test.value == type; });
}

// None when they are more than a row of tests that all must hold; nor where folders go with all
// that is in them.
std::optional<Tests> tests_of(const CommandLevel& level) {
  if (std::any_of(level.argv.begin() + 1, level.argv.end(), is_operator)) return std::nullopt;
  Tests tests;
  const auto& flags = level.line.flags;
  const auto action = std::find_if(flags.begin(), flags.end(), is_action);
  for (auto flag = flags.begin(); flag != action; ++flag) {
    const bool known = flag->name == "name" || flag->name == "iname" || flag->name == "type";
    const bool plain = flag->value && flag->value->find('\\') == std::string::npos;
    if (known && plain) {
      tests.known.push_back(*flag);
    } else if (known || is_test(*flag)) {
      tests.exact = false;
    }
  }
  tests.named = std::any_of(tests.known.begin(), tests.known.end(),
                            [](const Flag& test) { return test.name != "type"; });
  if (!tests.named && (!tests.exact || !are_known_types(tests.known))) return std::nullopt;
  if (picks_all_of(tests, "d") && runs_a_program(level)) return std::nullopt;
  return tests;
}

struct Picks {
  std::vector<std::string> paths;
  bool all = true;   // false: there are too many to name, or not all could be seen
  bool seen = true;  // false: not all could be seen
  bool secrets = false;
  bool vcs = false;
};

Picks picked(const std::vector<std::string>& roots, const Tests& tests, Facts& facts) {
  Picks picks;
  const Effect walked = facts.walk(roots, Extent::kAllBelow, [&](const Object& object) {
    const bool fit = std::all_of(tests.known.begin(), tests.known.end(),
                                 [&](const Flag& test) { return fits(object, test); });
    if (!fit) return;
    picks.secrets = picks.secrets || object.path_class == PathClass::kSecret;
    picks.vcs = picks.vcs || object.path_class == PathClass::kVcs;
    if (picks.paths.size() <= kMostPicked) picks.paths.push_back(object.path);
  });
  picks.all = walked.complete && picks.paths.size() <= kMostPicked;
  picks.seen = walked.complete;
  return picks;
}

// For picks that are not named one by one: what the folder's own finding does not say of them.
void add_kinds(ExecEffect& effect, const Picks& picks) {
  const std::string counted =
      "deletes at least " + count_text(picks.paths.size(), "entry", "entries");
  const auto add = [&](Category category, int tier, const char* kind) {
    Finding finding;
    finding.categories = {category};
    finding.tier = tier;
    finding.rule = own_rule("fs.delete");
    finding.reason = counted + (picks.seen ? ", among them " : "; not all of it was looked at: ") +
                     kind + (picks.seen ? "" : " may be among them");
    finding.alternative = "Name them, or ask the user.";
    effect.findings.push_back(std::move(finding));
  };
  if (picks.secrets || !picks.seen) add(Category::kFsConfigSecrets, 2, "secrets");
  if (picks.vcs || !picks.seen) add(Category::kFsDeleteOverwrite, 3, "version control data");
}

bool any_absurd(const std::vector<std::string>& roots, Facts& facts) {
  std::vector<std::string> paths;
  for (const auto& root : roots) paths.push_back(facts.object(root, LastLink::kKept).path);
  return absurd_finding(paths, Category::kFsDeleteOverwrite, "deletes", facts.home()).has_value();
}

// The entries that are picked now. The acts themselves are judged again, so what appears later is
// asked about.
ExecEffect exact_effect(const CommandLevel& level, const Tests& tests, const Picks& picks,
                        const std::vector<std::string>& roots, const std::string& cwd,
                        const FileActor& actor, Facts& facts) {
  if (picks.paths.empty()) return {};
  ExecEffect effect =
      judge_delete(picks.paths,
                   {.extent = runs_a_program(level) ? Extent::kAllBelow : Extent::kItself,
                    .list = picks.paths.size() > 1,
                    .emptied = picks_all_of(tests, "f") ? roots : std::vector<std::string>()},
                   cwd, actor, facts);
  if (tests.named)
    soften(effect, level.line, !tests.exact, false);
  else if (picks_all_of(tests, "d"))
    say_at_most(effect);  // those that hold something stay
  return effect;
}

}  // namespace

bool find_deletes(const CommandLevel& level) {
  return std::any_of(level.line.flags.begin(), level.line.flags.end(), is_action);
}

ExecEffect find_effect(const CommandLevel& level, const std::string& cwd, const FileActor& actor,
                       Facts& facts) {
  if (!find_deletes(level)) return {};
  const auto roots = find_roots(level.argv);
  const bool filtered = is_filtered(level.line);
  const auto tests = tests_of(level);
  Picks picks;
  if (tests && !any_absurd(roots, facts)) {
    picks = picked(roots, *tests, facts);
    if (picks.all) return exact_effect(level, *tests, picks, roots, cwd, actor, facts);
  }
  ExecEffect effect =
      judge_delete(roots, {.extent = Extent::kAllBelow, .part = filtered}, cwd, actor, facts);
  const auto is_root = [&](const auto& root) {
    return facts.object(root, LastLink::kFollowed).path == "/";
  };
  if (filtered)
    soften(effect, level.line, true, std::any_of(roots.begin(), roots.end(), is_root));
  else if (!picks.all)
    say_at_most(effect);
  if (!picks.all && tests->named && !takes_only_byproducts(level.line)) add_kinds(effect, picks);
  return effect;
}

}  // namespace guard::policy
