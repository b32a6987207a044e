// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/companions.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/clock.h"
#include "base/text/path.h"
#include "base/text/text.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/made_list.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kFirstNumber = 1ULL << 52U;  // JSON readers know whole numbers up to 2^53
constexpr std::size_t kMostCompanions = 10'000;
constexpr auto kSqliteEndings = std::to_array<std::string_view>({"-wal", "-shm", "-journal"});
constexpr auto kSqliteNames =
    std::to_array<std::string_view>({".db", ".db3", ".sqlite", ".sqlite3", ".sqlite-db"});
constexpr std::string_view kSqliteMagic = "SQLite format 3";
constexpr std::string_view kLevelMagic = "MANIFEST-";  // what CURRENT names
constexpr auto kGitState = std::to_array<std::string_view>(
    {"MERGE_HEAD",      "MERGE_MSG",           "MERGE_MODE",          "MERGE_RR",
     "MERGE_AUTOSTASH", "AUTO_MERGE",          "CHERRY_PICK_HEAD",    "REVERT_HEAD",
     "REBASE_HEAD",     "SQUASH_MSG",          "BISECT_LOG",          "BISECT_START",
     "BISECT_NAMES",    "BISECT_TERMS",        "BISECT_EXPECTED_REV", "BISECT_ANCESTORS_OK",
     "BISECT_RUN",      "BISECT_FIRST_PARENT", "BISECT_HEAD",         "rebase-merge",
     "rebase-apply",    "sequencer",           "index.lock",          "HEAD.lock"});

std::string_view last_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1: all of it
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

template <class Table>
bool ends_like(const Table& endings, std::string_view name) {
  return std::ranges::any_of(endings, [name](std::string_view end) { return name.ends_with(end); });
}

bool exists(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

bool begins_with(const std::string& path, std::string_view magic) {
  const UniqueFd file(
      ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
  std::array<char, kSqliteMagic.size()> bytes{};
  return file.valid() &&
         ::read(file.get(), bytes.data(), magic.size()) == static_cast<ssize_t>(magic.size()) &&
         std::string_view(bytes.data(), magic.size()) == magic;
}

bool begins_as_sqlite(const std::string& path) {
  return begins_with(path, kSqliteMagic);
}

// LevelDB and RocksDB: "CURRENT", "MANIFEST-000004", "000012.log", "000009.ldb", "LOG.old" ...
bool is_level_name(std::string_view name) {
  const std::string_view stem = name.substr(0, name.find('.'));
  const std::string_view end = name.substr(stem.size());
  const bool numbered = is_number(stem) && (end == ".log" || end == ".ldb" || end == ".sst" ||
                                            end == ".blob" || end == ".dbtmp");
  return numbered || name == "CURRENT" || name == "LOCK" || name == "IDENTITY" ||
         name.starts_with("MANIFEST-") || name.starts_with("OPTIONS-") || name == "LOG" ||
         name.starts_with("LOG.old");
}

// Berkeley DB: "__db.001", "log.0000000001".
bool is_berkeley_name(std::string_view name) {
  constexpr std::size_t kDigits = 10;
  const bool log = name.starts_with("log.") && name.size() == 4 + kDigits;
  return (log && is_number(name.substr(4))) ||
         (name.starts_with("__db.") && is_number(name.substr(5)));
}

bool is_state_of_git(std::string_view name) {
  return std::ranges::find(kGitState, name) != kGitState.end();
}

// "/w/.git" of "/w/.git/refs/heads/main"; empty when PATH is none of what says where a repository
// stands.
std::string git_folder_of(const std::string& path) {
  constexpr std::string_view kGit = "/.git/";
  constexpr std::string_view kTrees = "worktrees/";
  const std::size_t at = path.rfind(kGit);
  if (at == std::string::npos) return {};
  std::size_t length = at + kGit.size();
  if (std::string_view(path).substr(length).starts_with(kTrees)) {
    const std::size_t slash = path.find('/', length + kTrees.size());
    if (slash == std::string::npos) return {};
    length = slash + 1;
  }
  const std::string_view inside = std::string_view(path).substr(length);
  const std::string_view top = inside.substr(0, inside.find('/'));
  const bool says = inside == "HEAD" || inside == "index" || inside == "packed-refs" ||
                    top == "refs" || is_state_of_git(top);
  return says ? path.substr(0, length - 1) : std::string();
}

std::string sqlite_base(const std::string& path) {
  for (const std::string_view end : kSqliteEndings)
    if (path.ends_with(end)) return path.substr(0, path.size() - end.size());
  return path;
}

std::vector<std::string> names_in(const std::string& folder, bool (*fits)(std::string_view)) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (fits(at->path().filename().string())) paths.push_back(at->path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> members_of(const FileGroup& group) {
  switch (group.kind) {
    case FileGroup::kSqlite:
      return {group.about + "-wal", group.about + "-shm", group.about + "-journal"};
    case FileGroup::kLmdb:
      if (last_name(group.about) == "data.mdb")
        return {folder_of(group.about) + "/lock.mdb", group.about + "-lock"};
      return {group.about + "-lock"};
    case FileGroup::kLevel:
      return names_in(group.about, is_level_name);
    case FileGroup::kBerkeley:
      return names_in(group.about, is_berkeley_name);
    case FileGroup::kGit:
      return names_in(group.about, is_state_of_git);
    case FileGroup::kNone:
      break;
  }
  return {};
}

class Finder {
 public:
  Finder(const std::string& root, History& history) : history_(history) {
    started_ = parse_iso_time(history.session.started).value_or(std::chrono::system_clock::now());
    for (const UndoEntry& entry : history.entries)
      if (!history.undone.contains(entry.number)) known_.insert(history.current(entry.object.key));
    const MadeRows made = read_made_list(root + "/" + history.session.name + "/made");
    for (const MadeRow& row : made.rows)
      if (row.deed == MadeDeed::kMade) own_.insert(history.current(row.key));
  }

  // OWNERS: the entries whose files are given back.
  void look(const FileGroup& group, const std::vector<std::uint64_t>& owners) {
    const bool both = group.kind != FileGroup::kGit;
    for (const std::string& path : members_of(group)) add_made(path, owners, both);
  }
  std::vector<UndoEntry> take() { return std::move(found_); }

 private:
  // An object that was there before, or has a step of its own, is none. Without a time of birth
  // what was changed since the session began and is not in its journal was made since then.
  [[nodiscard]] bool is_new(const ObjectRecord& record) const {
    const auto born = record.key.born_ns > 0
                          ? std::chrono::system_clock::time_point(
                                std::chrono::duration_cast<std::chrono::system_clock::duration>(
                                    std::chrono::nanoseconds(record.key.born_ns)))
                          : time_point_of(record.changed);
    return born >= started_ && !known_.contains(record.key);
  }

  // A folder before what is in it: the last entry is given back first.
  void add_made(const std::string& path, const std::vector<std::uint64_t>& owners, bool both) {
    const UniqueFd held = hold_object(path);
    if (!held.valid() || found_.size() >= kMostCompanions) return;
    auto record = record_of(held.get());
    if (!record || !is_new(*record)) return;
    known_.insert(record->key);
    const bool folder = record->is_folder();
    UndoEntry entry;
    entry.number = kFirstNumber + found_.size();
    entry.deed = UndoDeed::kPlaced;
    entry.path = path;
    entry.time = iso_time(time_point_of(record->changed));
    entry.object = std::move(*record);
    history_.beside[entry.number] = {owners, both, !own_.contains(entry.object.key)};
    found_.push_back(std::move(entry));
    if (!folder) return;
    for (const std::string& below : names_in(path, [](std::string_view) { return true; }))
      add_made(below, owners, both);
  }

  History& history_;
  std::chrono::system_clock::time_point started_;
  std::set<ObjectKey> known_;
  std::set<ObjectKey> own_;  // what the session has on record as made by it
  std::vector<UndoEntry> found_;
};

}  // namespace

bool is_companion(const UndoEntry& entry) {
  return entry.number >= kFirstNumber;
}

FileGroups::FileGroups(std::string root, const History& history)
    : root_(std::move(root)), history_(history) {
  for (const UndoEntry& entry : history.entries) {
    if (ends_like(kSqliteEndings, entry.path)) sqlite_bases_.insert(sqlite_base(entry.path));
    if (last_name(entry.path) == "CURRENT" && !entry.content.empty() &&
        begins_with(root_ + "/" + entry.content, kLevelMagic))
      level_folders_.insert(folder_of(entry.path));
  }
}

const FileGroups::Folder& FileGroups::folder(const std::string& path) {
  const auto [at, is_new] = folders_.try_emplace(path);
  if (is_new)
    at->second = {level_folders_.contains(path) || begins_with(path + "/CURRENT", kLevelMagic),
                  !names_in(path, is_berkeley_name).empty()};
  return at->second;
}

// The ending of a name is nobody's own: the file must look like a database, or be called like one.
bool FileGroups::is_sqlite(const UndoEntry& entry, const std::string& base) const {
  const bool has_log = sqlite_bases_.contains(base) ||
                       std::ranges::any_of(kSqliteEndings, [&base](std::string_view ending) {
                         return exists(base + std::string(ending));
                       });
  if (!has_log) return false;
  return ends_like(kSqliteNames, base) || begins_as_sqlite(base) ||
         (!entry.content.empty() && begins_as_sqlite(root_ + "/" + entry.content));
}

FileGroup FileGroups::of(const UndoEntry& entry) {
  if (entry.deed == UndoDeed::kFolder || entry.deed == UndoDeed::kMetadata) return {};
  const std::string place = history_.place_of(entry);
  const std::string& path = place.empty() ? entry.path : place;
  if (std::string git = git_folder_of(path); !git.empty()) return {FileGroup::kGit, git};
  if (!entry.object.is_file()) return {};
  const std::string_view name = last_name(path);
  const std::string above = folder_of(path);
  if (name == "data.mdb" || name == "lock.mdb") return {FileGroup::kLmdb, above + "/data.mdb"};
  constexpr std::string_view kLock = "-lock";
  const std::string data =
      path.ends_with(kLock) ? path.substr(0, path.size() - kLock.size()) : path;
  if (data.ends_with(".mdb") || data.ends_with(".lmdb")) return {FileGroup::kLmdb, data};
  if (is_level_name(name) && folder(above).is_level) return {FileGroup::kLevel, above};
  if (is_berkeley_name(name) || folder(above).has_berkeley) return {FileGroup::kBerkeley, above};
  const std::string base = sqlite_base(path);
  return is_sqlite(entry, base) ? FileGroup{FileGroup::kSqlite, base} : FileGroup();
}

std::string FileGroups::name_of(const UndoEntry& entry) {
  const FileGroup group = of(entry);
  const bool alone = group.kind == FileGroup::kNone || group.kind == FileGroup::kGit;
  return alone ? std::string() : std::to_string(group.kind) + " " + group.about;
}

void add_companions(const std::string& root, History& history,
                    const std::set<std::uint64_t>& chosen) {
  FileGroups groups(root, history);
  std::map<FileGroup, std::vector<std::uint64_t>> owners;
  for (const UndoEntry& entry : history.entries)
    if (chosen.contains(entry.number)) owners[groups.of(entry)].push_back(entry.number);
  owners.erase(FileGroup());
  if (owners.empty()) return;
  Finder finder(root, history);
  for (const auto& [group, numbers] : owners) finder.look(group, numbers);
  for (UndoEntry& entry : finder.take()) history.entries.push_back(std::move(entry));
}

}  // namespace guard::supervisor
