// SPDX-License-Identifier: Apache-2.0
#include "base/log/log.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#define SPDLOG_PREVENT_CHILD_FD  // no program that guard starts gets the file
#include <spdlog/async.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/syslog_sink.h>
#include <spdlog/spdlog.h>

#include "base/files/unique_fd.h"
#include "base/text/text.h"

namespace guard {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestFile = std::size_t{8} << 20U;  // bytes
constexpr std::size_t kOlderFiles = 3;
constexpr std::size_t kLinesThatWait = 8192;
constexpr std::size_t kLongestValue = 2000;  // bytes
constexpr const char* kLineFormat = "%Y-%m-%dT%H:%M:%S.%eZ %l %n[%P] %v";

struct LevelRow {
  LogLevel level;
  const char* name;
  spdlog::level::level_enum of_spdlog;
  int priority;  // syslog(3)
};
constexpr std::array kLevels = {
    LevelRow{LogLevel::kDebug, "debug", spdlog::level::debug, LOG_DEBUG},
    LevelRow{LogLevel::kInfo, "info", spdlog::level::info, LOG_INFO},
    LevelRow{LogLevel::kWarning, "warning", spdlog::level::warn, LOG_WARNING},
    LevelRow{LogLevel::kError, "error", spdlog::level::err, LOG_ERR},
};

const LevelRow& row_of(LogLevel level) {
  return kLevels.at(static_cast<std::size_t>(level));
}

// journald's native protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL): a datagram of "NAME=value"
// lines. Our lines hold no line break, so no field needs the binary form. Never waits: a full
// socket loses the line.
class JournaldSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  static constexpr const char* kSocket = "/run/systemd/journal/socket";

  static Result<std::shared_ptr<JournaldSink>> open() {
    UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, kSocket, sizeof(address.sun_path) - 1);
    if (!socket.valid() ||
        ::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0)
      return fail_errno(kSocket);
    return std::make_shared<JournaldSink>(std::move(socket));
  }
  explicit JournaldSink(UniqueFd socket) : socket_(std::move(socket)) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    const auto* row = &kLevels.back();
    for (const LevelRow& each : kLevels)
      if (each.of_spdlog == message.level) row = &each;
    const std::string text =
        "PRIORITY=" + std::to_string(row->priority) + "\nSYSLOG_IDENTIFIER=" +
        std::string(message.logger_name.data(), message.logger_name.size()) +
        "\nMESSAGE=" + std::string(message.payload.data(), message.payload.size()) + "\n";
    (void)::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  void flush_() override {}

 private:
  UniqueFd socket_;
};

// The same rights for each file that is begun: others may not read what guard says of the session.
spdlog::file_event_handlers for_the_owner_alone() {
  spdlog::file_event_handlers handlers;
  handlers.after_open = [](const spdlog::filename_t&, std::FILE* file) {
    (void)::fchmod(::fileno(file), S_IRUSR | S_IWUSR);
  };
  return handlers;
}

// Finds out beforehand what spdlog would only tell by an exception; refuses a link to elsewhere.
Result<void> can_be_opened(const std::string& file) {
  const UniqueFd opened(::open(file.c_str(),
                               O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
                               S_IRUSR | S_IWUSR));
  if (!opened.valid()) return fail_errno(safe_text(file));
  struct stat status {};
  if (::fstat(opened.get(), &status) != 0) return fail_errno(safe_text(file));
  if (!S_ISREG(status.st_mode))
    return fail(Code::kInvalid, safe_text(file) + " is no regular file");
  return {};
}

Result<spdlog::sink_ptr> file_sink(const std::string& file) {
  if (auto able = can_be_opened(file); !able) return forward(able.error());
  return std::make_shared<spdlog::sinks::rotating_file_sink_mt>(file, kLargestFile, kOlderFiles,
                                                                false, for_the_owner_alone());
}

Result<spdlog::sink_ptr> sink_of(const LogTarget& target, const std::string& process) {
  if (target.kind == LogTarget::Kind::kFile) return file_sink(target.file);
  if (target.kind == LogTarget::Kind::kSyslog)
    return std::make_shared<spdlog::sinks::syslog_sink_mt>(process, LOG_PID, LOG_USER, false);
  auto journal = JournaldSink::open();
  if (!journal) return forward(journal.error());
  return spdlog::sink_ptr(std::move(*journal));
}

// The log of this process. Made once, before any thread logs; taken away by close_log() alone.
struct Log {
  std::shared_ptr<spdlog::details::thread_pool> pool;
  std::shared_ptr<spdlog::async_logger> logger;
};
std::mutex& mutex() {
  static std::mutex one;
  return one;
}
Log& log() {
  static Log one;
  return one;
}
std::atomic<int>& least_level() {
  static std::atomic<int> one = static_cast<int>(LogLevel::kError) + 1;  // none is taken
  return one;
}

std::shared_ptr<spdlog::async_logger> current() {
  const std::lock_guard lock(mutex());
  return log().logger;
}

// name=value; in quotes where a reader could not tell where it ends.
std::string field_text(const LogField& field) {
  const std::string value = shortened(safe_text(field.value), kLongestValue);
  const bool plain = !value.empty() && value.find_first_of(" \"=") == std::string::npos;
  if (plain) return " " + std::string(field.name) + "=" + value;
  std::string quoted;
  for (const char c : value)
    quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return " " + std::string(field.name) + "=\"" + quoted + "\"";
}

Result<LogLevel> level_named(const std::string& name) {
  if (name.empty()) return LogLevel::kInfo;
  for (const LevelRow& row : kLevels)
    if (name == row.name) return row.level;
  return fail(Code::kInvalid,
              "log level " + safe_text(name) + " is none of debug, info, warning, error");
}

}  // namespace

Result<LogTarget> read_log_target(const std::string& where, const std::string& level) {
  LogTarget target;
  auto named = level_named(level);
  if (!named) return forward(named.error());
  target.level = *named;
  if (where.empty()) return target;
  if (where == "journald" || where == "syslog") {
    target.kind = where == "syslog" ? LogTarget::Kind::kSyslog : LogTarget::Kind::kJournald;
    return target;
  }
  std::error_code error;
  target.kind = LogTarget::Kind::kFile;
  target.file = fs::weakly_canonical(fs::absolute(where, error), error).string();
  if (error || target.file.empty()) return fail_with(error.value(), "log file " + safe_text(where));
  return target;
}

std::vector<std::string> log_files(const LogTarget& target) {
  if (target.kind != LogTarget::Kind::kFile) return {};
  std::vector<std::string> files = {target.file};
  for (std::size_t i = 1; i <= kOlderFiles; ++i)
    files.push_back(spdlog::sinks::rotating_file_sink_mt::calc_filename(target.file, i));
  return files;
}

Result<void> check_log(const LogTarget& target) {
  return target.kind == LogTarget::Kind::kFile ? can_be_opened(target.file) : Result<void>();
}

// The one place where spdlog's exceptions end.
Result<void> open_log(const LogTarget& target, const std::string& process) {
  if (target.kind == LogTarget::Kind::kNone) return {};
  try {
    auto sink = sink_of(target, process);
    if (!sink) return forward(sink.error());
    auto pool = std::make_shared<spdlog::details::thread_pool>(kLinesThatWait, 1);
    auto logger = std::make_shared<spdlog::async_logger>(
        process, *sink, pool, spdlog::async_overflow_policy::overrun_oldest);
    logger->set_formatter(
        std::make_unique<spdlog::pattern_formatter>(kLineFormat, spdlog::pattern_time_type::utc));
    logger->set_error_handler([](const std::string&) {});  // a full disk stops nothing
    logger->set_level(row_of(target.level).of_spdlog);
    logger->flush_on(spdlog::level::info);
    const std::lock_guard lock(mutex());
    log() = {std::move(pool), std::move(logger)};
    least_level() = static_cast<int>(target.level);
    return {};
  } catch (const std::exception& error) {
    return fail(Code::kSystem, "log: " + safe_text(error.what()));
  }
}

bool log_takes(LogLevel level) {
  return static_cast<int>(level) >= least_level().load(std::memory_order_relaxed);
}

void log_line(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) {
  if (!log_takes(level)) return;
  const auto logger = current();
  if (!logger) return;
  std::string text = safe_text(std::string(event));
  for (const LogField& field : fields) text += field_text(field);
  logger->log(row_of(level).of_spdlog, text);
}

void close_log() {
  least_level() = static_cast<int>(LogLevel::kError) + 1;
  Log last;
  {
    const std::lock_guard lock(mutex());
    last = std::exchange(log(), {});
  }
  if (!last.logger) return;
  if (const std::size_t lost = last.pool->overrun_counter(); lost > 0)
    last.logger->warn("log.lost lines={}", lost);
  last.logger.reset();
  last.pool.reset();  // joins its thread, which writes what waits first
}

}  // namespace guard
