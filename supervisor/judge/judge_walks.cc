// SPDX-License-Identifier: Apache-2.0
// Judge's part that looks: what a command would take with it, counted as far as its time allows.
#include <fcntl.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/process/shell_line.h"
#include "policy/effects/delete_effect.h"
#include "policy/effects/metadata_assessment.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/actors/shell_command.h"
#include "supervisor/facts/git_keeps.h"
#include "supervisor/facts/provenance.h"
#include "supervisor/facts/tree_facts.h"
#include "supervisor/judge/intents.h"
#include "supervisor/judge/judge.h"
#include "supervisor/judge/shell_around.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::PathClass;

// Applies what a program's spec lets it do unasked ("git" in .git, a linker over its output): for
// an installed program alone, not for what it starts.
void apply_implied(policy::Assessment& assessment, const PendingCall& call) {
  // Where the tree mounts, an installed program may load anything by an installed name.
  if (call.held.tracee->realm && !weakened("installed-inside")) return;
  const auto& implied = call.process->program->implied;
  if (!implied || assessment.block || assessment.tier <= implied->tier ||
      !call.action.actor.installed)
    return;
  const auto has = [](const auto& list, const auto& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  const bool covered = has(implied->acts, call.action.act) && !call.action.objects.empty() &&
                       std::all_of(call.action.objects.begin(), call.action.objects.end(),
                                   [&](const policy::Object& object) {
                                     return has(implied->classes, object.path_class);
                                   });
  // Only what may change the system (a package manager) may give rights on the way.
  const bool rights =
      policy::gives_rights(call.action) && !has(implied->classes, PathClass::kSystem);
  // git's work in .git is no trade of its own elsewhere.
  const auto& objects = call.action.objects;
  const bool leaves_git = call.action.act == Act::kRename && covered &&
                          objects.front().path_class == PathClass::kVcs &&
                          objects.back().path_class != PathClass::kVcs;
  if (!covered || rights || leaves_git) return;
  assessment.tier = implied->tier;
  assessment.rule = policy::own_rule("implied");
  assessment.reason = "part of what " + std::string(base_name(call.action.actor.exe)) + " does";
}

UniqueFd duplicate_of(const UniqueFd& fd) {
  return UniqueFd(fd.valid() ? ::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0) : -1);
}

}  // namespace

// A walk that was cut short is counted further before anybody is asked: a person answers to the
// number.
policy::Assessment Judge::assess(const PendingCall& call, const policy::Action& action,
                                 Judged& judged) const {
  policy::Assessment assessment = assess_within(call, action, {}, judged.walked);
  if (action.act != Act::kExec) return assessment;
  if (assessment.tier >= 2 && assessment.effect && !assessment.effect->complete) {
    judged.walked.clear();
    judged.walked_at = kernel_clock();
    assessment = assess_within(call, action, kWalkOfAQuestion, judged.walked);
  }
  judged.intent = intent_of(call, parts_.assessor.specs(), parts_.paths, assessment);
  return assessment;
}

policy::Assessment Judge::assess_within(const PendingCall& call, const policy::Action& action,
                                        const WalkLimits& limits,
                                        std::vector<ObjectId>& walked) const {
  ActPlace place = place_of(call);
  place.limits = limits;
  TreeFacts facts(parts_.paths, std::move(place));
  policy::Assessment assessment = parts_.assessor.assess(action, facts, call.readings);
  if (action.act == Act::kExec) {
    for (const auto& object : facts.last_objects()) walked.push_back({object.device, object.inode});
  } else {
    apply_implied(assessment, call);
    // Deletes that an answer covers are no streak: the list was shown.
    if (!earlier_answers_.covers_object(call)) ask_for_many(call, facts, assessment);
  }
  leave_to_agent(call, assessment);
  leave_to_npm(call, action, assessment);
  leave_to_git(call, assessment);
  leave_receiving_to_push(call, assessment);
  return assessment;
}

void Judge::ask_for_many(const PendingCall& call, TreeFacts& facts,
                         policy::Assessment& assessment) const {
  const auto look = [&facts](const std::string& path) {
    return facts.object(path, LastLink::kKept);
  };
  const auto is_kept = [&](std::size_t object) {
    const interceptor::HeldPath& held = object == 0 ? call.held.first : call.held.second;
    return held.exists() &&
           is_kept_by_git(parts_.paths, held.object.get(), call.action.objects[object].path);
  };
  const auto is_whole = [&](const policy::Object& folder) {
    return policy::is_whole_folder(folder, call.action.cwd, facts.workspace());
  };
  pace_.ask_for_many(call, assessment, look, is_kept, is_whole);
}

void Judge::note_names(const PendingCall& call) const {
  pace_.note(call);
}

void Judge::names_ended(const PendingCall& call, bool done) const {
  pace_.ended(call, done);
  if (!done) return;
  settle_collisions(call);
  if (parts_.others == nullptr || call.action.act == Act::kExec) return;
  for (const policy::Object& object : call.action.objects) parts_.others->wrote(object.path);
}

// A program settles them before it runs: its answer was about these files too.
void Judge::settle_collisions(const PendingCall& call) const {
  for (const std::string& path : call.collides) parts_.others->settle(path);
}

std::vector<std::pair<std::string, std::string>> Judge::collisions_at(
    const std::vector<std::string>& paths) const {
  std::vector<std::pair<std::string, std::string>> held;
  if (parts_.others == nullptr) return held;
  for (const std::string& path : paths)
    if (auto write = parts_.others->at(path))
      held.emplace_back(std::move(write->path), std::move(write->session));
  return held;
}

// Asked again in pieces, a person would be asked about what the answer was for. So all of it is
// counted now, while the command waits; what somebody changed since the question is left out.
void Judge::count_the_rest(PendingCall& call) const {
  std::vector<ObjectId> rest;
  (void)assess_within(call, call.action, walk_of_an_approval(call.walked_at), rest);
  std::ranges::move(rest, std::back_inserter(call.walked));
}

// No act of it is judged: folders may have swapped their names since the question, and a file may
// have been made that it would run. If the count was cut short, the beginning alone is compared.
bool Judge::reaches_what_was_shown(const PendingCall& call) const {
  const policy::Assessment& before = call.decision.assessment;
  const bool all = !before.effect || before.effect->complete;
  std::vector<ObjectId> reached;
  const auto now = assess_within(call, call.action, all ? WalkLimits() : kWalkOfAQuestion, reached);
  if (now.tier > before.tier || (now.unbound && !before.unbound)) return false;
  if (!all && !reached.empty()) reached.resize(1);
  ShownObjects shown;
  for (const ObjectId& object : call.walked) shown.add(object);
  return shown.holds_all(reached);
}

// The folder first: under its name another one may stand by now, and git works in the very folder.
bool Judge::is_as_shown(const PendingCall& call) const {
  // Root's own guard looks at it itself.
  const bool outside = parts_.raising == policy::Raising::kOutside;
  if (outside && call.decision.assessment.raised && !reaches_what_was_shown(call)) return false;
  if (call.intent.shown.empty()) return true;
  const auto folder = interceptor::open_working_folder(*call.held.tracee);
  if (!folder || parts_.paths.name_of(folder->get()).path != call.action.cwd) return false;
  policy::Assessment assessment = call.decision.assessment;
  assessment.rule = call.intent.rule;
  return intent_of(call, parts_.assessor.specs(), parts_.paths, assessment).shown ==
         call.intent.shown;
}

// This is for execs only: file acts come with their objects resolved.
ActPlace Judge::place_of(const PendingCall& call) const {
  ActPlace place;
  place.cwd_path = call.action.cwd;
  place.raising = parts_.raising;
  if (call.action.act != Act::kExec) return place;
  place.cwd = duplicate_of(call.working_folder);
  if (!place.cwd.valid()) {
    if (auto folder = interceptor::open_working_folder(*call.held.tracee))
      place.cwd = std::move(*folder);
  }
  if (call.held.tracee->realm) {
    if (auto root = interceptor::open_root(*call.held.tracee)) place.root = std::move(*root);
  }
  place.shell_text = shell_text_of(call.process->program->actor.argv);
  place.fed = is_fed(*call.process->program);
  if (place.fed && place.shell_text.empty()) place.shell_text = text_around(*call.process);
  place.shell_line = [pid = call.process->pid,
                      &argv = call.action.argv]() -> std::optional<std::string> {
    auto line = interceptor::line_of_bash(pid);
    return !line || line_led_to(*line, argv) ? line : "";
  };
  return place;
}

}  // namespace guard::supervisor
