// SPDX-License-Identifier: Apache-2.0
#include "supervisor/collisions/other_work.h"

#include <fcntl.h>

#include <cerrno>
#include <utility>

#include "base/clock.h"
#include "supervisor/git/git_committed.h"
#include "supervisor/undo/store/journal.h"

namespace guard::supervisor {
namespace {

using Clock = std::chrono::system_clock;

// Two changes of a folder within one tick of the kernel's clock have one time.
constexpr std::size_t kMostNames = 3;
constexpr auto kLookAgain = std::chrono::seconds(10);
constexpr auto kTick = std::chrono::milliseconds(50);

Clock::time_point point_of(const timespec& time) {
  return Clock::time_point(std::chrono::duration_cast<Clock::duration>(
      std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)));
}

bool is_same(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool is_changed_since(const std::string& path, const std::string& time) {
  struct stat status {};
  const auto began = parse_iso_time(time);
  return ::lstat(path.c_str(), &status) == 0 && (!began || point_of(status.st_ctim) >= *began);
}

}  // namespace

OtherWork::OtherWork(std::string state_dir, std::string own, std::chrono::seconds ended,
                     std::function<bool(const std::string&)> counts, const BornSet* own_born)
    : state_dir_(std::move(state_dir)),
      own_(std::move(own)),
      ended_(ended),
      counts_(std::move(counts)),
      own_born_(own_born),
      root_(undo_root(state_dir_)),
      own_written_(undo_root(state_dir_) + "/" + own_, counts_) {}

// A session has a folder of its own before it runs anything.
void OtherWork::refresh() {
  struct stat root {};
  if (!root_.look(root)) {
    is_listed_ = errno == ENOENT;  // nobody has kept anything yet
    return;
  }
  const bool was_ticking =
      listed_ < point_of(root_changed_) + kTick && Clock::now() > listed_ + kTick;
  if (!is_listed_ || !is_same(root.st_mtim, root_changed_) || was_ticking) {
    root_changed_ = root.st_mtim;
    listed_ = Clock::now();
    list_sessions();
  }
  for (auto& [name, other] : others_) other.written->update();
}

void OtherWork::list_sessions() {
  const auto sessions = stored_sessions(state_dir_);
  is_listed_ = sessions.has_value();
  if (!sessions) return;
  std::map<std::string, Other> listed;
  for (const StoredSession& session : *sessions) {
    const bool ended_long_ago =
        !session.is_running && session.last_alive + ended_ + kTick < Clock::now();
    if (session.name == own_ || !session.undoes.empty() || ended_long_ago) continue;
    const auto known = others_.find(session.name);
    auto written =
        known != others_.end()
            ? std::move(known->second.written)
            : std::make_unique<WrittenPaths>(undo_root(state_dir_) + "/" + session.name, counts_);
    listed.emplace(session.name, Other{session, std::move(written)});
  }
  others_ = std::move(listed);
}

bool OtherWork::lives(const Other& other) const {
  return is_being_written(undo_root(state_dir_) + "/" + other.session.name + "/journal");
}

bool OtherWork::counts_now(const Other& other) const {
  if (lives(other)) return true;
  const std::string folder = undo_root(state_dir_) + "/" + other.session.name;
  struct stat state {};
  if (ended_.count() == 0 || ::stat((folder + "/state").c_str(), &state) != 0) return false;
  return point_of(state.st_mtim) + ended_ > Clock::now();
}

// One that this session made since the write: its commits keep nothing that it could not take away
// again unasked.
bool OtherWork::is_own_repository(const GitPlace& place, const std::string& time) const {
  const auto written = parse_iso_time(time);
  for (const auto& path : {place.top / ".git", place.folder, place.common}) {
    const UniqueFd held(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    const auto id = held.valid() ? birth_id_held(held.get()) : std::nullopt;
    if (!id || !own_born_->contains(*id)) continue;
    const bool is_older = written && id->born_ns > 0 &&
                          std::chrono::nanoseconds(id->born_ns) < written->time_since_epoch();
    if (!is_older) return true;
  }
  return false;
}

// TIME: of what the other one wrote; both are ISO 8601.
bool OtherWork::is_own_since(const std::string& path, const std::string& time) const {
  const auto own = own_since_.find(path);
  return own != own_since_.end() && time < own->second;
}

bool OtherWork::is_uncommitted(const std::string& path, const std::string& time) const {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return false;
  return !is_committed_now(path, [&](const GitPlace& place) {
    return own_born_ == nullptr || !is_own_repository(place, time);
  });
}

bool OtherWork::is_open(const std::string& path, const std::string& time) const {
  return !settled_.contains(path) && !is_own_since(path, time) && is_uncommitted(path, time);
}

OtherWrite OtherWork::write_of(const Other& other, const std::string& path,
                               const std::string& time) const {
  return {other.session.id, other.session.command, path, time, lives(other)};
}

// When OTHER wrote it; nothing: it did not.
std::optional<std::string> OtherWork::time_of(const Other& other, const std::string& path,
                                              const std::optional<ObjectKey>& object) const {
  const auto write = other.written->paths().find(path);
  if (write != other.written->paths().end()) return write->second;
  const bool lacks_it = !other.written->is_whole() && is_changed_since(path, other.session.started);
  if (lacks_it || (object && other.written->has_object(*object))) return "";
  return std::nullopt;
}

std::optional<OtherWrite> OtherWork::at(const std::string& path,
                                        const std::optional<ObjectKey>& object) {
  const std::lock_guard lock(mutex_);
  refresh();
  std::map<std::string, OtherWrite> found;
  for (const auto& [name, other] : others_) {
    const auto time = time_of(other, path, object);
    if (time && counts_now(other)) add(other, {path, *time}, found);
  }
  // Where nobody can tell who else works here, it may be anybody's.
  if (!is_listed_ && counts_(path))
    found.insert({path, {"that guard cannot read", "", path, "", true}});
  if (found.empty()) return std::nullopt;
  const OtherWrite& write = found.begin()->second;
  if (settled_.contains(path) || is_own_since(path, write.time)) return std::nullopt;
  if (is_uncommitted(path, write.time)) {
    committed_.erase(path);
    return write;
  }
  if (is_listed_) committed_.insert(path);
  return std::nullopt;
}

// The last one of several is told.
void OtherWork::add(const Other& other, const std::pair<const std::string, std::string>& write,
                    std::map<std::string, OtherWrite>& found) const {
  const auto& [path, time] = write;
  const auto known = found.find(path);
  if (known == found.end() || known->second.time < time)
    found.insert_or_assign(path, write_of(other, path, time));
}

std::vector<OtherWrite> OtherWork::below(const std::string& folder, std::size_t most,
                                         const std::function<bool(const std::string&)>& covers) {
  const std::lock_guard lock(mutex_);
  refresh();
  std::map<std::string, OtherWrite> found;
  const std::string inside = folder + "/";
  for (const auto& [name, other] : others_) {
    if (!counts_now(other)) continue;
    const auto& paths = other.written->paths();
    for (auto at = paths.lower_bound(folder); at != paths.end() && at->first.starts_with(folder);
         ++at)
      if ((at->first == folder || at->first.starts_with(inside)) && (!covers || covers(at->first)))
        add(other, *at, found);
  }
  std::vector<OtherWrite> open;
  std::size_t looks = 0;
  for (auto& [path, write] : found)
    if (open.size() < most && (looks++ >= kMostLooks || is_open(path, write.time)))
      open.push_back(std::move(write));
  return open;
}

Overlap OtherWork::overlap_with(const Other& other) const {
  Overlap overlap{other.session.id, other.session.command, 0, {}, false};
  std::size_t looks = 0;
  for (const auto& [path, time] : other.written->paths()) {
    if (!own_written_.paths().contains(path) || is_own_since(path, time)) continue;
    if (looks++ == kMostLooks) break;
    if (!is_uncommitted(path, time)) continue;
    ++overlap.files;
    if (overlap.names.size() < kMostNames) overlap.names.push_back(path);
  }
  overlap.lives = overlap.files > 0 && lives(other);
  return overlap;
}

std::vector<Overlap> OtherWork::overlaps() {
  const std::lock_guard lock(mutex_);
  refresh();
  std::vector<Overlap> found;
  if (others_.empty() || own_.empty()) return found;
  own_written_.update();
  std::size_t read = own_written_.read();
  for (const auto& [name, other] : others_) read += other.written->read();
  // A commit changes the answer too, but no line of a journal.
  if (read == overlaps_read_ && Clock::now() < overlaps_looked_ + kLookAgain) return overlaps_;
  overlaps_read_ = read;
  overlaps_looked_ = Clock::now();
  for (const auto& [name, other] : others_) {
    if (!counts_now(other)) continue;
    Overlap overlap = overlap_with(other);
    if (overlap.files > 0) found.push_back(std::move(overlap));
  }
  return overlaps_ = found;
}

void OtherWork::settle(const std::string& path) {
  const std::lock_guard lock(mutex_);
  settled_.insert(path);
}

void OtherWork::wrote(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (committed_.erase(path) != 0) own_since_.insert_or_assign(path, iso_time(Clock::now()));
}

}  // namespace guard::supervisor
