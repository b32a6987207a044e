// SPDX-License-Identifier: Apache-2.0
// Audit records as text for people: one line each, all fields of one, and counts. Everything that
// programs chose passes through safe_text. Pure, any thread.
#ifndef GUARD_CONSOLE_AUDIT_AUDIT_VIEW_H_
#define GUARD_CONSOLE_AUDIT_AUDIT_VIEW_H_

#include <cstddef>
#include <functional>
#include <string>

#include "console/output/shown_times.h"
#include "supervisor/audit/read/query.h"

namespace guard::console {

struct AuditListing {
  // Lines are at most so wide, with fewer cells where it is narrow; 0: any.
  std::size_t columns = 0;
  bool undo_ids = false;  // with the word that `guard undo` takes
  // For an undo id: why that gives nothing back any more: "given back", "gone"; else empty.
  std::function<std::string(const std::string& undo_id)> undo_state{};
  // The columns whose cells are names are as wide as the widest so far (widen).
  std::size_t record_width = 8;
  std::size_t undo_width = 12;
  std::size_t answer_width = 12;
  std::size_t decision_width = 8;
  ShownTimes times{};
  bool is_of_today = true;  // all so far: where there is little room they are shown without a date
  // Where a session began to work: paths below it are shown without it, on a terminal.
  std::function<std::string(const std::string& session)> folder_of{};
};
// "ana, terminal, once, after 4.0 s"
[[nodiscard]] std::string answer_text(const supervisor::GivenAnswer& answer);
// An act on git's own files that nobody was asked about and that was done: a commit is a dozen.
[[nodiscard]] bool is_gits_own(const supervisor::StoredRecord& stored);
void widen(AuditListing& listing, const supervisor::StoredRecord& stored);

// Without a line break at the end; what was done is on a line of its own where a narrow screen has
// no room for it beside long names.
[[nodiscard]] std::string audit_heading(const AuditListing& listing);
[[nodiscard]] std::string audit_line(const supervisor::StoredRecord& stored,
                                     const AuditListing& listing);

// The act, with words quoted as a shell would want them.
[[nodiscard]] std::string what_text(const supervisor::AuditRecord& record);
// "asked, denied": how a question ended says more than the decision that asked it.
[[nodiscard]] std::string decision_text(const supervisor::AuditRecord& record);
// "name  value" lines, with line breaks.
[[nodiscard]] std::string audit_details(const supervisor::StoredRecord& stored,
                                        const ShownTimes& times = ShownTimes());
[[nodiscard]] std::string stats_text(const supervisor::AuditStats& stats, const ShownTimes& times);

[[nodiscard]] nlohmann::json stats_json(const supervisor::AuditStats& stats);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_AUDIT_AUDIT_VIEW_H_
