// SPDX-License-Identifier: Apache-2.0
// The parts that the subcommands of guard audit share: the options that choose records, the reader
// they read with, and how they end (0 done, 1 not done, 2 usage).
#ifndef GUARD_CONSOLE_AUDIT_AUDIT_OPTIONS_H_
#define GUARD_CONSOLE_AUDIT_AUDIT_OPTIONS_H_

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "console/options/option_parser.h"
#include "console/output/long_work.h"
#include "console/session/session_choice.h"
#include "supervisor/audit/read/query.h"

namespace guard::console {

using Words = std::vector<std::string>;

inline constexpr OptionRow kJsonRow = {"json", 0, nullptr, "print JSON"};
inline constexpr std::array kFilterRows = {
    OptionRow{"session", 's', "SESSION", "only this session (may be repeated)"},
    OptionRow{"since", 0, "TIME", "from then on: 2h, \"2 hours ago\", yesterday, 2025-03-01"},
    OptionRow{"until", 0, "TIME", "before then"},
    OptionRow{"category", 0, "CATEGORY", "FS_DELETE_OVERWRITE and so on (may be repeated)"},
    OptionRow{"tier", 0, "N", "this tier (0 to 3) and above"},
    OptionRow{"decision", 0, "DECISION", "allow, deny, approved, unasked, ... (may be repeated)"},
    OptionRow{"rule", 0, "ID", "decided by that rule, or a pattern: \"fs.*\" (may be repeated)"},
    OptionRow{"by", 0, "WHO",
              "what WHO answered, and the answers: ana, \"guard approve\" (may be repeated)"},
    OptionRow{"act", 0, "ACT", "exec, delete, connect and so on (may be repeated)"},
    OptionRow{"path", 0, "TEXT", "part of any of its paths, ./FILE, or a pattern (*.txt)"},
    OptionRow{"command", 0, "TEXT", "part of the command line"},
    OptionRow{"undo", 0, nullptr, "only what was saved for guard undo"},
    OptionRow{"limit", 0, "N", "the newest N"},
    OptionRow{"state-dir", 0, "DIR", "where guard keeps its state"},
};

template <std::size_t N>
constexpr auto with_filters(const std::array<OptionRow, N>& own) {
  std::array<OptionRow, N + kFilterRows.size()> rows{};
  for (std::size_t i = 0; i < N; ++i) rows[i] = own[i];
  for (std::size_t i = 0; i < kFilterRows.size(); ++i) rows[N + i] = kFilterRows[i];
  return rows;
}

[[nodiscard]] Result<std::uint64_t> number_option(const ParsedOptions& options, const char* name,
                                                  std::uint64_t most, std::uint64_t otherwise);
// The value of --since and its like, in the form of a record's timestamp; empty: it was not given.
// A time without a zone is local, with --utc it is UTC.
[[nodiscard]] Result<std::string> time_option(const ParsedOptions& options, const char* name);
[[nodiscard]] Result<std::string> state_folder(const ParsedOptions& options);
[[nodiscard]] Result<std::unique_ptr<supervisor::AuditReader>> open_reader(
    const ParsedOptions& options);

// Everything a command needs, or the status it ends with.
struct AuditRequest {
  ParsedOptions options;
  supervisor::AuditFilter filter;
  std::string state;
  std::unique_ptr<supervisor::AuditReader> reader;
};
[[nodiscard]] Result<supervisor::AuditFilter> audit_filter(const ParsedOptions& options,
                                                           std::uint64_t default_limit);
[[nodiscard]] Result<AuditRequest> audit_request(ParsedOptions options,
                                                 supervisor::AuditFilter filter);
// Both, from a command line; complains.
[[nodiscard]] tl::expected<AuditRequest, int> prepare(const OptionTable& table, const Words& words,
                                                      std::uint64_t default_limit);

// For ASCII alone: for the endings of file names.
[[nodiscard]] std::string lower_case(std::string text);
[[nodiscard]] Result<void> print(std::string_view text);
int finish(const OptionTable& table, Result<void> result);
// The same, and what is kInvalid is a fault of the command line: kUsage.
int finish_usage(const OptionTable& table, Result<void> result);
// The same for what a signal may have ended.
int finish(const OptionTable& table, Result<void> result, LongWork& work);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_AUDIT_AUDIT_OPTIONS_H_
