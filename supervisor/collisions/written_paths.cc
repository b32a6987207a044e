// SPDX-License-Identifier: Apache-2.0
#include "supervisor/collisions/written_paths.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "supervisor/undo/store/entry.h"

namespace guard::supervisor {
namespace {

bool is_at_or_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

WrittenPaths::WrittenPaths(std::string folder, std::function<bool(const std::string&)> counts)
    : counts_(std::move(counts)), journal_{folder + "/journal"}, made_{folder + "/made"} {}

// The list of what was made comes first: an entry of the journal may move such a file.
void WrittenPaths::update() {
  take_new(made_, &WrittenPaths::take_made);
  take_new(journal_, &WrittenPaths::take_entry);
}

void WrittenPaths::take_new(Source& source, Take take) {
  if (!source.file.valid())
    source.file = UniqueFd(::open(source.path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!source.file.valid() && errno == ENOENT) return;  // nothing is written yet
  struct stat status {};
  if (!source.file.valid() || ::fstat(source.file.get(), &status) != 0) {
    whole_ = false;
    return;
  }
  std::array<char, 65536> buffer;
  while (source.read < static_cast<std::size_t>(status.st_size)) {
    const ssize_t got =
        ::pread(source.file.get(), buffer.data(), buffer.size(), static_cast<off_t>(source.read));
    if (got <= 0) {
      whole_ = false;
      return;
    }
    source.read += static_cast<std::size_t>(got);
    source.rest.append(buffer.data(), static_cast<std::size_t>(got));
  }
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = source.rest.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    const auto line = nlohmann::json::parse(
        source.rest.begin() + static_cast<std::ptrdiff_t>(begin),
        source.rest.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    take_line(line, take);
  }
  source.rest.erase(0, begin);
}

// A damaged line may tell of anything.
void WrittenPaths::take_line(const nlohmann::json& line, Take take) {
  try {
    if (line.is_object()) (this->*take)(line);
    whole_ = whole_ && line.is_object();
  } catch (const nlohmann::json::exception&) {
    whole_ = false;
  }
}

void WrittenPaths::take_entry(const nlohmann::json& line) {
  if (!line.contains("act")) return;  // of another kind
  const auto entry = entry_from_json(line);
  if (!entry) {
    whole_ = false;
    return;
  }
  switch (entry->deed) {
    case UndoDeed::kModify:
      return put(entry->path, {entry->time, entry->object.key});
    case UndoDeed::kReplace:
      return put(entry->path, {entry->time});
    case UndoDeed::kRename:
      return name_also(entry->path, entry->to, entry->time);
    case UndoDeed::kExchange:
      return exchange(entry->path, entry->to, entry->time);
    case UndoDeed::kDelete:  // it may have made another one there: whoever asks sees whether it is
                             // there
    case UndoDeed::kMetadata:
    case UndoDeed::kFolder:
    case UndoDeed::kLink:
    case UndoDeed::kPlaced:
      return;
  }
}

void WrittenPaths::take_made(const nlohmann::json& line) {
  if (!line.contains("path")) {
    whole_ = whole_ && !line.contains("more");
    return;
  }
  const std::string path = bytes_from_json(line["path"]);
  if (line.contains("moved")) return move(path, bytes_from_json(line["moved"]));
  if (line.contains("exchanged")) return exchange(path, bytes_from_json(line["exchanged"]), "");
  const auto mode = line.value("mode", 0U);
  if (!S_ISREG(mode) && !S_ISLNK(mode)) return;
  put(path,
      {"", ObjectKey{line.value("device", std::uint64_t{0}), line.value("inode", std::uint64_t{0}),
                     line.value("born", std::int64_t{0})}});
}

// A file of no interest may be moved to where it is.
void WrittenPaths::put(const std::string& path, Written written) {
  if (!counts_(path)) {
    if (elsewhere_.size() < kMostElsewhere) elsewhere_.insert_or_assign(path, std::move(written));
    return;
  }
  if (written.key) objects_.insert(*written.key);
  std::string& time = paths_[path];  // the list of what was made tells none: a known one stays
  if (!written.time.empty()) time = std::move(written.time);
}

void WrittenPaths::put_below(const std::string& folder, const Names& names) {
  for (const auto& [rest, written] : names) put(folder + rest, written);
}

// One whose making is not known, as there was too much elsewhere, is at least a file by now.
void WrittenPaths::move(const std::string& from, const std::string& to) {
  const Names moved = take_below(from);
  put_below(to, moved);
  struct stat status {};
  const bool is_file = moved.empty() && ::lstat(to.c_str(), &status) == 0 &&
                       (S_ISREG(status.st_mode) || S_ISLNK(status.st_mode));
  if (is_file) put(to, {});
}

// The old name stays: the list of what was made is read first, and may tell of a new file there.
void WrittenPaths::name_also(const std::string& from, const std::string& to,
                             const std::string& time) {
  const Names moved = take_below(from);
  put_below(to, moved);
  put_below(from, moved);
  const auto own = moved.find("");
  put(to, {time, own == moved.end() ? std::nullopt : own->second.key});
}

// Both names stay for what is below either: both lists may tell of one exchange.
void WrittenPaths::exchange(const std::string& one, const std::string& other,
                            const std::string& time) {
  const Names ones = take_below(one);
  const Names others = take_below(other);
  for (const std::string& name : {one, other}) {
    put_below(name, ones);
    put_below(name, others);
    if (!ones.contains("") && !others.contains("")) put(name, {time});
  }
}

WrittenPaths::Names WrittenPaths::take_below(const std::string& path) {
  Names taken;
  for (auto at = paths_.lower_bound(path); at != paths_.end() && at->first.starts_with(path);) {
    const auto name = at++;
    if (!is_at_or_below(name->first, path)) continue;
    taken.insert({name->first.substr(path.size()), {std::move(name->second)}});
    paths_.erase(name);
  }
  for (auto at = elsewhere_.lower_bound(path);
       at != elsewhere_.end() && at->first.starts_with(path);) {
    const auto name = at++;
    if (!is_at_or_below(name->first, path)) continue;
    taken.insert({name->first.substr(path.size()), std::move(name->second)});
    elsewhere_.erase(name);
  }
  return taken;
}

}  // namespace guard::supervisor
