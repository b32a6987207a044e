// SPDX-License-Identifier: Apache-2.0
// guard audit list: the newest records, one a line; --follow: and those that come, until a signal
// ends it, with 128 and its number (Ctrl-C: 130).
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>

#include "console/audit_view.h"
#include "console/commands/audit/audit_options.h"
#include "supervisor/audit/export.h"

namespace guard::console {
namespace {

using supervisor::AuditFilter;
using supervisor::AuditReader;
using supervisor::StoredRecord;

constexpr std::uint64_t kListedByDefault = 50;

constexpr auto kListRows = with_filters(
    std::array{kJsonRow, OptionRow{"follow", 'F', nullptr, "go on with new records as they come"}});
constexpr timespec kLookAgain = {.tv_sec = 0, .tv_nsec = 200'000'000};

constexpr OptionTable kListTable = {
    .command = "audit list",
    .summary = "the newest records, newest last (50, unless --limit says otherwise; 0: all)",
    .operands = "",
    .rows = kListRows,
    .max_operands = 0,
    .example = "guard audit list --since 2h --tier 2",
};

std::size_t terminal_columns() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// A record a line, under one heading.
class Lines {
 public:
  // Nobody takes silence for a record that is empty.
  [[nodiscard]] bool printed_any() const { return heading_; }

  explicit Lines(const ParsedOptions& options)
      : json_(options.has("json")),
        listing_{terminal_columns(), options.has("undo")},
        heading_(json_) {}

  Result<void> print_record(const StoredRecord& stored) {
    if (json_) return print(supervisor::to_json(stored).dump() + "\n");
    Result<void> printed;
    if (!heading_) printed = print(audit_heading(listing_) + "\n");
    heading_ = true;
    return printed ? print(audit_line(stored, listing_) + "\n") : printed;
  }

 private:
  bool json_;
  AuditListing listing_;
  bool heading_;
};

Result<void> print_lines(AuditReader& reader, const AuditFilter& filter, Lines& lines) {
  Result<void> printed;
  const auto read = reader.each(filter, [&](const StoredRecord& stored) {
    printed = lines.print_record(stored);
    return printed.has_value();
  });
  return printed ? read : printed;
}

// --- follow ---

volatile std::sig_atomic_t ended_by = 0;

void note_signal(int signal) {
  ended_by = signal;
}

// Blocked but while waiting, so that none is missed and no line is torn.
class EndSignals {
 public:
  EndSignals() {
    sigset_t both;
    sigemptyset(&both);
    struct sigaction action {};
    action.sa_handler = note_signal;
    for (const int signal : {SIGINT, SIGTERM}) {
      sigaddset(&both, signal);
      ::sigaction(signal, &action, nullptr);
    }
    ::pthread_sigmask(SIG_BLOCK, &both, &before_);
    sigdelset(&before_, SIGINT);
    sigdelset(&before_, SIGTERM);
  }
  // false: a signal ended it
  [[nodiscard]] bool wait() const {
    ::ppoll(nullptr, 0, &kLookAgain, &before_);
    return ended_by == 0;
  }

 private:
  sigset_t before_{};
};

// Rows that are committed later have greater ids, whatever their time says.
Result<void> print_new(AuditReader& reader, AuditFilter& filter, Lines& lines) {
  const auto last = reader.last_id();
  if (!last) return forward(last.error());
  if (*last <= filter.after_id) return {};
  filter.until_id = *last;
  const auto printed = print_lines(reader, filter, lines);
  if (!printed) return printed;
  filter.after_id = *last;
  return std::fflush(stdout) == 0 ? Result<void>() : fail_errno("standard output");
}

int follow(AuditRequest& request) {
  const EndSignals signals;
  Lines lines(request.options);
  const auto last = request.reader->last_id();
  if (!last) return finish(kListTable, forward(last.error()));
  AuditFilter filter = request.filter;
  filter.until_id = *last;
  Result<void> printed = print_lines(*request.reader, filter, lines);
  if (std::fflush(stdout) != 0) printed = fail_errno("standard output");
  filter = request.filter;
  filter.limit = 0;
  filter.order = supervisor::Order::kAsStored;
  filter.after_id = *last;
  while (printed && signals.wait()) printed = print_new(*request.reader, filter, lines);
  return printed ? 128 + ended_by : finish(kListTable, printed);
}

}  // namespace

int audit_list(const Words& words) {
  auto request = prepare(kListTable, words, kListedByDefault);
  if (!request) return request.error();
  if (request->options.has("follow")) return follow(*request);
  if (!request->options.has("json")) {
    Lines lines(request->options);
    const auto printed = print_lines(*request->reader, request->filter, lines);
    if (printed && !lines.printed_any()) std::fputs("no record fits\n", stderr);
    return finish(kListTable, printed);
  }
  return finish(kListTable, supervisor::export_records(*request->reader, request->filter,
                                                       supervisor::ExportFormat::kJson, print));
}

}  // namespace guard::console
