// SPDX-License-Identifier: Apache-2.0
// SessionReport: what `guard audit report` tells of one session: what ran, what changed, what was
// asked and answered, what was refused, what was undone and what can be. Values; every text is one
// safe line (base/text/text.h) and redacted. Bounded whatever the session did: beyond the limits
// only counts grow.
#ifndef GUARD_CONSOLE_REPORT_SESSION_REPORT_H_
#define GUARD_CONSOLE_REPORT_SESSION_REPORT_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "console/output/shown_times.h"
#include "console/report/changed_tree.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/undo/history/file_count.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {

// Equal ones share a line.
struct ReportedAct {
  std::string text;
  std::string reason;  // of a refusal, or why it was let happen
  std::uint64_t count = 0;
  std::uint64_t refused = 0;
  std::uint64_t failed = 0;
};

struct ReportedQuestion {
  std::string id;
  std::string time;
  std::string what;
  std::string category;
  std::string status;  // approved denied timeout withdrawn
  std::string by;      // empty: nobody
  std::string scope;
  std::string reason;
  int tier = 0;
  std::int64_t waited_ms = 0;
  std::uint64_t acts = 0;  // that it let happen, or refused
};

// Categories that somebody approved for all of the session: "approved for the session by ana (guard
// approve-session): SUDO".
struct ReportedApproval {
  std::string time;
  std::string what;
};

// An undo of the session, or of such an undo.
struct ReportedUndo {
  std::string name;
  std::string time;  // of its last step
  std::string by;    // empty: it is not on record
  supervisor::FileCount given_back;
  supervisor::FileCount taken_back;  // what another undo had given back, changed again
  std::string what;  // of one that took lines of a text back: "hunks 1,3 of a.c discarded"
};

struct SessionReport {
  ShownTimes times;  // how all of its times are shown
  std::string session;
  std::string user;
  std::string level;
  std::string first;  // times
  std::string last;
  std::uint64_t records = 0;
  bool is_closed = false;
  bool was_killed = false;  // `guard run` was, and the session ended with it
  std::string command;      // what the session was started with
  std::string workspace;    // the folders; of a session that was not closed where it began
  std::string mode;         // empty: the session was not closed, or by an older guard
  std::string policy;       // what tells two policies apart; the same
  std::vector<ReportedAct> commands;  // in the order of their first run
  std::uint64_t more_commands = 0;
  std::vector<ReportedAct> refusals;
  std::uint64_t more_refusals = 0;
  std::vector<ReportedAct> reached;  // secrets that were read, hosts that were connected to
  std::uint64_t more_reached = 0;
  ChangedTree changes;
  std::vector<std::string> left;  // "src/a.c  12 of 80 lines": texts that it wrote in, as they are
  std::uint64_t more_left = 0;
  std::string left_note;  // why nothing is told of that; else empty
  std::vector<ReportedApproval> approvals;
  std::vector<ReportedQuestion> questions;
  std::uint64_t more_questions = 0;
  std::vector<ReportedUndo> undone;
  std::uint64_t more_undone = 0;
  std::vector<std::string> undo;  // "S:12  bring back /w/a (1 kB)"
  std::uint64_t more_undo = 0;
  std::string undo_word;            // what `guard undo --session` takes for it
  supervisor::UndoUsage undo_kept;  // on the disk, for what was given back too
  std::string undo_note;            // why there is nothing, else empty
};

// kNotFound: no record of the session. STATE_DIR: for the undo store, which is only read.
[[nodiscard]] Result<SessionReport> collect_report(supervisor::AuditReader& reader,
                                                   const std::string& state_dir,
                                                   const std::string& session,
                                                   const ShownTimes& times = ShownTimes());

[[nodiscard]] std::string report_markdown(const SessionReport& report);
[[nodiscard]] std::string report_html(const SessionReport& report);

// Behind its times: " (not closed: still running, or killed)"; empty: it ended by itself.
[[nodiscard]] std::string ending_text(const SessionReport& report);
// "3 changes given back", "2 changes made again"
[[nodiscard]] std::string undone_text(const ReportedUndo& undo);
// How long an answer holds: "once", "for this command", "for the session", "always".
[[nodiscard]] std::string scope_text(const std::string& scope);
// "  name: value" pairs of the head, without what is not known.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> report_head(
    const SessionReport& report);
// "3.2 s", "4 min 5 s"
[[nodiscard]] std::string waited_text(std::int64_t milliseconds);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REPORT_SESSION_REPORT_H_
