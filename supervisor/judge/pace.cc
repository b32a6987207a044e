// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/pace.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/command/interpreters.h"
#include "policy/command/own_trade.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/actors/shell_command.h"
#include "supervisor/judge/shell_around.h"

namespace guard::supervisor {
namespace {

using policy::Act;

constexpr std::size_t kMostDenied = 64;
constexpr const char* kPaceRule = policy::own_rule("pace.commands");

// A name that somebody typed as a word of the command that deletes it: what one such run deletes is
// one list. Another one says no more than a script does.
int run_of(const Process& process, const std::string& path) {
  const bool by_words = !policy::does_as_its_code_says(process.program->actor) &&
                        is_named_by(process, path) && is_typed_by_hand(process, path);
  return by_words ? process.pid : 0;
}

// A folder of before that goes, empty by now.
const policy::Object* folder_that_goes(const policy::Action& action,
                                       const policy::Assessment& assessment) {
  if (assessment.tier >= 2 || action.act != Act::kDelete || action.objects.size() != 1)
    return nullptr;
  const policy::Object& folder = action.objects[0];
  const bool goes = folder.type == policy::ObjectType::kDirectory && is_of_before(folder) &&
                    folder.path_class == policy::PathClass::kWorkspace;
  return goes ? &folder : nullptr;
}

// The file whose content goes with its name: deleted, or another one takes its place.
std::optional<std::size_t> content_that_goes(const policy::Action& action) {
  if (action.act == Act::kDelete && action.objects.size() == 1) return 0;
  if (action.act == Act::kRename && action.objects.size() == 2 && !action.exchange) return 1;
  return std::nullopt;
}

// git gives back what it has.
bool loses_to_git(const policy::Action& action, const Pace::IsKept& is_kept_by_git) {
  const auto which = content_that_goes(action);
  if (!which) return false;
  const policy::Object& gone = action.objects[*which];
  return is_of_before(gone) && gone.type != policy::ObjectType::kDirectory &&
         gone.recoverability != policy::Recoverability::kClean &&
         gone.path_class == policy::PathClass::kWorkspace && !is_kept_by_git(*which);
}

}  // namespace

// A command that the agent itself starts; what that starts belongs to it.
bool Pace::is_tool_call(const PendingCall& call) const {
  return counts_commands_ && call.action.act == Act::kExec && call.process->parent != nullptr &&
         call.process->command == call.process->pid;
}

// A program that the agent starts for itself, by its name: the pace alone is spared it.
bool Pace::is_helper(const PendingCall& call) const {
  const auto& profile = policy_.profile;
  return profile &&
         std::ranges::find(profile->helpers, base_name(call.action.exe)) != profile->helpers.end();
}

void Pace::ask_for_commands(const PendingCall& call, policy::Assessment& assessment) {
  if (assessment.tier >= 2 || assessment.block || !is_tool_call(call) || is_helper(call)) return;
  const auto question = limits_.count_automatic(std::string(base_name(call.action.exe)),
                                                assessment.tier, std::chrono::system_clock::now());
  if (!question) return;
  assessment.tier = 2;
  assessment.categories = {policy::Category::kExecArbitrary};
  assessment.rule = kPaceRule;
  assessment.reason = *question;
}

Pace::Counted Pace::count(const PendingCall& call, const std::string& name, const Look& look) {
  const Process& process = *call.process;
  const auto now = std::chrono::steady_clock::now();
  const int run = run_of(process, call.action.objects[0].path);
  const int command = command_of(process);
  DeleteStreaks::IsReplaced replaced;
  if (look) replaced = [&](const std::string& path) { return names_.took_the_place(look(path)); };
  const auto of_command = streaks_.count(command, name, now, run, replaced);
  const auto of_lines = command < 0 ? of_lines_.count(0, name, now, run, replaced) : std::nullopt;
  const auto of_session = of_session_.count(0, name, now, run, replaced);
  if (of_command) return {of_command, ""};
  if (of_lines) return {of_lines, " in this shell"};
  return {of_session, " in this session"};
}

// git writes the files of its work tree anew: that it deletes one is no word about its name.
void Pace::note(const PendingCall& call) {
  const bool writes_anew = call.action.act == policy::Act::kDelete &&
                           policy::is_git_at_work(call.process->program->actor);
  if (!writes_anew) names_.note(call.notification.id, call.action);
}

void Pace::ended(const PendingCall& call, bool done) {
  if (call.action.act != Act::kDelete && call.action.act != Act::kRename) return;
  names_.ended(call.notification.id, done);
}

void Pace::refused(const PendingCall& call) {
  if (!call.process || (call.action.act != Act::kDelete && call.action.act != Act::kRename)) return;
  if (const auto name = names_.going(call.action)) {
    streaks_.forget(command_of(*call.process), *name);
    of_lines_.forget(0, *name);
    of_session_.forget(0, *name);
  }
  const policy::Assessment& assessment = call.decision.assessment;
  const bool by_a_person = call.approval_status == "denied" && !call.approval_id.empty();
  if (!by_a_person || assessment.rule != policy::own_rule("fs.delete.many")) return;
  const std::lock_guard lock(denied_mutex_);
  if (denied_.size() == kMostDenied) denied_ = {"/"};  // the stricter reading
  denied_.insert(assessment.pattern);
}

bool Pace::is_denied_place(const std::string& name) const {
  const std::lock_guard lock(denied_mutex_);
  return std::ranges::any_of(denied_, [&name](const std::string& folder) {
    return folder == "/" ||
           (name.size() > folder.size() && name.starts_with(folder) && name[folder.size()] == '/');
  });
}

void Pace::ask_for_many(const PendingCall& call, policy::Assessment& assessment, const Look& look,
                        const IsKept& is_kept_by_git, const IsWhole& is_whole) {
  const policy::Actor& actor = call.process->program->actor;
  if (policy::is_git_at_work(actor) && !loses_to_git(call.action, is_kept_by_git)) return;
  if (const policy::Object* folder = folder_that_goes(call.action, assessment)) {
    // Its files were counted, each of them.
    if (policy::is_git_or_its_rm(actor)) return;
    const std::size_t files =
        ask_for_folder(command_of(*call.process), names_.former_name(folder->path), assessment);
    const bool was_asked = files > kStreakUnasked;
    if (files > 0 && !was_asked && is_whole && is_whole(*folder)) assessment.tier = 3;
    return;
  }
  const auto name = names_.going(call.action);
  if (!name || assessment.tier >= 2) return;
  // A file that was moved there lately is none of the manager's.
  if (policy::is_own_folder(actor, *name) && *name == call.action.objects[0].path) return;
  const Counted counted = count(call, *name, look);
  if (!counted.streak && is_denied_place(*name)) {
    const std::string folder(parent_of(*name));
    ask_for(folder, assessment);
    assessment.reason =
        "deletes a file of before in " + safe_text(folder) + ", where a list of deletes was denied";
  }
  if (!counted.streak) return;
  ask_for(counted.streak->folder, assessment);
  assessment.reason = "deletes files of before one by one, " +
                      std::to_string(counted.streak->files) + " by now" + counted.by + ", below " +
                      safe_text(counted.streak->folder);
}

// A folder that goes file by file is small where the files alone are no streak.
std::size_t Pace::ask_for_folder(int command, const std::string& folder,
                                 policy::Assessment& assessment) {
  const std::size_t files = streaks_.below(command, folder, std::chrono::steady_clock::now());
  if (files == 0) return 0;
  ask_for(folder, assessment);
  assessment.reason = "removes the folder " + safe_text(folder) + ", after " +
                      count_text(files, "file", "files") + " of before in it";
  return files;
}

void Pace::ask_for(const std::string& folder, policy::Assessment& assessment) {
  assessment.tier = 2;
  assessment.rule = policy::own_rule("fs.delete.many");
  if (assessment.categories.empty()) assessment.categories = {policy::Category::kFsDeleteOverwrite};
  assessment.wildcard = true;
  assessment.pattern = folder;
}

std::optional<std::string> Pace::too_many_questions(const PendingCall& call,
                                                    const policy::Decision& decision) {
  const bool counts = decision.assessment.tier >= 2 && decision.rule != kPaceRule;
  if (!counts || !is_tool_call(call)) return std::nullopt;
  return limits_.count_asked(std::string(base_name(call.action.exe)),
                             std::chrono::system_clock::now());
}

void Pace::go_on_after(const PendingCall& call) {
  if (call.decision.rule == kPaceRule) limits_.go_on();
  const policy::Assessment& assessment = call.decision.assessment;
  if (assessment.rule != policy::own_rule("fs.delete.many")) return;
  const std::lock_guard lock(denied_mutex_);
  denied_.erase(assessment.pattern);
}

}  // namespace guard::supervisor
