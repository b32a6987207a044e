// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/unwritten_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/text/safe_output.h"
#include "base/text/text.h"
#include "supervisor/audit/record/json_text.h"
#include "supervisor/audit/store/head_file.h"
#include "supervisor/audit/store/whole_file.h"

namespace guard::supervisor {
namespace {

constexpr std::string_view kPrefix = "audit-unwritten-";
constexpr std::string_view kSuffix = ".jsonl";
constexpr int kMostFiles = 1000;  // of one session

std::string line_of(const AuditRecord& record) {
  return safe_json(json_text(to_json(record))) + "\n";
}

std::string line_of(const TimedOutcome& timed) {
  const Outcome& outcome = timed.outcome;
  return safe_json(json_text({{"kind", "outcome"},
                              {"request_id", outcome.request_id},
                              {"outcome", outcome.outcome},
                              {"errno", outcome.error},
                              {"duration_ms", outcome.duration_ms},
                              {"result_summary", outcome.result_summary},
                              {"timestamp", timed.timestamp}})) +
         "\n";
}

Result<std::string> free_path(const std::string& directory, const std::string& session) {
  const std::string stem = directory + "/" + std::string(kPrefix) + head_name(session);
  for (int number = 1; number <= kMostFiles; ++number) {
    const std::string middle = number == 1 ? "" : "." + std::to_string(number);
    std::string path = stem + middle + std::string(kSuffix);
    struct stat found {};
    if (::lstat(path.c_str(), &found) == 0) continue;
    if (errno == ENOENT) return path;
    return fail_errno(safe_text(path));
  }
  return fail(Code::kBusy, safe_text(stem) + ": too many files");
}

// "" for what free_path never makes, and for a draft of WholeFile.
std::string session_of(std::string_view name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return "";
  name.remove_prefix(kPrefix.size());
  name.remove_suffix(kSuffix.size());
  return session_of_head(name.substr(0, name.find('.')));
}

}  // namespace

Result<std::string> UnwrittenFile::hold(const std::vector<const Entry*>& entries) {
  if (path_.empty()) {
    auto path = free_path(directory_, session_);
    if (!path) return path;
    path_ = std::move(*path);
  }
  auto file = WholeFile::open(path_);
  if (!file) return forward(file.error());
  for (const Entry* entry : entries) {
    const std::string line = std::visit([](const auto& value) { return line_of(value); }, *entry);
    if (const auto written = file->write(line); !written) return forward(written.error());
  }
  if (const auto kept = file->keep(); !kept) return forward(kept.error());
  return path_;
}

void UnwrittenFile::drop() {
  if (path_.empty()) return;
  ::unlink(path_.c_str());
  path_.clear();
}

Result<std::map<std::string, std::vector<std::string>>> unwritten_files(
    const std::string& directory) {
  std::map<std::string, std::vector<std::string>> files;
  std::error_code error;
  std::filesystem::directory_iterator entry(directory, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string session = session_of(entry->path().filename().string());
    if (!session.empty()) files[session].push_back(entry->path().string());
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return fail_with(error.value(), safe_text(directory));
  for (auto& [session, paths] : files) std::sort(paths.begin(), paths.end());
  return files;
}

Result<void> remove_unwritten(const std::string& directory, const std::string& session) {
  const auto files = unwritten_files(directory);
  if (!files) return forward(files.error());
  const auto found = files->find(session);
  if (found == files->end()) return {};
  for (const std::string& path : found->second) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) return fail_errno(safe_text(path));
  }
  return {};
}

}  // namespace guard::supervisor
