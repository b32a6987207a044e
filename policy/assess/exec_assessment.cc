// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/exec_assessment.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "policy/assess/raised_programs.h"
#include "policy/assess/shown_secrets.h"
#include "policy/command/client_logins.h"
#include "policy/command/git_steps.h"
#include "policy/command/injected_loaders.h"
#include "policy/command/interpreters.h"
#include "policy/command/loader_run.h"
#include "policy/effects/fill_effect.h"
#include "policy/effects/git_side_files.h"
#include "policy/network/internal_address.h"
#include "policy/shell/nested_text.h"
#include "policy/text/glob.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

using Words = std::vector<std::string>;

bool any_flag(const Words& names, const CommandLine& line) {
  return std::any_of(names.begin(), names.end(),
                     [&](const auto& name) { return line.has_flag(name); });
}

bool says_no(const std::optional<std::string>& value) {
  constexpr std::array kNo = {std::string_view("false"), std::string_view("no"),
                              std::string_view("none"), std::string_view("0"),
                              std::string_view("off")};
  return value && std::find(kNo.begin(), kNo.end(), *value) != kNo.end();
}

// A flag that would make a command harmless counts only when nothing takes it back: the last value
// decides, and --dry-run=false or apt's -s- undo it.
bool disarms(const std::string& name, const CommandLine& line) {
  const std::size_t equals = name.find('=');
  if (equals != std::string::npos) {
    const auto last = line.value_of(name.substr(0, equals));
    return last && word_glob_matches(std::string_view(name).substr(equals + 1), *last);
  }
  return line.has_flag(name) && !says_no(line.value_of(name)) && !line.has_flag("-");
}

// --no-dry-run takes back -n as well, and may be cut short.
bool takes_back(const Flag& flag, const Words& names) {
  constexpr std::string_view kNot = "no-";
  if (!flag.name.starts_with(kNot)) return false;
  const std::string_view rest = std::string_view(flag.name).substr(kNot.size());
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return name.starts_with(rest); });
}

bool any_disarms(const Words& names, const CommandLine& line) {
  const bool taken_back = std::any_of(line.flags.begin(), line.flags.end(),
                                      [&](const Flag& flag) { return takes_back(flag, names); });
  if (taken_back) return false;
  return std::any_of(names.begin(), names.end(),
                     [&](const auto& name) { return disarms(name, line); });
}

bool all_flags(const Words& names, const CommandLine& line) {
  return std::all_of(names.begin(), names.end(),
                     [&](const auto& name) { return line.has_flag(name); });
}

bool any_operand(const Words& globs, const CommandLine& line) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](const auto& glob) { return line.has_operand(glob); });
}

bool stays_here(const SpecRule& rule, const CommandLine& line) {
  return !rule.unless_here.empty() && !line.operands.empty() && !any_flag(rule.unless_here, line) &&
         std::ranges::all_of(line.operands, is_loopback_place);
}

bool any_subcommand(const Words& subcommands, const CommandLine& line) {
  return std::any_of(subcommands.begin(), subcommands.end(),
                     [&](const auto& words) { return may_have_subcommand(line, words); });
}

bool any_class(const std::vector<PathClass>& classes, const CommandLine& line, Facts& facts) {
  return std::any_of(line.operands.begin(), line.operands.end(), [&](const auto& operand) {
    const Object object = facts.object(operand, LastLink::kFollowed);
    return std::ranges::find(classes, object.path_class) != classes.end() &&
           !(object.path_class == PathClass::kVcs &&
             is_beside_gits_own(object, facts.git_folders()));
  });
}

bool is_there(const std::string& name, Facts& facts) {
  return facts.object(name, LastLink::kFollowed).type != ObjectType::kMissing;
}

bool any_is_there(const Words& names, const CommandLine& line, Facts& facts) {
  return std::any_of(names.begin(), names.end(), [&](std::string name) {
    if (name == "{*}")
      return std::any_of(line.operands.begin(), line.operands.end(),
                         [&](const std::string& operand) { return is_there(operand, facts); });
    const std::size_t place = name.find("{}");
    if (place != std::string::npos) {
      // A name with a slash would lead elsewhere.
      if (line.operands.empty() || line.operands.front().find('/') != std::string::npos) {
        return false;
      }
      name.replace(place, 2, line.operands.front());
    }
    return is_there(name, facts);
  });
}

bool has_operand_of(const SpecRule& rule, const CommandLine& line, Facts& facts) {
  return rule.has.empty() || any_operand(rule.has, line) ||
         (rule.id == kShowsSecret && shows_secret(line, facts));
}

struct OriginRow {
  ImageOrigin origin;
  int tier;
  const char* rule;
  const char* reason;
};
constexpr std::array kOriginRows = {OriginRow{ImageOrigin::kBorn, 1, own_rule("exec.born"),
                                              "runs a program that was written in this session"},
                                    OriginRow{ImageOrigin::kMemfd, 2, own_rule("exec.memory"),
                                              "runs a program that lies in memory only"},
                                    OriginRow{ImageOrigin::kDeleted, 2, own_rule("exec.deleted"),
                                              "runs a program whose file is deleted"}};

void judge_image(const Action& action, std::vector<Finding>& findings) {
  for (const auto& row : kOriginRows) {
    if (row.origin != action.image_origin) continue;
    findings.push_back(exec_finding(Category::kExecArbitrary, row.tier, row.rule, row.reason));
  }
  if (action.image_unread) {
    findings.push_back(
        exec_finding(Category::kExecArbitrary, 2, own_rule("exec.unread"),
                     "runs a program of which nobody can tell whether it is a copy of another"));
  }
  if (const auto loader = injected_loader(action)) {
    auto finding = exec_finding(Category::kExecArbitrary, 2, own_rule("exec.injected_loader"),
                                *loader + " makes the program load code that was not judged");
    finding.alternative = "Unset " + *loader + ", or ask the user.";
    findings.push_back(std::move(finding));
  }
}

Finding finding_of(const SpecRule& rule, Raising raising) {
  Finding finding;
  finding.categories = rule.categories;
  finding.tier = rule.block ? 3 : rule.tier;
  finding.block = rule.block;
  finding.rule = rule.id;
  finding.reason = rule.reason;
  finding.alternative = rule.alternative;
  finding.implied = rule.implied;
  const bool raises = std::find(rule.categories.begin(), rule.categories.end(), Category::kSudo) !=
                      rule.categories.end();
  if (raises) settle_raising(finding, raising);
  if (rule.unbound && finding.raised) finding.tier = 3;
  return finding;
}

// The program that can be told to start a guard.
constexpr std::string_view kSupervisable = "sudo";

// Others of its kin would start a program that nobody supervises.
bool starts_others(const CommandSpec& spec) {
  return spec.wrapper.is_wrapper || std::ranges::any_of(spec.rules, &SpecRule::unbound);
}

// Not only which code it runs.
bool says_what_it_does(const CommandSpec& spec) {
  return !spec.rules.empty() || spec.operand_role != OperandRole::kNone ||
         spec.wrapper.is_wrapper || spec.set_user_id != SetUserId::kPlain ||
         spec.implied.has_value();
}

std::string name_of_other_file(const CommandLevel& level, const Action& action) {
  return level.line.program + " is " + action.exe +
         " here: guard gives rights of its own only to a program whose file is called " +
         level.line.program + "; run it outside";
}

enum class ReadingOf {
  kName,   // argv[0], the caller's to choose
  kImage,  // the file
  kCopy,   // the installed program that the file is a copy of: it adds findings and no rights
};

class ExecJudge {
 public:
  ExecJudge(const Action& action, Facts& facts) : action_(action), facts_(facts) {
    // Effects are the program's own acts: who acts is the image to be.
    actor_ = file_actor({action.exe, action.argv, action.image_origin == ImageOrigin::kInstalled});
  }

  void judge_reading(const CommandLevels& reading, ReadingOf what);
  ExecFindings take() { return std::move(out_); }
  [[nodiscard]] bool known() const { return known_; }
  std::vector<Finding>& findings() { return out_.findings; }

 private:
  [[nodiscard]] Raising raising_at(const CommandLevel& level, ReadingOf what) const;
  // It is called sudo, has rights of its own, and its file goes by another name.
  [[nodiscard]] bool is_of_another_name(const CommandLevel& level, ReadingOf what) const {
    return what == ReadingOf::kName && &level == outer_ && action_.image_setuid &&
           facts_.raising() != Raising::kNever;
  }
  void judge_level(const CommandLevel& level, ReadingOf what, bool may_imply);
  void take_effect(const CommandLevel& level);

  const Action& action_;
  Facts& facts_;
  FileActor actor_;
  ExecFindings out_;
  bool known_ = false;  // some spec speaks of it
  const CommandLevel* outer_ = nullptr;
};

void ExecJudge::take_effect(const CommandLevel& level) {
  ExecEffect effect = effect_of_operands(level, action_.cwd, actor_, facts_);
  out_.findings.insert(out_.findings.end(), effect.findings.begin(), effect.findings.end());
  if (!out_.effect.effect) out_.effect = std::move(effect);
}

// guard raises the file itself, and only a set-user-ID one: a name that the caller chose, and a
// script, gain nothing. If the words stand in a text, the file is not known yet.
Raising ExecJudge::raising_at(const CommandLevel& level, ReadingOf what) const {
  Raising raising = facts_.raising();
  if (raising == Raising::kNever || raising == Raising::kInTree) return raising;
  if (raising == Raising::kSupervised && base_name(level.called) != kSupervisable)
    raising = starts_others(*level.spec) ? Raising::kNever : Raising::kOutside;
  if (action_.exe.empty() || &level != outer_) return raising;
  return what == ReadingOf::kImage && action_.image_setuid ? raising : Raising::kNever;
}

void ExecJudge::judge_level(const CommandLevel& level, ReadingOf what, bool may_imply) {
  if (level.shell_text) out_.shell_texts.push_back(*level.shell_text);
  if (level.spec == nullptr) return;
  known_ = known_ || (what != ReadingOf::kCopy && says_what_it_does(*level.spec));
  const std::size_t first = out_.findings.size();
  for (const SpecRule& rule : level.spec->rules) {
    if (!fits(rule, level.line, facts_)) continue;
    Finding finding = finding_of(rule, raising_at(level, what));
    if (finding.cannot_be_had && is_of_another_name(level, what))
      finding.reason = name_of_other_file(level, action_);
    if (!may_imply) finding.implied.reset();
    out_.findings.push_back(std::move(finding));
  }
  if (what == ReadingOf::kImage && &level == outer_)
    judge_own_rights(action_, level, facts_.raising(), out_.findings, first);
  take_effect(level);
  if (auto fills = fill_finding(level.line, facts_)) out_.findings.push_back(std::move(*fills));
  if (may_imply && level.spec->implied && highest_tier(out_.findings, first) < 2) {
    Finding implied;
    implied.rule = own_rule("exec.ordinary");
    implied.implied = level.spec->implied;
    out_.findings.push_back(std::move(implied));
  }
}

void ExecJudge::judge_reading(const CommandLevels& reading, ReadingOf what) {
  const std::size_t from = out_.findings.size();
  // A wrapper or an interpreter runs another program, which brings its own implied acts.
  bool may_imply = what == ReadingOf::kImage && action_.image_origin == ImageOrigin::kInstalled;
  const std::string_view image = base_name(action_.exe);
  if (image == "git" || image.starts_with("git-")) {
    may_imply = may_imply && is_git_on_its_own(action_.exe, action_.argv);
  }
  outer_ = reading.levels.empty() ? nullptr : &reading.levels.front();
  for (const CommandLevel& level : reading.levels) {
    judge_level(level, what, may_imply);
    may_imply = false;
  }
  if (runs_through_loader(action_, reading)) {
    out_.findings.push_back(
        exec_finding(Category::kExecArbitrary, 2, own_rule("exec.loader"),
                     "runs a program through the loader, around the checks of an exec"));
    out_.findings.back().alternative = "Run the program itself.";
  }
  if (reading.too_deep) {
    out_.findings.push_back(exec_finding(Category::kExecArbitrary, 2, own_rule("exec.wrapped"),
                                         "hides what it runs behind more than eight wrappers"));
  }
  raise_sudo(out_.findings, from);
  judge_raised(reading, facts_, out_.findings);
}

// Publishing is always a step of its own.
// The session on the other machine is git's alone; what else its ssh was told to do stays.
void lower_gits_transport(const Action& action, std::vector<Finding>& findings) {
  constexpr std::string_view kSession = "ssh";  // commands/network.yaml
  if (!is_gits_transport(action)) return;
  for (Finding& finding : findings) {
    if (finding.rule == kSession) finding.tier = std::min(finding.tier, 1);
  }
}

void lower_gits_own_steps(const Action& action, std::vector<Finding>& findings) {
  if (!is_gits_own_step(action)) return;
  for (Finding& finding : findings) {
    const bool publishes = std::find(finding.categories.begin(), finding.categories.end(),
                                     Category::kGitPublish) != finding.categories.end();
    if (!publishes && !finding.block) finding.tier = std::min(finding.tier, 1);
  }
}

void lower_clients_logins(const Action& action, std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    if (is_clients_own_login(action, finding.rule)) finding.tier = std::min(finding.tier, 1);
  }
}

// sudo(8) edits where it is called by any name that ends so, whatever its file is called.
bool edits(std::string_view image, const Words& argv) {
  constexpr std::string_view kEnd = "edit";
  const std::string_view called = argv.empty() ? std::string_view() : base_name(argv[0]);
  return image == kSupervisable && called.size() > kEnd.size() && called.ends_with(kEnd);
}

Words named(Words argv, std::string_view image) {
  image = base_name(image);
  if (edits(image, argv)) image = "sudoedit";
  if (argv.empty()) argv.emplace_back();
  argv[0] = std::string(image);
  return argv;
}

// Finds who is told what git logs in with.
void judge_logins(const Action& action, std::vector<Finding>& findings) {
  if (is_told_a_password(action)) {
    findings.push_back(exec_finding(Category::kFsConfigSecrets, 2, own_rule("git.login.told"),
                                    "a git that logs in tells it the password"));
    findings.back().alternative = "Let the user log in.";
  }
  const Words by_image = named(action.argv, base_name(action.exe));
  if (steers_logins_to_come(action.argv) || steers_logins_to_come(by_image) ||
      steers_logins_to_come(action.known_argv)) {
    findings.push_back(exec_finding(Category::kFsConfigSecrets, 2, own_rule("git.login.steered"),
                                    "sets which program gets the password at later logins"));
    findings.back().alternative = "Leave the settings of logins to the user.";
  }
}

}  // namespace

bool fits(const SpecRule& rule, const CommandLine& line, Facts& facts) {
  if (!fits_words(rule, line, facts)) return false;
  if (!rule.exists.empty() && !any_is_there(rule.exists, line, facts)) return false;
  return !any_is_there(rule.not_exists, line, facts);
}

bool fits_words(const SpecRule& rule, const CommandLine& line, Facts& facts) {
  if (rule.bare && !(line.subcommand.empty() && line.operands.empty())) return false;
  if (!rule.sub.empty() && !any_subcommand(rule.sub, line)) return false;
  if (!rule.flags.empty() && !any_flag(rule.flags, line)) return false;
  if (!all_flags(rule.all_flags, line) || any_disarms(rule.not_flags, line)) return false;
  if (!has_operand_of(rule, line, facts)) return false;
  if (any_operand(rule.not_has, line) || stays_here(rule, line)) return false;
  if (rule.operands && *rule.operands == line.operands.empty()) return false;
  return rule.path_class.empty() || any_class(rule.path_class, line, facts);
}

std::vector<CommandLevels> readings_of(const Action& action, const SpecTable& specs) {
  std::vector<CommandLevels> readings;
  if (!action.argv.empty()) readings.push_back(command_levels(action.argv, specs));
  const std::string_view image = base_name(action.exe);
  if (!image.empty() && (readings.empty() || image != base_name(action.argv[0]))) {
    readings.push_back(command_levels(named(action.argv, image), specs));
  }
  // The image's own stays the last.
  if (!action.known_argv.empty()) {
    readings.insert(readings.empty() ? readings.end() : readings.end() - 1,
                    command_levels(action.known_argv, specs));
  }
  return readings;
}

const CommandLevel* level_of_rule(const std::vector<CommandLevels>& readings,
                                  const std::string& rule) {
  for (const auto& reading : readings) {
    for (const auto& level : reading.levels) {
      if (level.spec == nullptr) continue;
      for (const auto& row : level.spec->rules) {
        if (row.id == rule) return &level;
      }
    }
  }
  const bool none = readings.empty() || readings.front().levels.empty();
  return none ? nullptr : &readings.front().levels.front();
}

ExecFindings judge_exec(const Action& action, std::vector<CommandLevels> readings, Facts& facts) {
  ExecJudge judge(action, facts);
  const std::string_view image = base_name(action.exe);
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const std::size_t behind = readings.size() - i - 1;
    ReadingOf what = behind == 0 && !image.empty() ? ReadingOf::kImage : ReadingOf::kName;
    if (behind == 1 && !action.known_argv.empty()) what = ReadingOf::kCopy;
    judge.judge_reading(readings[i], what);
  }
  lower_gits_own_steps(action, judge.findings());
  lower_gits_transport(action, judge.findings());
  lower_clients_logins(action, judge.findings());
  judge_logins(action, judge.findings());
  judge_image(action, judge.findings());
  if (!judge.known()) judge_setuid(action, judge.findings());
  ExecFindings out = judge.take();
  out.readings = std::move(readings);
  return out;
}

}  // namespace guard::policy
