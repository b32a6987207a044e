// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/pace.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "policy/command/interpreters.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/actors/shell_command.h"
#include "supervisor/judge/shell_around.h"

namespace guard::supervisor {
namespace {

using policy::Act;

constexpr const char* kPaceRule = policy::own_rule("pace.commands");

// One that names what it deletes was judged by its words; one after another, started by a loop or
// `xargs -n1`, say no more than a script does. Other tools (git, npm, a build) are judged whole.
bool removes_by_name(const policy::Actor& actor) {
  const std::string_view name = base_name(actor.exe);
  constexpr auto kRemovers = std::to_array<std::string_view>({"rm", "unlink", "rmdir", "mv"});
  return actor.installed && !actor.tampered &&
         std::ranges::find(kRemovers, name) != kRemovers.end();
}

bool is_file_of_workspace(const policy::Object& object) {
  return object.type != policy::ObjectType::kDirectory &&
         object.path_class == policy::PathClass::kWorkspace;
}

bool is_of_before(const policy::Object& object) {
  return object.type != policy::ObjectType::kMissing &&
         (object.recoverability == policy::Recoverability::kSaved ||
          object.recoverability == policy::Recoverability::kClean);
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

// The file of the workspace, of before, in the undo store or in git, that is there no more once
// this is done. A rename of what the session made over an old file saves that file anew: nothing
// goes.
const policy::Object* saved_that_goes(const policy::Action& action,
                                      const policy::Assessment& assessment) {
  if (assessment.tier >= 2 || action.objects.empty() || !is_file_of_workspace(action.objects[0]))
    return nullptr;
  const policy::Object& first = action.objects[0];
  if (action.act == Act::kDelete)
    return assessment.rule == policy::own_rule("fs.delete") && assessment.tier == 1 &&
                   action.objects.size() == 1
               ? &first
               : nullptr;
  if (action.act != Act::kRename || action.objects.size() != 2 || action.exchange ||
      !is_of_before(first))
    return nullptr;
  const policy::Object& target = action.objects[1];
  if (is_of_before(target)) return is_file_of_workspace(target) ? &target : nullptr;
  return target.path_class == policy::PathClass::kTmp ? &first : nullptr;
}

}  // namespace

// What the agent itself starts; what that starts belongs to it.
bool Pace::is_tool_call(const PendingCall& call) const {
  return counts_commands_ && call.action.act == Act::kExec && call.process->parent != nullptr &&
         call.process->command == call.process->pid;
}

// What the agent starts for itself, by its name: the pace alone is spared it.
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

void Pace::ask_for_many(const PendingCall& call, policy::Assessment& assessment) {
  const Process& process = *call.process;
  const policy::Actor& actor = process.program->actor;
  const bool by_name = removes_by_name(actor);
  if (!by_name && !policy::does_as_its_code_says(actor)) return;
  if (const policy::Object* folder = folder_that_goes(call.action, assessment))
    return ask_for_folder(command_of(process), folder->path, assessment);
  const policy::Object* goes = saved_that_goes(call.action, assessment);
  if (goes == nullptr) return;
  const auto now = std::chrono::steady_clock::now();
  const int remover = by_name && is_typed_by_hand(process, goes->path) ? process.pid : 0;
  const int command = command_of(process);
  const auto of_command = streaks_.count(command, goes->path, now, remover);
  const auto of_lines = command < 0 ? of_lines_.count(0, goes->path, now, remover) : std::nullopt;
  const auto of_session = of_session_.count(0, goes->path, now, remover);
  const auto& streak = of_command ? of_command : of_lines ? of_lines : of_session;
  if (!streak) return;
  ask_for(streak->folder, assessment);
  const char* const by = of_command ? "" : of_lines ? " in this shell" : " in this session";
  assessment.reason = "deletes files of before one by one, " + std::to_string(streak->files) +
                      " by now" + by + ", below " + safe_text(streak->folder);
}

// A folder that goes file by file is small where the files alone are no streak.
void Pace::ask_for_folder(int command, const std::string& folder, policy::Assessment& assessment) {
  const std::size_t files = streaks_.below(command, folder, std::chrono::steady_clock::now());
  if (files == 0) return;
  ask_for(folder, assessment);
  assessment.reason = "removes the folder " + safe_text(folder) + ", after " +
                      count_text(files, "file", "files") + " of before in it";
}

void Pace::ask_for(const std::string& folder, policy::Assessment& assessment) {
  assessment.tier = 2;
  assessment.rule = policy::own_rule("fs.delete.many");
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
}

}  // namespace guard::supervisor
