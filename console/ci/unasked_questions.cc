// SPDX-License-Identifier: Apache-2.0
#include "console/ci/unasked_questions.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/shell/nested_text.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::console {
namespace {

using policy::TierAction;
using supervisor::AuditRecord;

// "29345 rm" is 29345.
int process_in(const std::string& link) {
  int pid = 0;
  std::from_chars(link.data(), link.data() + link.size(), pid);
  return pid;
}

// The process itself comes first, then those above it, nearest first.
std::vector<int> processes_of(const AuditRecord& record) {
  std::vector<int> all = {record.pid};
  for (const std::string& link : record.chain)
    if (const int pid = process_in(link); pid != record.pid) all.push_back(pid);
  return all;
}

bool lies_in(const std::string& path, const std::string& folder) {
  return path == folder || folder == "/" ||
         (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

bool lies_in_any(const std::string& path, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders,
                             [&path](const std::string& folder) { return lies_in(path, folder); });
}

bool has_all(const std::vector<std::string>& all, const std::vector<std::string>& some) {
  return std::ranges::all_of(
      some, [&all](const std::string& one) { return std::ranges::find(all, one) != all.end(); });
}

bool is_only_about_files(const AuditRecord& record) {
  return std::ranges::all_of(record.categories, [](const std::string& category) {
    return category == "FS_DELETE_OVERWRITE" || category == "FS_OUTSIDE_WORKSPACE";
  });
}

// `timeout 5 rm -rf b` and the `rm -rf b` that it starts; `find a -exec rm {} +` and what its rm
// gets.
bool starts(const AuditRecord& command, const AuditRecord& next) {
  if (command.cwd == next.cwd && command.rule == next.rule &&
      std::search(command.argv.begin(), command.argv.end(), next.argv.begin(), next.argv.end()) !=
          command.argv.end())
    return true;
  return is_only_about_files(next) && !next.objects.empty() &&
         std::ranges::all_of(next.objects, [&command](const std::string& path) {
           return lies_in_any(path, command.objects);
         });
}

// A question about a command says which files it changes. Acts of its own program on these files
// were then in that question.
bool covers(const AuditRecord& command, const AuditRecord& act) {
  if (!has_all(command.categories, act.categories)) return false;
  if (act.act == "exec") return starts(command, act);
  const bool same_rule = command.pid == act.pid && command.rule == act.rule;
  return same_rule || (!command.effect.is_null() && !act.objects.empty());
}

bool is_about_many(const AuditRecord& record) {
  return record.rule == policy::own_rule("fs.delete.many");
}

bool is_file_act(const AuditRecord& record) {
  return record.act != "exec" && !record.objects.empty() && record.objects.front().starts_with('/');
}

// How far a Yes reaches: into the folder, but of secrets and the like to the file alone.
std::string reach_of(const AuditRecord& record) {
  const std::string& path = record.objects.front();
  return is_only_about_files(record) ? std::string(folder_of(path)) : path;
}

// guard run --network log: reached without the question that it would be.
bool is_logged_host(const AuditRecord& record) {
  return record.rule == policy::own_rule("network.logged");
}

bool remembers(TierAction action) {
  return action == TierAction::kAskThenRemember || action == TierAction::kConfirmThenRemember;
}

}  // namespace

TierAction UnaskedQuestions::action_for(const AuditRecord& record) const {
  if (!policy_) return TierAction::kAsk;
  return policy_->mode.tiers.at(static_cast<std::size_t>(std::clamp(record.risk_tier, 0, 3)));
}

// A rule may ask about what the mode lets go.
bool UnaskedQuestions::asks(const AuditRecord& record) const {
  const TierAction action = action_for(record);
  if (action != TierAction::kAllow && action != TierAction::kLog) return true;
  return std::ranges::any_of(policy_->rules, [&record](const policy::Rule& rule) {
    return rule.id == record.rule && rule.decides && rule.decision == policy::Verdict::kAsk;
  });
}

// A question about many acts counts these together: all of CMD, where that is a shell; else what
// one child of CMD does.
int UnaskedQuestions::command_of(const AuditRecord& record) const {
  const std::vector<int> processes = processes_of(record);
  if (shell_runs_ || processes.size() < 2) return processes.back();
  return processes[processes.size() - 2];
}

bool UnaskedQuestions::goes_with_command(const AuditRecord& record) const {
  return std::ranges::any_of(processes_of(record), [&](int pid) {
    const auto command = commands_.find(pid);
    return command != commands_.end() && covers(command->second, record);
  });
}

bool UnaskedQuestions::goes_with_file_act(const AuditRecord& record) const {
  return std::ranges::any_of(processes_of(record), [&](int pid) {
    const auto acts = file_acts_.find(pid);
    return acts != file_acts_.end() &&
           std::ranges::any_of(acts->second, [&record](const AuditRecord& before) {
             return before.act == record.act && has_all(before.categories, record.categories) &&
                    lies_in(record.objects.front(), reach_of(before));
           });
  });
}

// A connection that one program tries again; what a mode asks once for a command, or a session.
bool UnaskedQuestions::is_first_of_its_kind(const AuditRecord& record) {
  const TierAction action = action_for(record);
  if (action == TierAction::kAskOncePerCommand)
    return others_.insert("command " + std::to_string(command_of(record))).second;
  std::string key = remembers(action) ? "" : std::to_string(record.pid);
  key += "\n" + record.act + "\n" + record.rule + "\n" + command_text(record.argv);
  for (const std::string& object : record.objects) key += "\n" + object;
  // A command that is run again is asked about again.
  return others_.insert(std::move(key)).second || (record.act == "exec" && !remembers(action));
}

bool UnaskedQuestions::take(const AuditRecord& record) {
  const bool is_command = record.act == "exec";
  if (is_command && !any_command_) {
    any_command_ = true;
    shell_runs_ = !record.argv.empty() && policy::is_shell(base_name(record.argv.front()));
  }
  const bool is_question =
      (record.approval_status == "skipped" && asks(record)) || is_logged_host(record);
  const bool goes_with = is_question && (goes_with_command(record) ||
                                         (is_file_act(record) && goes_with_file_act(record)));
  if (is_command && record.outcome == "done") {
    // Another program began.
    commands_.erase(record.pid);
    file_acts_.erase(record.pid);
    if (is_question) commands_.emplace(record.pid, record);
  }
  if (!is_question || goes_with) return false;
  if (is_file_act(record))
    file_acts_[is_about_many(record) ? command_of(record) : record.pid].push_back(record);
  return is_first_of_its_kind(record);
}

}  // namespace guard::console
