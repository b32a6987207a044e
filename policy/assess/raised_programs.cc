// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/raised_programs.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "policy/command/code_words.h"
#include "policy/command/interpreters.h"
#include "policy/shell/nested_text.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

constexpr const char* kOutside =
    ", outside of guard: no act of it is judged, and undo takes none back";

constexpr const char* kUnderRootsGuard =
    ", under a guard of root's own: what it does is judged by this policy and asked here";

void refuse_rights(Finding& finding) {
  finding.cannot_be_had = true;
  finding.reason = "needs privileges that are not to be had under guard; run it outside";
  finding.alternative = "Ask the user to run it in a terminal of their own.";
}

// A file system in user space (libfuse) is handed what is mounted by a descriptor.
bool mounts_for_its_caller(const CommandLine& line) {
  const bool mounts = line.program == "fusermount" || line.program == "fusermount3";
  return mounts && !line.has_flag("u") && !line.has_flag("unmount");
}

bool is_open_program(const std::string& called, Facts& facts) {
  const std::string_view name = base_name(called);
  return is_shell(name) || is_interpreter(name) ||
         (called.find('/') != std::string::npos &&
          (facts.object(called, LastLink::kFollowed).path_class != PathClass::kSystem ||
           facts.changeable(called) != Changeable::kNot));
}

bool is_open(const CommandLevel& level, Facts& facts) {
  return level.shell_text.has_value() || is_open_program(level.called, facts);
}

bool is_roots(const std::string& name, Facts& facts) {
  return facts.object(name, LastLink::kFollowed).path_class == PathClass::kSystem;
}

// It is up to this user what it runs besides itself. A word that names nothing here (`pip install
// flask`) names no code of this user's either.
bool runs_open_code(const CommandLevels& reading, std::size_t at, Facts& facts) {
  const CommandLevel& level = reading.levels[at];
  const bool here = level.spec != nullptr && level.spec->code == RunsCode::kFolder;
  if (here && (!is_roots(".", facts) || facts.changeable(".") != Changeable::kNot)) return true;
  const CodeWords words = code_words(reading, at);
  return words.open ||
         std::ranges::any_of(
             words.paths,
             [&](const std::string& path) { return facts.changeable(path) != Changeable::kNot; }) ||
         std::ranges::any_of(words.files, [&](const std::string& file) {
           return facts.changeable(file) == Changeable::kNow;
         });
}

// Between guard's look at a file and the program's own the name may lead elsewhere. Under a guard
// of root's own each use of data is judged when it comes.
bool names_files_of_ours(const CommandLevels& reading, std::size_t at, Facts& facts) {
  const CommandSpec* spec = reading.levels[at].spec;
  const bool data = spec != nullptr && spec->code == RunsCode::kNone;
  if (data && at > 0 && facts.raising() == Raising::kSupervised) return false;
  return std::ranges::any_of(named_files(reading, at), [&](const std::string& name) {
    return facts.changeable(name) != Changeable::kNot;
  });
}

bool any_names_files_of_ours(const CommandLevels& reading, Facts& facts) {
  for (std::size_t at = 0; at < reading.levels.size(); ++at)
    if (names_files_of_ours(reading, at, facts)) return true;
  return false;
}

// pkexec goes to the home of the user that it becomes, and so does run0 for others than root: a
// relative name was looked at here.
bool leads_from_elsewhere(const CommandLevels& reading) {
  const CommandLine& outer = reading.levels.front().line;
  const bool goes = (outer.program == "pkexec" && !outer.has_flag("keep-cwd")) ||
                    (outer.program == "run0" && (outer.has_flag("u") || outer.has_flag("user")));
  for (std::size_t at = 1; goes && at < reading.levels.size(); ++at)
    if (std::ranges::any_of(named_files(reading, at),
                            [](const std::string& name) { return !name.starts_with('/'); }))
      return true;
  return false;
}

bool any_runs_open_code(const CommandLevels& reading, Facts& facts) {
  for (std::size_t at = 0; at < reading.levels.size(); ++at)
    if (runs_open_code(reading, at, facts)) return true;
  return false;
}

// `sudo LD_PRELOAD=./x.so ls`: what the program loads, and which one it is, is this user's to say.
bool sets_variables(const CommandLevel& outer) {
  if (outer.line.operands.empty()) return false;
  const std::string& first = outer.line.operands.front();
  return !first.starts_with('/') && first.find('=') != std::string::npos;
}

}  // namespace

Finding exec_finding(Category category, int tier, std::string rule, std::string reason) {
  Finding finding;
  finding.categories = {category};
  finding.tier = tier;
  finding.rule = std::move(rule);
  finding.reason = std::move(reason);
  return finding;
}

int highest_tier(const std::vector<Finding>& findings, std::size_t from) {
  int tier = 0;
  for (std::size_t i = from; i < findings.size(); ++i) tier = std::max(tier, findings[i].tier);
  return tier;
}

// `sudo --version` needs its rights as well, and asks nothing.
void settle_raising(Finding& finding, Raising raising) {
  finding.raised = raising == Raising::kOutside || raising == Raising::kSupervised;
  if (finding.tier < 2) return;
  if (raising == Raising::kOutside) finding.reason += kOutside;
  if (raising == Raising::kSupervised) finding.reason += kUnderRootsGuard;
  if (raising == Raising::kNever) refuse_rights(finding);
}

void judge_own_rights(const Action& action, const CommandLevel& level, Raising raising,
                      std::vector<Finding>& findings, std::size_t from) {
  if (!action.image_setuid || raising == Raising::kInTree || highest_tier(findings, from) < 2)
    return;
  const SetUserId use = level.spec->set_user_id;
  if (mounts_for_its_caller(level.line)) {
    refuse_rights(findings.back());
    findings.back().reason =
        "mounts for the program that calls it, over a socket of that program's "
        "(_FUSE_COMMFD), which does not reach what runs outside: only -u can work under guard";
    return;
  }
  if (use == SetUserId::kRefused) refuse_rights(findings.back());
  if (use != SetUserId::kAsked || raising == Raising::kNever) return;
  findings.push_back(exec_finding(Category::kSudo, 2, own_rule("exec.raised"),
                                  std::string("with its owner's rights") + kOutside));
  findings.back().raised = true;
}

void judge_setuid(const Action& action, std::vector<Finding>& findings) {
  if (!action.image_setuid) return;
  findings.push_back(exec_finding(Category::kSudo, 2, own_rule("exec.setuid"),
                                  "a program that runs with its owner's rights"));
}

void raise_sudo(std::vector<Finding>& findings, std::size_t from) {
  const int inner = highest_tier(findings, from);
  for (std::size_t i = from; i < findings.size(); ++i) {
    Finding& finding = findings[i];
    const bool sudo =
        std::ranges::find(finding.categories, Category::kSudo) != finding.categories.end();
    if (sudo && finding.tier >= 2) finding.tier = std::max(finding.tier, inner);
  }
}

void judge_raised(const CommandLevels& reading, Facts& facts, std::vector<Finding>& findings) {
  const bool is_raised =
      facts.raising() == Raising::kOutside || facts.raising() == Raising::kSupervised;
  if (!is_raised || reading.levels.empty()) return;
  if (std::ranges::none_of(findings, &Finding::raised)) return;
  const auto any_inner = [&](const auto& holds) {
    return std::any_of(reading.levels.begin() + 1, reading.levels.end(),
                       [&](const CommandLevel& level) { return holds(level, facts); });
  };
  // `su -c TEXT`: a shell reads it, and none of what it starts is seen.
  const bool hands_text_on = reading.levels.front().shell_text.has_value();
  const char* reason = nullptr;
  if (hands_text_on || sets_variables(reading.levels.front()) || any_inner(is_open))
    reason =
        "with raised privileges, a shell, an interpreter, a program that this user can change, or "
        "variables of this user's";
  else if (any_runs_open_code(reading, facts))
    reason =
        "with raised privileges, code that this user can change, or whatever is typed at the "
        "program";
  else if (leads_from_elsewhere(reading))
    reason =
        "with raised privileges, from the home folder of the user that it becomes: relative names "
        "are other files there than here";
  if (reason == nullptr) {
    if (any_names_files_of_ours(reading, facts))
      for (Finding& finding : findings) finding.rebindable = finding.raised;
    return;
  }
  for (Finding& finding : findings) finding.unbound = finding.unbound || finding.raised;
  // Under a guard of root's own the inner program's acts are judged when they come.
  if (facts.raising() == Raising::kSupervised) return;
  findings.push_back(exec_finding(Category::kSudo, 3, own_rule("sudo.unbound"), reason));
  findings.back().raised = true;
}

}  // namespace guard::policy
