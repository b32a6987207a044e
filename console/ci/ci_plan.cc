// SPDX-License-Identifier: Apache-2.0
#include "console/ci/ci_plan.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files/fd_name.h"
#include "base/text/text.h"
#include "base/uuid.h"
#include "console/output/complaint.h"

namespace guard::console {
namespace {

constexpr int kGuardFailed = 125;

Result<void> write_draft(int folder, const std::string& draft, std::string_view text) {
  constexpr mode_t kForOthersToo = 0666;  // as the umask has it: later steps read it
  const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const UniqueFd file(::openat(folder, draft.c_str(), flags, kForOthersToo));
  if (!file.valid()) return fail_errno("open");
  while (!text.empty()) {
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail_errno("write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

// A draft of its own that takes the name: what ran may have left a link there, and nothing is
// written through it.
Result<void> write_file(int folder, const std::string& name, const std::string& text) {
  const std::string draft = name + "." + make_uuid();
  auto result = write_draft(folder, draft, text);
  if (result && ::renameat(folder, draft.c_str(), folder, name.c_str()) != 0)
    result = fail_errno("rename");
  if (!result) ::unlinkat(folder, draft.c_str(), 0);
  return result;
}

// A file or a link of that name is replaced; anything else stays.
Result<void> check_place(int folder, const std::string& name) {
  struct stat status {};
  if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT ? Result<void>() : fail_errno("stat");
  if (S_ISDIR(status.st_mode)) return fail(Code::kInvalid, "a folder has that name");
  if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))
    return fail(Code::kInvalid, "it is no file");
  return {};
}

// The shell calls its standard output so: a report goes there as to `-`.
bool is_standard_output(const std::string& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

// Names of descriptors and devices: a report would take the place of the name, and where the kernel
// keeps these names nothing can.
bool has_no_files(int folder) {
  constexpr const char* kDevices = "/dev";
  struct statfs system {};
  if (::fstatfs(folder, &system) == 0 && system.f_type == PROC_SUPER_MAGIC) return true;
  struct stat status {
  }, devices{};
  return ::fstat(folder, &status) == 0 && ::stat(kDevices, &devices) == 0 &&
         status.st_dev == devices.st_dev && status.st_ino == devices.st_ino;
}

// Also of standard output, which has none.
bool is_same_folder(const UniqueFd& one, const UniqueFd& other) {
  if (!one.valid() || !other.valid()) return one.valid() == other.valid();
  struct stat first {
  }, second{};
  return ::fstat(one.get(), &first) == 0 && ::fstat(other.get(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

std::string outcome_of(const Ending& ending) {
  if (ending.refusals_fail) return "refused";
  return ending.signal == 0 && ending.status == 0 ? "passed" : "failed";
}

Result<void> write_to_output(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) return fail_errno("write");
  return {};
}

// A run that would have passed ends with guard's own status (CiPlan::write).
void note_lost_report(const Result<void>& written, CiReport& report) {
  if (written || report.status != 0) return;
  report.status = kGuardFailed;
  report.outcome = "failed";
}

Result<CiReport> report_of(const CiRun& run, const Ending& ending, bool skips_fail) {
  const auto reader = supervisor::AuditReader::open(run.state_dir);
  if (!reader) return forward(reader.error());
  CiKnown known{run.workspace.empty() ? "" : run.workspace.front(), run.policy};
  std::optional<ToAllow> to_allow;
  if (run.policy) to_allow.emplace(run.policy, policy::Place{run.workspace, run.home});
  if (to_allow) known.to_allow = &*to_allow;
  known.skips_fail = skips_fail;
  known.before = run.before;
  auto report = collect_ci_report(**reader, run.session, known);
  if (!report) return report;
  report->status = ending.signal == 0 ? ending.status : 128 + ending.signal;
  report->command_status = ending.refusals_fail ? 0 : report->status;
  report->outcome = outcome_of(ending);
  report->lacks_records = ending.lacks_records;
  report->goes_on = ending.goes_on;
  report->discard = run.discard;
  return report;
}

// As it was typed: --learn FILE is --report policy:FILE.
std::string option_of(const std::string& told) {
  constexpr std::string_view kLearned = "policy:";
  return told.starts_with(kLearned) ? "--learn " + safe_text(told.substr(kLearned.size()))
                                    : "--report " + safe_text(told);
}

}  // namespace

Result<CiPlan> CiPlan::make(const CiWanted& wanted) {
  CiPlan plan(wanted);
  for (const std::string& told : wanted.reports)
    if (auto added = plan.add_file(told); !added) return forward(added.error());
  return plan;
}

Result<void> CiPlan::add_file(const std::string& told) {
  const std::size_t colon = told.find(':');
  const CiFormat* format =
      colon == std::string::npos ? nullptr : ci_format_named(told.substr(0, colon));
  const std::string path = format == nullptr ? told : told.substr(colon + 1);
  const bool to_output = is_standard_output(path);
  if (format == nullptr) format = to_output ? ci_format_named("json") : ci_format_of_file(path);
  if (to_output) return keep_apart({format, UniqueFd(), "-", "standard output"});
  const std::filesystem::path parts(path);
  if (format == nullptr || !parts.has_filename())
    return fail(
        Code::kInvalid,
        "--report " + safe_text(told) +
            ": name it .json, .xml (JUnit), .sarif, .md or .yaml (a policy), or put one of " +
            ci_format_names() + " and a colon before it");
  const std::string folder = parts.has_parent_path() ? parts.parent_path().string() : ".";
  UniqueFd opened(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!opened.valid() || ::faccessat(opened.get(), ".", W_OK, 0) != 0)
    return fail_errno(option_of(told));
  if (has_no_files(opened.get()))
    return fail(Code::kInvalid, option_of(told) +
                                    ": a report takes the place of a file, and there can be none "
                                    "there: name a file, or `-` for standard output");
  if (auto free = check_place(opened.get(), parts.filename().string()); !free)
    return forward(free.error().during(option_of(told)));
  return keep_apart({format, std::move(opened), parts.filename().string(), safe_text(path)});
}

// The second report would take the place of the first, or be mixed into it.
Result<void> CiPlan::keep_apart(File file) {
  for (const File& other : files_)
    if (other.name == file.name && is_same_folder(other.folder, file.folder))
      return fail(Code::kInvalid, "two reports would go to " + file.shown +
                                      ": give one --report for it, and others their own files");
  files_.push_back(std::move(file));
  return {};
}

std::vector<std::string> CiPlan::inside(const std::vector<std::string>& folders) const {
  std::vector<std::string> found;
  for (const File& file : files_) {
    const std::string place = file.folder.valid() ? name_of_fd(file.folder.get()) : "";
    if (!place.empty() && std::ranges::any_of(folders, [&](const std::string& folder) {
          return place == folder || place.starts_with(folder + "/");
        }))
      found.push_back(file.shown);
  }
  return found;
}

bool CiPlan::writes_nothing() const {
  return files_.empty() && !wanted_.summary && !wanted_.annotations;
}

std::uint64_t CiPlan::last_of_name(const std::string& state_dir, const std::string& session) const {
  return writes_nothing() ? 0 : last_record_of(state_dir, session);
}

std::uint64_t last_record_of(const std::string& state_dir, const std::string& session) {
  const auto reader = supervisor::AuditReader::open(state_dir);
  if (!reader) return 0;  // none yet; what else is wrong with it ends the run
  const auto runs = (*reader)->runs(session);
  return runs && !runs->empty() ? runs->back().last_seq : 0;
}

Ending CiPlan::write(Ending ending, const CiRun& run) const {
  // Where nothing ran, what is on record under this name is another session's.
  if (ending.nothing_ran) remove_old();
  if (writes_nothing() || ending.nothing_ran) return ending;
  const auto fail_with_text = [&ending](const std::string& text) {
    // Where guard itself failed, that is all there is to say.
    if (ending.text.empty()) complain(0, "no report: " + text);
    if (ending.status == 0 && ending.signal == 0) ending.status = kGuardFailed;
    return ending;
  };
  auto report = report_of(run, ending, wanted_.skips_fail);
  if (!report) {
    CiReport of_discard;
    of_discard.discard = run.discard;
    if (wanted_.summary && run.discard) complain(0, discard_text(of_discard));
    return fail_with_text(report.error().text());
  }
  report->duration_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                            std::chrono::steady_clock::now() - began_)
                            .count();
  const auto written = write_all(*report);
  return written ? ending : fail_with_text(written.error().text());
}

std::vector<std::string> CiPlan::removed(std::string& stays) const {
  std::vector<std::string> names;
  for (const File& file : files_) {
    if (!file.folder.valid() || std::string_view(file.format->name) == "policy" ||
        !check_place(file.folder.get(), file.name))
      continue;
    if (::unlinkat(file.folder.get(), file.name.c_str(), 0) == 0) {
      names.push_back(file.shown);
    } else if (errno != ENOENT && stays.empty()) {
      stays = "the report of an earlier run, " + file.shown +
              ", cannot be removed: " + std::strerror(errno) + ": it would be taken for this run's";
    }
  }
  return names;
}

Result<void> CiPlan::begin() const {
  std::string stays;
  (void)removed(stays);
  if (!stays.empty()) return fail(Code::kSystem, stays);
  return {};
}

void CiPlan::remove_old() const {
  std::string stays;
  const std::vector<std::string> names = removed(stays);
  if (!stays.empty()) complain(0, stays);
  for (const std::string& name : names)
    complain(0, "removed " + name +
                    ", the report of an earlier run: this one did not start, and has none");
}

// One that cannot be written holds up none of the others. It fails the run, and those that can be
// written say so too: each is written again.
Result<void> CiPlan::write_all(CiReport& report) const {
  auto result = write_files(report, Target::kFile);
  note_lost_report(result, report);
  if (const auto told = write_files(report, Target::kOutput); !told) {
    result = told;
    note_lost_report(result, report);
  }
  if (!result) (void)write_files(report, Target::kFile);
  if (wanted_.summary) std::fputs(ci_summary(report).c_str(), stderr);
  if (wanted_.annotations) std::fputs(github_annotations(report).c_str(), stderr);
  return result;
}

Result<void> CiPlan::write_files(const CiReport& report, Target target) const {
  Result<void> result;
  for (const File& file : files_) {
    if (file.folder.valid() != (target == Target::kFile)) continue;
    const std::string text = file.format->text(report);
    const auto written = file.folder.valid() ? write_file(file.folder.get(), file.name, text)
                                             : write_to_output(text);
    if (!written) result = fail(written.error().code, file.shown + ": " + written.error().text());
  }
  return result;
}

}  // namespace guard::console
