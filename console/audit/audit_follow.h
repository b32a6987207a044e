// SPDX-License-Identifier: Apache-2.0
// Going on with a record: where a reader that was stopped goes on (--after CURSOR), and what comes
// while it reads (--follow), in the order in which records are stored.
#ifndef GUARD_CONSOLE_AUDIT_AUDIT_FOLLOW_H_
#define GUARD_CONSOLE_AUDIT_AUDIT_FOLLOW_H_

#include <signal.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "console/audit/audit_options.h"

namespace guard::console {

inline constexpr OptionRow kAfterRow = {
    "after", 0, "CURSOR", "what was stored after that record, SESSION#N; start: from the first on"};
inline constexpr OptionRow kFollowRow = {"follow", 'F', nullptr,
                                         "go on with new records as they come"};

// "S" and N of "S#N" and "S:N".
[[nodiscard]] std::optional<std::pair<std::string, std::uint64_t>> numbered(const std::string& name,
                                                                            char sign);

// Chooses what was stored after the record that --after names: all of it, up to the first act that
// is under way (below). kNotFound: there is no such record any more, so that nobody knows what came
// after it. Nothing to do without --after.
Result<void> go_on_after(const ParsedOptions& options, supervisor::AuditReader& reader,
                         supervisor::AuditFilter& filter);

// SIGINT and SIGTERM are blocked but while waiting, so that none is missed and no line is torn.
// One at a time; whoever makes it is the only thread.
class EndSignals {
 public:
  EndSignals();
  [[nodiscard]] bool wait() const;     // a moment; false: a signal ended it
  [[nodiscard]] bool pending() const;  // one has come, and is told by the next wait()

 private:
  sigset_t before_{};
};

// Acts under way, whose outcome is not stored yet: shown as `unknown`, or held back for a moment
// with all that was stored later, so that whoever reads each record once gets its outcome.
enum class UnderWay { kShown, kHeldBack };

// Hands PRINT a filter for what was stored since, over and over, until a signal comes or --until
// has passed. The status to end with: a signal's is 128 and its number.
int follow_records(const OptionTable& table, AuditRequest& request, const EndSignals& signals,
                   UnderWay under_way,
                   const std::function<Result<void>(const supervisor::AuditFilter&)>& print);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_AUDIT_AUDIT_FOLLOW_H_
