// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/keep/archiver.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/audit/store/head_file.h"
#include "supervisor/audit/store/private_folder.h"
#include "supervisor/audit/store/schema.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// Both have the same columns in the same order: open_record looked.
constexpr std::array<std::string_view, 2> kCopies = {
    "INSERT INTO main.records SELECT * FROM live.records WHERE session_id = ?",
    "INSERT INTO main.outcomes SELECT * FROM live.outcomes WHERE session_id = ?"};

// The folder, until keep() unless something failed.
class NewFolder {
 public:
  static Result<NewFolder> make(const std::string& path) {
    if (::mkdir(path.c_str(), S_IRWXU) != 0) return fail_errno(safe_text(path));
    const auto folder = find_private_folder(path);
    if (!folder) return forward(folder.error());
    return NewFolder(*folder);
  }
  ~NewFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  NewFolder(NewFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  NewFolder& operator=(NewFolder&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  void keep() { path_.clear(); }

 private:
  explicit NewFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

using Verdicts = std::map<std::string, SessionVerdict>;

Result<Verdicts> verdicts_of(const std::string& folder, const Watch& watch) {
  Verdicts verdicts;
  const auto verified =
      verify_audit({folder, "", watch}, [&verdicts](const SessionVerdict& verdict) {
        verdicts.insert_or_assign(verdict.session, verdict);
      });
  if (!verified) return forward(verified.error());
  return verdicts;
}

Result<Archived> sound_ones(const std::string& folder, const std::vector<OldSession>& sessions,
                            const Watch& watch) {
  const auto verdicts = verdicts_of(folder, watch);
  if (!verdicts) return forward(verdicts.error());
  Archived out;
  for (const OldSession& session : sessions) {
    const auto verdict = verdicts->find(session.id);
    if (verdict == verdicts->end()) continue;  // pruned meanwhile
    if (verdict->second.flaw == Flaw::kNone) out.copied.push_back(session);
    if (verdict->second.flaw != Flaw::kNone) out.left.push_back(verdict->second);
  }
  return out;
}

// A new file, which nobody reads before it was verified: a journal would only write it twice.
Result<Database> new_database(const std::string& folder, const std::string& live) {
  if (const auto made = ensure_private_file(folder + "/" + kDatabaseName); !made)
    return forward(made.error());
  auto database = Database::open(folder + "/" + kDatabaseName, Access::kWrite);
  if (!database) return database;
  if (const auto set = database->execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
      !set)
    return forward(set.error());
  if (const auto made = create_schema(*database); !made) return forward(made.error());
  auto attach = database->prepare("ATTACH DATABASE ? AS live");
  if (!attach) return forward(attach.error());
  const std::string path = live + "/" + kDatabaseName;
  attach->bind(1, path);
  if (const auto attached = attach->run(); !attached) return forward(attached.error());
  return database;
}

Result<void> copy_links(Database& database, const std::string& session) {
  for (const std::string_view sql : kCopies) {
    auto copy = database.prepare(sql);
    if (!copy) return forward(copy.error());
    copy->bind(1, session);
    if (const auto copied = copy->run(); !copied) return copied;
  }
  return {};
}

// As it is: with the start of the machine that it was written in.
Result<void> copy_head(const std::string& from, const std::string& to, const std::string& session) {
  const std::string name = std::string("/") + kHeadsFolder + "/" + head_name(session);
  std::error_code error;
  if (!fs::exists(from + name, error)) return {};
  if (!error) fs::copy_file(from + name, to + name, error);
  if (error) return fail_with(error.value(), safe_text(to + name));
  return {};
}

Result<void> copy_all(const std::string& from, const std::string& to,
                      const std::vector<OldSession>& sessions, const Watch& watch) {
  auto database = new_database(to, from);
  if (!database) return forward(database.error());
  if (const auto made = open_private_folder(to + "/" + kHeadsFolder); !made)
    return forward(made.error());
  // One state of the record for all.
  if (const auto begun = database->execute("BEGIN"); !begun) return begun;
  std::uint64_t done = 0;
  for (const OldSession& session : sessions) {
    if (const auto went_on = look(watch, done++, sessions.size()); !went_on) return went_on;
    if (const auto copied = copy_links(*database, session.id); !copied) return copied;
    if (const auto copied = copy_head(from, to, session.id); !copied) return copied;
  }
  return database->execute("COMMIT");
}

// Every link that is to leave is in the archive, and holds there.
Result<void> check_copy(const std::string& folder, const std::vector<OldSession>& sessions) {
  const auto verdicts = verdicts_of(folder, {});
  if (!verdicts) return forward(verdicts.error());
  for (const OldSession& session : sessions) {
    const auto found = verdicts->find(session.id);
    if (found == verdicts->end() || found->second.flaw != Flaw::kNone ||
        found->second.links != session.links)
      return fail(Code::kSystem, "the copy of session " + safe_text(session.id) +
                                     " is not as the record has it; nothing was moved");
  }
  return {};
}

Result<void> reach_the_disk(const std::string& folder) {
  const UniqueFd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.valid() || ::syncfs(opened.get()) != 0) return fail_errno(safe_text(folder));
  return {};
}

}  // namespace

Result<Archived> archive_sessions(const std::string& directory, const std::string& target,
                                  const std::vector<OldSession>& sessions, const Watch& watch) {
  const auto from = find_private_folder(directory);
  if (!from) return forward(from.error());
  if (const auto record = open_record(*from, Access::kReadOnly); !record)
    return forward(record.error());
  auto archived = sound_ones(*from, sessions, watch);
  if (!archived || archived->copied.empty()) return archived;
  auto folder = NewFolder::make(target);
  if (!folder) return forward(folder.error());
  auto done = copy_all(*from, folder->path(), archived->copied, watch);
  if (done) done = check_copy(folder->path(), archived->copied);
  if (done) done = reach_the_disk(folder->path());
  if (!done) return forward(done.error());
  folder->keep();
  return archived;
}

}  // namespace guard::supervisor
