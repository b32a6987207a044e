// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/keep/closing_record.h"

#include <string>
#include <utility>

#include "supervisor/audit/record/chain.h"

namespace guard::supervisor {

namespace {

AuditRecord record_of_its_own(std::string_view kind, const char* summary) {
  AuditRecord record;
  record.tool_name = "audit";
  record.act = "audit";
  record.outcome = "done";
  record.result_summary = summary;
  record.kind = kind;
  return record;
}

std::string joined(const nlohmann::json& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : "; ") + text.get<std::string>();
  return all;
}

}  // namespace

// The recorder fills in what it counts when its place is known.
Result<void> close_record(Recorder& recorder, nlohmann::json run,
                          const std::function<void()>& readable) {
  const bool was_killed = run.is_object() && run.value(kWasKilled, false);
  AuditRecord record = record_of_its_own(
      kKindEnd, was_killed ? "the session ended: guard run was killed" : "the session ended");
  if (was_killed) record.reason = "guard run was killed, and all of the session with it";
  if (const auto left = run.find(kLeftOutside); left != run.end())
    record.reason += std::string(was_killed ? "; " : "") +
                     "still running outside of guard, as another user: " + joined(*left);
  record.effect = std::move(run);
  recorder.record(std::move(record));
  if (readable) {
    (void)recorder.write_out();  // what fails, fails again below
    readable();
  }
  return recorder.flush();
}

void begin_record(Recorder& recorder) {
  if (recorder.follows_unclosed())
    recorder.record(record_of_its_own(
        kKindBegin, "another session of this name begins; the one before was not closed"));
}

}  // namespace guard::supervisor
