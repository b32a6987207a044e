// SPDX-License-Identifier: Apache-2.0
#include "console/audit/audit_follow.h"

#include <poll.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <limits>
#include <system_error>

#include "base/clock.h"
#include "base/text/text.h"
#include "supervisor/audit/record/chain.h"

namespace guard::console {
namespace {

using supervisor::AuditFilter;
using supervisor::AuditReader;
using supervisor::StoredRecord;

constexpr std::chrono::seconds kStoredBy(1);
constexpr std::chrono::seconds kOutcomeBy(5);  // an act that takes longer is not waited for
constexpr timespec kLookAgain = {.tv_sec = 0, .tv_nsec = 200'000'000};

volatile std::sig_atomic_t ended_by = 0;

void note_signal(int signal) {
  ended_by = signal;
}

sigset_t both_signals() {
  sigset_t both;
  sigemptyset(&both);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&both, signal);
  return both;
}

// A record may be stored a little after the time it carries.
bool has_passed(const std::string& until) {
  const auto time = parse_iso_time(until);
  return time && *time + kStoredBy < std::chrono::system_clock::now();
}

Result<std::int64_t> row_of(AuditReader& reader, const std::string& cursor) {
  const auto record = numbered(cursor, '#');
  if (!record)
    return fail(Code::kInvalid,
                "--after " + safe_text(cursor) + ": not a cursor: SESSION#N of a record, or start");
  AuditFilter filter;
  filter.session = record->first;
  filter.seq = record->second;
  std::int64_t row = 0;
  const auto read = reader.each(filter, [&row](const StoredRecord& stored) {
    row = stored.id;
    return false;
  });
  if (!read) return forward(read.error());
  if (row == 0)
    return fail(Code::kNotFound,
                "--after " + safe_text(cursor) +
                    ": no such record, or it was moved away (guard audit rotate, prune): take "
                    "another record, --after start for all, or --since TIME");
  return row;
}

// The last row before the first act that is under way.
Result<std::int64_t> last_settled(AuditReader& reader, const AuditFilter& filter,
                                  std::int64_t last) {
  AuditFilter young;
  young.since = iso_time(std::chrono::system_clock::now() - kOutcomeBy);
  young.order = supervisor::Order::kAsStored;
  young.after_id = filter.after_id;
  young.until_id = last;
  const auto read = reader.each(young, [&last](const StoredRecord& stored) {
    const bool open = stored.record.kind == supervisor::kKindIntent && !stored.ending;
    if (open) last = stored.id - 1;
    return !open;
  });
  if (!read) return forward(read.error());
  return last;
}

// Rows that are committed later have greater ids, whatever their time says.
Result<void> print_new(AuditReader& reader, AuditFilter& filter, UnderWay under_way,
                       const std::function<Result<void>(const AuditFilter&)>& print) {
  auto last = reader.last_id();
  if (last && under_way == UnderWay::kHeldBack) last = last_settled(reader, filter, *last);
  if (!last) return forward(last.error());
  if (*last <= filter.after_id) return {};
  filter.until_id = *last;
  const auto printed = print(filter);
  if (!printed) return printed;
  filter.after_id = *last;
  return std::fflush(stdout) == 0 ? Result<void>() : fail_errno("standard output");
}

}  // namespace

std::optional<std::pair<std::string, std::uint64_t>> numbered(const std::string& name, char sign) {
  const std::size_t at = name.rfind(sign);
  if (at == std::string::npos || at == 0) return std::nullopt;
  std::uint64_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data() + at + 1, end, number);
  if (error != std::errc() || rest != end || number == 0) return std::nullopt;
  return std::pair(name.substr(0, at), number);
}

Result<void> go_on_after(const ParsedOptions& options, AuditReader& reader, AuditFilter& filter) {
  if (!options.has("after")) return {};
  // The newest of them would leave a hole behind the cursor.
  if (options.has("limit"))
    return fail(Code::kInvalid, "--after shows all that came after: not with --limit");
  filter.limit = 0;
  filter.order = supervisor::Order::kAsStored;
  const bool from_start = options.get("after") == "start";
  const auto row = from_start ? Result<std::int64_t>(0) : row_of(reader, options.get("after"));
  if (!row) return forward(row.error());
  filter.after_id = *row;
  if (options.has("follow")) return {};  // which looks each time
  const auto stored = reader.last_id();
  const auto last = stored ? last_settled(reader, filter, *stored) : stored;
  if (!last) return forward(last.error());
  filter.until_id = *last;
  if (*last == 0) filter.after_id = std::numeric_limits<std::int64_t>::max();  // none: 0 means all
  return {};
}

EndSignals::EndSignals() {
  const sigset_t both = both_signals();
  struct sigaction action {};
  action.sa_handler = note_signal;
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
  ::pthread_sigmask(SIG_BLOCK, &both, &before_);
  for (const int signal : {SIGINT, SIGTERM}) sigdelset(&before_, signal);
}

bool EndSignals::wait() const {
  ::ppoll(nullptr, 0, &kLookAgain, &before_);
  return ended_by == 0;
}

bool EndSignals::pending() const {
  sigset_t waiting;
  return ::sigpending(&waiting) == 0 &&
         (sigismember(&waiting, SIGINT) == 1 || sigismember(&waiting, SIGTERM) == 1);
}

int follow_records(const OptionTable& table, AuditRequest& request, const EndSignals& signals,
                   UnderWay under_way,
                   const std::function<Result<void>(const AuditFilter&)>& print) {
  AuditFilter filter = request.filter;
  filter.limit = 0;
  filter.order = supervisor::Order::kAsStored;
  request.reader->watch([&signals](std::uint64_t, std::uint64_t) { return !signals.pending(); });
  Result<void> printed;
  // Looked at before the record is read: what came until then is shown.
  for (bool is_over = false; printed && !is_over;) {
    is_over = has_passed(filter.until);
    printed = print_new(*request.reader, filter, is_over ? UnderWay::kShown : under_way, print);
    if ((!is_over || !printed) && !signals.wait()) break;
  }
  return ended_by != 0 ? 128 + ended_by : finish(table, printed);
}

}  // namespace guard::console
