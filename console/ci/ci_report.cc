// SPDX-License-Identifier: Apache-2.0
#include "console/ci/ci_report.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>

#include "base/clock.h"
#include "base/text/text.h"
#include "console/ci/unasked_questions.h"
#include "console/learning/recorded_act.h"
#include "policy/decide/evaluator.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using supervisor::StoredRecord;

constexpr std::size_t kMostRefusals = 500;
constexpr std::size_t kMostUnasked = 100;

std::string what_of(const AuditRecord& record) {
  return record.argv.empty() ? safe_text(record.result_summary) : command_text(record.argv);
}

// Or would have been; also what repeats an act whose question was denied.
bool was_asked(const AuditRecord& record) {
  if (was_skipped(record)) return true;
  if (!record.approval_status) return record.approval_id.has_value();
  return *record.approval_status == "denied" || *record.approval_status == "timeout" ||
         *record.approval_status == "withdrawn";
}

// A reader of the report knows already that nobody answers.
std::string reason_of(const AuditRecord& record) {
  std::string reason = safe_text(record.reason);
  for (const std::string_view note : policy::kNobodyAnswers) {
    const std::string why = " (" + std::string(note) + ")";
    if (const std::size_t at = reason.find(why); at != std::string::npos)
      reason.erase(at, why.size());
  }
  return reason;
}

// Code scanning shows files alone.
bool is_folder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

// Nothing was done. The last line may be written before the acts are counted, or after.
bool is_of_record_itself(const AuditRecord& record) {
  return record.kind == supervisor::kKindBegin || record.kind == supervisor::kKindEnd;
}

// A line that lets one program through does not let another. A command names its own, and an entry
// of network.allow holds for all of them.
bool is_of_program(const AuditRecord& record) {
  return record.act != "exec" && record.rule != policy::own_rule("network.other");
}

// A person could have approved each act that was let through unasked.
AuditRecord as_approved(AuditRecord record) {
  record.approval_status = "approved";
  if (record.rule == policy::own_rule("network.logged"))
    record.rule = policy::own_rule("network.other");
  return record;
}

class Collector {
 public:
  Collector(CiReport& report, const CiKnown& known)
      : report_(report), known_(known), questions_(known.policy) {}

  [[nodiscard]] bool seen_any() const { return seen_any_; }
  // Where several programs were refused the same, each entry says which.
  void name_programs() {
    std::map<std::string, std::set<std::string>> by_act;
    for (std::size_t i = 0; i < programs_.size(); ++i)
      by_act[report_.refusals[i].what].insert(programs_[i]);
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      CiRefusal& refusal = report_.refusals[i];
      if (const auto of = by_act.find(refusal.what);
          !programs_[i].empty() && of != by_act.end() && of->second.size() > 1)
        refusal.what += " by " + safe_text(programs_[i]);
    }
  }
  void take(const AuditRecord& record) {
    seen_any_ = true;
    if (record.act == supervisor::kInheritTool || is_of_record_itself(record)) return;
    ++report_.records;
    if (report_.first.empty()) report_.first = safe_text(record.timestamp);
    report_.last = safe_text(record.timestamp);
    if (report_.level.empty()) report_.level = safe_text(record.level);
    if (record.undo_id) ++report_.saved;
    if (record.act == "exec" && report_.command.empty()) take_command(record);
    if (record.act.empty() || record.act == supervisor::kAnswerTool) return;
    if (record.outcome == "refused") return take_refusal(record);
    if (questions_.take(record)) note_unasked(record);
    if (record.outcome != "done") return;
    if (record.act == "exec") ++report_.commands;
    ++report_.tiers.at(static_cast<std::size_t>(std::clamp(record.risk_tier, 0, 3)));
  }

 private:
  void take_command(const AuditRecord& record) {
    report_.command = what_of(record);
    std::vector<std::string> words = record.argv;
    words.insert(words.begin(), record.exe);
    for (const std::string& word : words) {
      const std::string path = word.starts_with('/') ? word : record.cwd + "/" + word;
      std::error_code error;
      const std::string canonical = std::filesystem::canonical(path, error).string();
      if (error || is_folder(canonical)) continue;
      report_.script = safe_text(path_below(known_.folder, canonical));
      if (!report_.script.empty()) return;
    }
  }

  // A shell that may not start /usr/bin/rm goes on to /bin/rm: that is the same refusal.
  [[nodiscard]] bool is_the_same_once_more(const AuditRecord& record) const {
    return record.rule == policy::own_rule("lease") && record.act == "exec" &&
           std::ranges::any_of(report_.refusals, [&](const CiRefusal& refusal) {
             return refusal.what == what_of(record) && refusal.reason == reason_of(record);
           });
  }

  // A program tries the addresses of a host one after the other: that is one connection to it.
  [[nodiscard]] bool is_another_address(const AuditRecord& record) {
    constexpr auto kMoment = std::chrono::seconds(2);
    const auto now = parse_iso_time(record.timestamp);
    if (record.act != "connect" || !now) return false;
    const std::string key = std::to_string(record.pid) + "\n" + what_of(record);
    const auto [before, is_new] = refused_hosts_.try_emplace(key, *now);
    if (is_new) return false;
    const bool same = *now - before->second < kMoment;
    before->second = *now;
    return same;
  }

  void note_unasked(const AuditRecord& record) {
    ++report_.unasked;
    CiUnasked act{record.risk_tier,
                  what_of(record),
                  safe_text(record.category),
                  safe_text(record.rule),
                  reason_of(record),
                  1,
                  {}};
    auto& known = report_.let_through;
    const auto same = std::ranges::find_if(known, [&](const CiUnasked& other) {
      return other.what == act.what && other.rule == act.rule && other.reason == act.reason;
    });
    if (same != known.end()) {
      ++same->count;
    } else if (known.size() < kMostUnasked) {
      if (known_.to_allow != nullptr) act.to_allow = known_.to_allow->line_for(as_approved(record));
      if (known_.to_allow != nullptr && act.to_allow.empty())
        act.to_allow = known_.to_allow->why_none(as_approved(record));
      known.push_back(std::move(act));
    }
  }

  void take_refusal(const AuditRecord& record) {
    if (is_the_same_once_more(record) || is_another_address(record)) return;
    CiRefusal refusal;
    refusal.skipped = was_skipped(record);
    refusal.asks = was_asked(record);
    ++(refusal.skipped ? report_.skipped : refusal.asks ? report_.asks : report_.denied);
    refusal.tier = record.risk_tier;
    refusal.what = what_of(record);
    refusal.category = safe_text(record.category);
    refusal.rule = safe_text(record.rule);
    refusal.reason = reason_of(record);
    refusal.cwd = safe_text(record.cwd);
    refusal.duration_ms = record.duration_ms;
    refusal.time = safe_text(record.timestamp);
    add(std::move(refusal), record);
  }

  void add(CiRefusal refusal, const AuditRecord& record) {
    const std::string by = is_of_program(record) ? record.exe : "";
    const std::string key = (refusal.skipped ? "-"
                             : refusal.asks  ? "?"
                                             : "!") +
                            refusal.rule + "\n" + refusal.what + "\n" + refusal.reason + "\n" + by;
    const auto [place, is_new] = places_.try_emplace(key, report_.refusals.size());
    if (is_new && report_.refusals.size() == kMostRefusals) {
      places_.erase(place);
      ++report_.more_refusals;
      return;
    }
    if (is_new) {
      complete(refusal, record);
      report_.refusals.push_back(std::move(refusal));
      programs_.push_back(by);
    } else {
      report_.refusals[place->second].duration_ms += refusal.duration_ms;
    }
    ++report_.refusals[place->second].count;
  }

  // Equal refusals share what takes time to find out.
  void complete(CiRefusal& refusal, const AuditRecord& record) {
    for (const std::string& path : record.objects) {
      refusal.paths.push_back(safe_text(path));
      const std::string below = path_below(known_.folder, path);
      if (refusal.file.empty() && !below.empty() && !is_folder(path))
        refusal.file = safe_text(below);
    }
    const auto [rule, is_new] =
        report_.rules.try_emplace(rule_name(refusal), rule_text(record, known_.policy.get()));
    if (!is_new) rule->second.tier = std::max(rule->second.tier, refusal.tier);
    if (known_.to_allow == nullptr) return;
    if (refusal.asks) refusal.to_allow = known_.to_allow->line_for(record);
    if (!refusal.to_allow.empty()) return;
    const std::string refuses = known_.to_allow->rule_that_refuses(record);
    if (!refuses.empty())
      refusal.to_allow =
          refuses.ends_with(" in --try") ? "leave --try out" : "change the rule " + refuses;
    if (refuses.empty() && refusal.asks) refusal.to_allow = known_.to_allow->why_none(record);
  }

  bool seen_any_ = false;
  CiReport& report_;
  const CiKnown& known_;
  UnaskedQuestions questions_;
  std::map<std::string, TimePoint> refused_hosts_;  // by process and host: when, last
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::string> programs_;  // of each of the refusals; empty: a command
};

}  // namespace

Result<CiReport> collect_ci_report(supervisor::AuditReader& reader, const std::string& session,
                                   const CiKnown& known) {
  const auto runs = reader.runs(session);
  if (!runs) return forward(runs.error());
  CiReport report;
  report.session = session;
  report.name = session + (runs->size() < 2 ? "" : "~" + std::to_string(runs->size()));
  report.folder = known.folder;
  report.skips_fail = known.skips_fail;
  Collector collector(report, known);
  supervisor::AuditFilter filter;
  filter.session = session;
  filter.first_seq = std::max(known.before + 1, runs->empty() ? 0 : runs->back().first_seq);
  const auto read = reader.each(filter, [&collector](const StoredRecord& stored) {
    collector.take(stored.record);
    return true;
  });
  if (!read) return forward(read.error());
  collector.name_programs();
  if (!collector.seen_any())
    return fail(Code::kNotFound, "session " + safe_text(session) + " is not on record");
  return report;
}

bool fails_run(const CiRefusal& refusal, const CiReport& report) {
  return !refusal.skipped || report.skips_fail;
}

std::string discard_text(const CiReport& report) {
  if (!report.discard) return "";
  const CiDiscard& discard = *report.discard;
  if (!discard.why_not.empty()) return "what it changed and made was " + discard.why_not;
  if (discard.given_back + discard.left == 0 && discard.whys.empty())
    return "it left nothing to discard";
  std::string text =
      "what it changed and made was discarded: " + discard.given_back_text + " taken back";
  if (discard.left > 0) text += ", " + std::to_string(discard.left) + " not or not wholly";
  if (discard.given_back > 0 && !discard.undo.empty())
    text += "; to revert: guard undo --session " + discard.undo;
  return text;
}

std::string rule_name(const CiRefusal& refusal) {
  return refusal.rule.empty() ? "guard" : refusal.rule;
}

std::string path_below(const std::string& folder, const std::string& path) {
  const bool below = !folder.empty() && path.size() > folder.size() + 1 &&
                     path.starts_with(folder) && path[folder.size()] == '/';
  return below ? path.substr(folder.size() + 1) : "";
}

}  // namespace guard::console
