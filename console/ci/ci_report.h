// SPDX-License-Identifier: Apache-2.0
// CiReport: what a pipeline needs to know of one run: how it ended, what was refused and why. Read
// from the audit record after the command has ended. Values; every text is one safe line and
// redacted. Bounded: beyond the limit only counts grow.
#ifndef GUARD_CONSOLE_CI_CI_REPORT_H_
#define GUARD_CONSOLE_CI_CI_REPORT_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "console/ci/rule_text.h"
#include "console/ci/to_allow.h"
#include "supervisor/audit/read/query.h"

namespace guard::console {

// Equal ones share an entry.
struct CiRefusal {
  bool asks = false;     // a person could have approved it; else a rule, or block, refuses it
  bool skipped = false;  // a secret that a search went on without
  int tier = 0;
  std::string what;
  std::string category;
  std::string rule;
  std::string reason;
  std::string cwd;
  std::vector<std::string> paths;  // its objects
  std::string file;      // the first of them that is a file of the workspace, from there; or ""
  std::string to_allow;  // a line of a policy file that lets it through (to_allow.h), or ""
  std::string time;      // of the first
  std::int64_t duration_ms = 0;  // of all of them
  std::uint64_t count = 0;
};

// A question that a person would have been asked, by its first act, which was let happen with what
// goes with it. Equal ones share an entry.
struct CiUnasked {
  int tier = 0;
  std::string what;
  std::string category;
  std::string rule;
  std::string reason;
  std::uint64_t count = 0;
  std::string to_allow = {};  // as of a refusal
};

// guard run --discard-on-fail, of a run that failed.
struct CiDiscard {
  std::string why_not;               // nothing was taken back; empty: it was, or there was nothing
  std::string undo;                  // guard undo --session UNDO takes it back again; may be empty
  std::uint64_t given_back = 0;      // files and folders
  std::uint64_t left = 0;            // of these not, or not wholly
  std::vector<std::string> whys;     // a sentence for each of these
  std::string given_back_text = {};  // "3 files and 1 folder"
};

struct CiReport {
  std::string session;
  std::string name;  // as guard audit takes it: NAME~2 where the name was used before
  std::string command;
  std::string level;
  std::string folder;  // the workspace
  std::string first;   // times
  std::string last;
  std::int64_t duration_ms = 0;  // of the whole run
  int status = 0;                // with what the run ends
  int command_status = 0;  // with what CMD ended; 128 and the number of a signal that ended it
  std::string script;      // CMD's own file, where the workspace has it, from there; or ""
  std::string outcome;     // "passed", "refused" (that is why it fails), "failed" (the command did)
  std::uint64_t records = 0;
  std::uint64_t commands = 0;
  std::uint64_t saved = 0;  // for undo
  std::uint64_t asks = 0;   // refused, because nobody was there to approve
  std::uint64_t denied = 0;
  std::uint64_t skipped = 0;  // secrets that a search went on without: among neither of these
  bool skips_fail = false;    // --fail-on skip: such a secret fails the run as a refusal does
  std::uint64_t unasked = 0;  // questions that --on-ask allow, or safe mode off, let through
  std::vector<CiUnasked> let_through;    // the first of those
  std::array<std::uint64_t, 4> tiers{};  // acts that were let happen
  std::vector<CiRefusal> refusals;       // in the order of their first
  std::uint64_t more_refusals = 0;
  bool lacks_records = false;             // not all could be stored: acts and refusals are missing
  bool goes_on = false;                   // processes outlived CMD: what they do is missing
  std::optional<CiDiscard> discard;       // nullopt: the run kept what it did
  std::map<std::string, RuleText> rules;  // of every rule that the refusals name
};

// The facts of a run that its record does not have.
struct CiKnown {
  std::string folder;                            // the workspace: paths below it are shown from it
  std::shared_ptr<const policy::Policy> policy;  // null: nothing is said about rules
  const ToAllow* to_allow = nullptr;             // null: no lines
  bool skips_fail = false;                       // --fail-on skip
  std::uint64_t before = 0;                      // the last record of earlier sessions of the name
};

// The newest session of that name alone. kNotFound: there is no record of it.
[[nodiscard]] Result<CiReport> collect_ci_report(supervisor::AuditReader& reader,
                                                 const std::string& session, const CiKnown& known);

// It counts for --fail-on.
[[nodiscard]] bool fails_run(const CiRefusal& refusal, const CiReport& report);
// "4 changes were taken back; to revert: guard undo --session undo-1"; empty: nothing to say.
[[nodiscard]] std::string discard_text(const CiReport& report);
// The name of a rule without one, too.
[[nodiscard]] std::string rule_name(const CiRefusal& refusal);
// The path below FOLDER without it ("" for FOLDER itself and for what lies elsewhere).
[[nodiscard]] std::string path_below(const std::string& folder, const std::string& path);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CI_CI_REPORT_H_
