// SPDX-License-Identifier: Apache-2.0
#include "console/run/try_run.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/output/complaint.h"
#include "supervisor/audit/read/query.h"

namespace guard::console {
namespace {

using policy::Category;
using policy::Verdict;
using supervisor::AuditRecord;

constexpr const char* kPattern = "try.*";
constexpr const char* kMessage = "this is a try: undo could not take it back";

struct TryRule {
  const char* id;
  Category category;
  Verdict decision;
  int least_tier;  // 0: any
};
// A host that the policy allows is of a lower tier.
constexpr std::array<TryRule, 5> kRules = {
    {{"try.publish", Category::kGitPublish, Verdict::kDeny, 0},
     {"try.rights", Category::kSudo, Verdict::kDeny, 0},
     {"try.system", Category::kSystemImpact, Verdict::kDeny, 0},
     {"try.outside", Category::kFsOutsideWorkspace, Verdict::kDeny, 0},
     {"try.network", Category::kNetworkRisk, Verdict::kAsk, 2}}};

std::string what_of(const AuditRecord& record) {
  constexpr std::size_t kLongest = 160;
  const std::string what =
      record.argv.empty() ? safe_text(record.result_summary) : command_text(record.argv);
  return shortened(what, kLongest);
}

// "rule try.publish: MESSAGE; publishes commits": each of them has the first part.
std::string reason_of(const AuditRecord& record) {
  const std::string message = kMessage + std::string("; ");
  const std::size_t at = record.reason.find(message);
  return safe_text(at == std::string::npos ? record.reason
                                           : record.reason.substr(at + message.size()));
}

// A person may have let it happen, or said no: then it was not the try that held it.
std::string line_of(const supervisor::StoredRecord& stored) {
  const AuditRecord& record = stored.record;
  const bool happened = record.outcome != "refused";
  const bool said_no = !happened && record.approval_status == "denied" && stored.answer;
  const std::string reason = reason_of(record);
  const bool names_them = reason.find("denied by ") != std::string::npos;
  return (happened  ? "  approved  "
          : said_no ? "  denied    "
                    : "  held      ") +
         what_of(record) + ": " + reason +
         (said_no && !names_them ? "; denied by " + safe_text(stored.answer->by) : "");
}

// Nothing: the record cannot be read.
std::optional<std::vector<std::string>> lines_of(const std::string& state_dir,
                                                 const std::string& session, std::uint64_t before) {
  const auto reader = supervisor::AuditReader::open(state_dir);
  if (!reader) return std::nullopt;
  supervisor::AuditFilter filter;
  filter.session = session;
  filter.first_seq = before + 1;
  filter.rules = {kPattern};
  std::vector<std::string> lines;
  const auto read = (*reader)->each(filter, [&lines](const supervisor::StoredRecord& stored) {
    if (stored.record.act == supervisor::kAnswerTool) return true;
    std::string line = line_of(stored);
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    return true;
  });
  return read ? std::optional(std::move(lines)) : std::nullopt;
}

}  // namespace

void add_try_rules(policy::Policy& policy) {
  for (const TryRule& row : kRules) {
    policy::Rule rule;
    rule.id = row.id;
    rule.when.category = {row.category};
    if (row.least_tier > 0) rule.when.min_tier = row.least_tier;
    rule.decision = row.decision;
    rule.message = kMessage;
    rule.source = kTrySource;
    policy.rules.push_back(std::move(rule));
  }
}

void tell_of_try(const std::string& state_dir, const std::string& session, std::uint64_t before) {
  constexpr std::size_t kShown = 50;
  const auto lines = lines_of(state_dir, session, before);
  if (!lines)
    return (void)complain(0, "--try: the record cannot be read, so guard cannot say what it held");
  if (lines->empty())
    return (void)complain(0, "--try: nothing was held: undo has all that was changed");
  complain(0, "--try: what undo could not take back:");
  for (std::size_t i = 0; i < std::min(kShown, lines->size()); ++i)
    std::fprintf(stderr, "%s\n", (*lines)[i].c_str());
  if (lines->size() > kShown)
    std::fprintf(stderr, "  and %zu more: guard audit list --session %s --rule 'try.*'\n",
                 lines->size() - kShown, safe_text(session).c_str());
}

}  // namespace guard::console
