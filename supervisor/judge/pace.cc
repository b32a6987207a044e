// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/pace.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "policy/command/interpreters.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::supervisor {
namespace {

using policy::Act;

constexpr const char* kPaceRule = policy::own_rule("pace.commands");

// One that names what it deletes was judged by its words; one after another, started by a loop or
// `xargs -n1`, say no more than a script does. Other tools (git, npm, a build) are judged whole.
bool removes_by_name(const policy::Actor& actor) {
  const std::string_view name = base_name(actor.exe);
  return actor.installed && !actor.tampered && (name == "rm" || name == "unlink" || name == "mv");
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
  const policy::Object* goes = saved_that_goes(call.action, assessment);
  if (goes == nullptr || (!by_name && !policy::does_as_its_code_says(actor))) return;
  const auto now = std::chrono::steady_clock::now();
  const int remover = by_name ? process.pid : 0;
  const auto of_command = streaks_.count(process.command, goes->path, now, remover);
  const auto of_session = of_session_.count(0, goes->path, now, remover);
  const auto& streak = of_command ? of_command : of_session;
  if (!streak) return;
  assessment.tier = 2;
  assessment.rule = policy::own_rule("fs.delete.many");
  assessment.wildcard = true;
  assessment.pattern = streak->folder;
  assessment.reason =
      std::string("deletes files of before one by one, ") + std::to_string(streak->files) +
      " by now" + (of_command ? "" : " in this session") + ", below " + safe_text(streak->folder);
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
