// SPDX-License-Identifier: Apache-2.0
#include "supervisor/pace.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "base/text.h"
#include "policy/interpreters.h"

namespace guard::supervisor {
namespace {

using policy::Act;

constexpr const char* kPaceRule = "pace.commands";

// What it deletes was not told by its command line: not rm, tar or npm, but what is written for it.
bool does_as_its_code_says(const policy::Actor& actor) {
  if (!actor.installed || actor.tampered) return true;
  return actor.script.empty() && policy::is_interpreter(base_name(actor.exe));
}

// One that names what it deletes was judged by its words; one after another, started by a loop or
// `xargs -n1`, say no more than a script does. Other tools (git, npm, a build) are judged whole.
bool removes_by_name(const policy::Actor& actor) {
  const std::string_view name = base_name(actor.exe);
  return actor.installed && !actor.tampered && (name == "rm" || name == "unlink");
}

// Of the workspace, of before, and in the undo store or in git.
bool deletes_one_saved(const policy::Action& action, const policy::Assessment& assessment) {
  if (action.act != Act::kDelete || assessment.rule != "fs.delete" || assessment.tier != 1 ||
      action.objects.size() != 1)
    return false;
  const policy::Object& object = action.objects.front();
  return object.type != policy::ObjectType::kDirectory &&
         object.path_class == policy::PathClass::kWorkspace;
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
  if (!deletes_one_saved(call.action, assessment) || (!by_name && !does_as_its_code_says(actor)))
    return;
  const auto streak = streaks_.count(process.command, call.action.objects.front().path,
                                     std::chrono::steady_clock::now(), by_name ? process.pid : 0);
  if (!streak) return;
  assessment.tier = 2;
  assessment.rule = "fs.delete.many";
  assessment.wildcard = true;
  assessment.pattern = streak->folder;
  assessment.reason = "deletes files of before one by one, " + std::to_string(streak->files) +
                      " by now, below " + safe_text(streak->folder);
}

bool Pace::refuse(PendingCall& call) {
  const bool counts = call.decision.assessment.tier >= 2 && call.decision.rule != kPaceRule;
  if (!counts || !is_tool_call(call)) return false;
  const auto why = limits_.count_asked(std::string(base_name(call.action.exe)),
                                       std::chrono::system_clock::now());
  if (!why) return false;
  call.decision.verdict = policy::Verdict::kDeny;
  call.decision.rule = "pace.asked";
  call.decision.reason = *why;
  return true;
}

void Pace::go_on_after(const PendingCall& call) {
  if (call.decision.rule == kPaceRule) limits_.go_on();
}

}  // namespace guard::supervisor
