// SPDX-License-Identifier: Apache-2.0
// The diagnostic log: what guard's own processes do, for whoever looks for a fault of guard's or of
// the machine's. The agent's acts are in the audit record, not here. The only door to spdlog.
// One log for each process, opened after its last fork; a thread of its own writes, and a line that
// finds no room drops the oldest one, so nobody ever waits for it. Any thread. Every value is made
// safe for a terminal here; redaction is the caller's.
#ifndef GUARD_BASE_LOG_LOG_H_
#define GUARD_BASE_LOG_LOG_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

struct LogTarget {
  enum class Kind { kNone, kFile, kJournald, kSyslog };
  Kind kind = Kind::kNone;
  std::string file;  // of kFile: absolute
  LogLevel level = LogLevel::kInfo;
};
// WHERE: "journald", "syslog", or a file's path; empty: no log. LEVEL: "debug", "info", "warning",
// "error"; empty: info. kInvalid: one line for people.
[[nodiscard]] Result<LogTarget> read_log_target(const std::string& where, const std::string& level);
// The file of TARGET and the names that it gets when it is full, oldest last.
[[nodiscard]] std::vector<std::string> log_files(const LogTarget& target);

struct LogField {
  std::string_view name;
  std::string value;
};

// The file can be written: made here, empty, where it is missing. kSystem: why not.
[[nodiscard]] Result<void> check_log(const LogTarget& target);
// PROCESS: "guard-serve". kSystem: it cannot be opened, and errno says why. Once for each process.
Result<void> open_log(const LogTarget& target, const std::string& process);
// False: nothing would be written, so nothing has to be found out for it.
[[nodiscard]] bool log_takes(LogLevel level);
void log_line(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {});
// Writes what still waits. Lines after it are lost.
void close_log();

}  // namespace guard

#endif  // GUARD_BASE_LOG_LOG_H_
