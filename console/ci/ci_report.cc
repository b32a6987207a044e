// SPDX-License-Identifier: Apache-2.0
#include "console/ci/ci_report.h"

#include <algorithm>
#include <unordered_map>

#include "base/text/text.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using supervisor::StoredRecord;

constexpr std::size_t kMostRefusals = 500;

std::string what_of(const AuditRecord& record) {
  return record.argv.empty() ? safe_text(record.result_summary) : command_text(record.argv);
}

// Or would have been; also what repeats an act whose question was denied, and a secret that could
// not be asked about, as it was opened without waiting.
bool was_asked(const AuditRecord& record) {
  if (record.rule == policy::own_rule("secrets.gate")) return true;
  if (!record.approval_status) return record.approval_id.has_value();
  return *record.approval_status == "denied" || *record.approval_status == "timeout" ||
         *record.approval_status == "withdrawn";
}

class Collector {
 public:
  explicit Collector(CiReport& report) : report_(report) {}

  void take(const AuditRecord& record) {
    if (record.act == supervisor::kInheritTool) return;  // nothing was done
    ++report_.records;
    if (report_.first.empty()) report_.first = safe_text(record.timestamp);
    report_.last = safe_text(record.timestamp);
    if (report_.level.empty()) report_.level = safe_text(record.level);
    if (record.undo_id) ++report_.saved;
    if (record.act == "exec" && report_.command.empty()) report_.command = what_of(record);
    if (record.outcome == "refused") return take_refusal(record);
    const bool an_act = !record.act.empty() && record.act != supervisor::kAnswerTool;
    if (!an_act || record.outcome != "done") return;
    if (record.act == "exec") ++report_.commands;
    ++report_.tiers.at(static_cast<std::size_t>(std::clamp(record.risk_tier, 0, 3)));
  }

 private:
  void take_refusal(const AuditRecord& record) {
    CiRefusal refusal;
    refusal.asks = was_asked(record);
    ++(refusal.asks ? report_.asks : report_.denied);
    refusal.tier = record.risk_tier;
    refusal.what = what_of(record);
    refusal.category = safe_text(record.category);
    refusal.rule = safe_text(record.rule);
    refusal.reason = safe_text(record.reason);
    refusal.cwd = safe_text(record.cwd);
    if (!record.objects.empty()) refusal.path = safe_text(record.objects.front());
    refusal.time = safe_text(record.timestamp);
    add(std::move(refusal));
  }

  void add(CiRefusal refusal) {
    const std::string key =
        (refusal.asks ? "?" : "!") + refusal.rule + "\n" + refusal.what + "\n" + refusal.reason;
    const auto [place, is_new] = places_.try_emplace(key, report_.refusals.size());
    if (is_new && report_.refusals.size() == kMostRefusals) {
      places_.erase(place);
      ++report_.more_refusals;
      return;
    }
    if (is_new) report_.refusals.push_back(std::move(refusal));
    ++report_.refusals[place->second].count;
  }

  CiReport& report_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace

Result<CiReport> collect_ci_report(supervisor::AuditReader& reader, const std::string& session) {
  CiReport report;
  report.session = session;
  Collector collector(report);
  supervisor::AuditFilter filter;
  filter.session = session;
  const auto read = reader.each(filter, [&collector](const StoredRecord& stored) {
    collector.take(stored.record);
    return true;
  });
  if (!read) return forward(read.error());
  if (report.records == 0)
    return fail(Code::kNotFound, "session " + safe_text(session) + " is not on record");
  return report;
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
