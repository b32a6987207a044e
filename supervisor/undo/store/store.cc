// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <ctime>
#include <iterator>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "base/weaken.h"
#include "supervisor/undo/store/own_rights.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {
namespace {

constexpr std::uint64_t kQuickCopy = 256U << 10;

bool removes_name(UndoDeed deed) {
  return deed == UndoDeed::kDelete || deed == UndoDeed::kReplace;
}

bool acts_on_names(UndoDeed deed) {
  return removes_name(deed) || deed == UndoDeed::kRename || deed == UndoDeed::kExchange ||
         deed == UndoDeed::kLink;
}

bool has_no_name(int held) {
  struct stat status {};
  return ::fstat(held, &status) == 0 && status.st_nlink == 0;
}

std::int64_t nanoseconds_of(clockid_t clock) {
  constexpr std::int64_t kPerSecond = 1'000'000'000;
  timespec now{};
  ::clock_gettime(clock, &now);
  return now.tv_sec * kPerSecond + now.tv_nsec;
}

}  // namespace

Result<std::unique_ptr<UndoStore>> UndoStore::open(const std::string& state_dir,
                                                   UndoSession session, UndoLimits limits) {
  auto made = make_session_folder(state_dir, session, limits.same_names);
  if (!made) return forward(made.error());
  const std::string folder = made->root + "/" + made->name;
  auto journal = Journal::open(folder + "/journal");
  if (!journal) return forward(journal.error());
  UniqueFd content(
      ::open((folder + "/content").c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!content.valid()) return fail_errno(safe_text(folder) + "/content");
  struct stat status {};
  if (::fstat(content.get(), &status) != 0) return fail_errno("undo store");
  std::unique_ptr<UndoStore> store(new UndoStore(std::move(made->root), std::move(made->name),
                                                 limits, std::move(*journal), std::move(content)));
  store->device_ = status.st_dev;
  return store;
}

UndoStore::UndoStore(std::string root, std::string name, UndoLimits limits, Journal journal,
                     UniqueFd content)
    : name_(std::move(name)),
      folder_path_(root + "/" + name_),
      limits_(limits),
      journal_(std::move(journal)),
      lost_(folder_path_ + "/lost"),
      made_(folder_path_ + "/made"),
      content_(std::move(content)),
      foreign_(root, name_) {}

UndoStore::~UndoStore() {
  if (tree_ended_ns_.load() == 0) note_tree_ended();
  write_state(SessionLife::kEnded);
}

bool UndoStore::has_room(std::uint64_t bytes) const {
  return bytes <= limits_.file_bytes && files_.load() < limits_.files &&
         used_by_others_.load() + used_.load() + bytes <= limits_.bytes;
}

Result<void> UndoStore::room_for(std::uint64_t entries, std::uint64_t bytes,
                                 std::uint64_t largest) const {
  if (largest > limits_.file_bytes)
    return fail(Code::kRefused, size_text(largest) + " are more than undo.max_file");
  const std::uint64_t kept = files_.load();
  if (kept >= limits_.files || entries > limits_.files - kept)
    return fail(Code::kRefused,
                "undo.max_files is reached: " + std::to_string(limits_.files) + " files");
  if (bytes > room())
    return fail(Code::kRefused, "undo.max is reached: " + size_text(limits_.bytes));
  return {};
}

std::uint64_t UndoStore::room() const {
  const std::uint64_t used = used_by_others_.load() + used_.load();
  return used >= limits_.bytes ? 0 : limits_.bytes - used;
}

// Names that go are told again and again; what stays is saved once. If an undo changes a folder in
// several of its steps, each step tells it: each is taken back by itself.
bool UndoStore::already(const SaveOrder& order, const Seen& seen) const {
  switch (order.deed) {
    case UndoDeed::kModify:
      return seen.content;
    case UndoDeed::kMetadata:
      return order.reverts == 0 && seen.metadata && (seen.owner || !order.owner_changes);
    case UndoDeed::kFolder:
      return seen.folder || seen.metadata;
    default:
      return false;
  }
}

// Somebody else is saving it, or it lies in the store itself.
bool UndoStore::is_disturbed(const ObjectKey& key, UndoDeed deed) const {
  const std::lock_guard lock(mutex_);
  const auto found = seen_.find(key);
  if (found != seen_.end() && found->second.busy) return true;
  return !acts_on_names(deed) && originals_.contains(key);
}

bool UndoStore::is_quick(const SaveOrder& order) const {
  if (const auto key = key_of(order.held); key && is_disturbed(*key, order.deed)) return false;
  struct stat status {};
  if (::fstat(order.held, &status) != 0) return true;  // fails quickly
  if (removes_name(order.deed)) {
    if (!S_ISREG(status.st_mode) || status.st_nlink > 1) return true;
    return static_cast<std::uint64_t>(status.st_size) <= kQuickCopy && status.st_dev == device_;
  }
  if (order.deed != UndoDeed::kModify) return true;
  const auto key = key_of(order.held);
  if (!key) return true;
  const std::lock_guard lock(mutex_);
  const auto found = seen_.find(*key);
  return found != seen_.end() && found->second.content && !found->second.busy;
}

UndoStore::Seen UndoStore::begin(const ObjectKey& key) {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [&] { return !seen_[key].busy; });
  seen_[key].busy = true;
  return seen_[key];
}

void UndoStore::end(const ObjectKey& key, const SaveOrder& order, bool saved, bool has_content) {
  {
    const std::lock_guard lock(mutex_);
    Seen& seen = seen_[key];
    seen.busy = false;
    const bool changes = order.deed == UndoDeed::kModify || order.deed == UndoDeed::kMetadata;
    seen.content = seen.content || (saved && has_content && order.deed == UndoDeed::kModify);
    seen.metadata = seen.metadata || (saved && changes);
    seen.owner = seen.owner || (saved && order.owner_changes);
    seen.folder = seen.folder || (saved && order.deed == UndoDeed::kFolder);
  }
  freed_.notify_all();
}

bool UndoStore::wants_content(const SaveOrder& order, const ObjectRecord& record,
                              const Seen& seen) const {
  if (!record.is_file()) return false;
  if (order.deed == UndoDeed::kModify) return !seen.content;
  // Where another name is left the content is not lost: it is kept with the last one.
  return removes_name(order.deed) && !has_other_name(record);
}

bool UndoStore::has_other_name(const ObjectRecord& record) const {
  const std::uint64_t own = own_links(record.key);
  if (record.links <= 1 + own) return false;
  if (record.key.device != device_ || weakened("undo-foreign-links")) return true;
  const std::lock_guard lock(foreign_mutex_);
  return record.links > 1 + own + foreign_.count(record.key.inode);
}

std::uint64_t UndoStore::own_links(const ObjectKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = originals_.find(key);
  return found == originals_.end() ? 0 : found->second.size();
}

bool UndoStore::keeps_as_it_was(int held) const {
  const auto key = key_of(held);
  struct stat status {};
  if (!key || ::fstat(held, &status) != 0) return false;
  const std::uint64_t own = own_links(*key);
  return own != 0 && status.st_nlink <= own;
}

Result<std::uint64_t> UndoStore::save(const SaveOrder& order, const CopyProgress& progress) {
  const auto key = key_of(order.held);
  if (!key) return forward(key.error().during("save for undo"));
  Seen seen = begin(*key);
  // An object that an undo gives back meanwhile is of before once more.
  if (already(order, seen) && notice_undo()) seen = {};
  // A new name for what only the store has would be a way to change it.
  if (!acts_on_names(order.deed) || order.deed == UndoDeed::kLink) {
    const auto parted = part_from(*key, order.held, progress);
    // Nothing but the store had it: what happens to it now nobody can come back to.
    if (!parted || has_no_name(order.held)) {
      end(*key, order, false, false);
      if (!parted) return fail(Code::kBusy, "the undo store's own copy: " + parted.error().text());
      return 0;
    }
  }
  if (already(order, seen)) {
    end(*key, order, false, false);
    return 0;
  }
  bool has_content = false;
  const auto saved = [&]() -> Result<std::uint64_t> {
    auto record = record_of(order.held);
    if (!record) return forward(record.error());
    const std::uint64_t number = next_.fetch_add(1);
    Kept kept;
    if (wants_content(order, *record, seen)) {
      // A copy of the first state is there already: the last one is worth a link, not a copy.
      const bool only_link = removes_name(order.deed) && seen.content;
      auto done = keep(order.held, *record, removes_name(order.deed), number, progress);
      if (!done && !only_link) return forward(done.error());
      if (done) kept = std::move(*done);
      has_content = true;
    }
    if (record->is_endpoint() && removes_name(order.deed) && !has_other_name(*record))
      kept = keep_endpoint(order.held, *record, number);
    if (auto can = can_return(order, *record, kept.is_original); !can) {
      take_back(kept);
      return forward(can.error());
    }
    return write_down(order, std::move(*record), std::move(kept), number);
  }();
  end(*key, order, saved.has_value(), has_content);
  if (!saved) return forward(saved.error().during("save for undo"));
  versions_.kept(*key, order.deed);
  return saved;
}

// An undo takes away what it can. An object that has another name, or lies in the store itself, is
// linked.
Result<void> UndoStore::can_return(const SaveOrder& order, const ObjectRecord& record,
                                   bool is_original) const {
  if (order.reverts != 0 || weakened("undo-own-rights")) return {};
  if (order.deed == UndoDeed::kModify) return can_be_written_back(record);
  if (order.deed == UndoDeed::kMetadata) return can_be_changed_back(record, order.owner_changes);
  if (!removes_name(order.deed) || is_original) return {};
  if (!record.is_folder() && has_other_name(record)) return {};
  return can_be_made_again(record);
}

Result<std::uint64_t> UndoStore::write_down(const SaveOrder& order, ObjectRecord record, Kept kept,
                                            std::uint64_t number) {
  UndoEntry entry;
  entry.number = number;
  entry.deed = order.deed;
  entry.path = order.path;
  entry.to = order.to;
  entry.of = order.of;
  entry.object = std::move(record);
  entry.content = kept.content;
  entry.is_original = kept.is_original;
  entry.time = iso_time(std::chrono::system_clock::now());
  entry.question = order.question;
  entry.command = order.command;
  entry.reverts = order.reverts;
  entry.is_version = order.is_version;
  if (auto written = journal_.append(to_json(entry)); !written) {
    take_back(kept);
    return forward(written.error());
  }
  if (!acts_on_names(order.deed)) return number;
  const std::lock_guard lock(mutex_);
  if (entry.is_original) originals_[entry.object.key].push_back(number);
  open_[number] = std::move(kept);
  return number;
}

Result<std::uint64_t> UndoStore::note_placed(const std::string& path, int held,
                                             std::uint64_t reverts) {
  auto record = record_of(held);
  if (!record) return forward(record.error());
  SaveOrder order;
  order.deed = UndoDeed::kPlaced;
  order.path = path;
  order.reverts = reverts;
  return write_down(order, std::move(*record), {}, next_.fetch_add(1));
}

std::string UndoStore::content_of(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(number);
  return found == open_.end() ? std::string() : found->second.content;
}

void UndoStore::forget_originals(const std::function<bool(std::uint64_t)>& gone) {
  for (auto at = originals_.begin(); at != originals_.end();) {
    std::erase_if(at->second, gone);
    at = at->second.empty() ? originals_.erase(at) : std::next(at);
  }
}

void UndoStore::cancel(std::uint64_t number) {
  Kept kept;
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(number);
    if (found == open_.end()) return;
    kept = std::move(found->second);
    open_.erase(found);
    // Somebody else took the name away meanwhile: it is kept for that, then.
    if (is_the_last(kept)) return;
    forget_originals([number](std::uint64_t one) { return one == number; });
  }
  take_back(kept);
  (void)journal_.append({{"cancel", number}});
}

Result<void> UndoStore::done(std::uint64_t number, int held) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(number);
    if (found == open_.end()) return {};
    const bool has_content = !found->second.content.empty();
    open_.erase(found);
    if (has_content) return {};
  }
  struct stat status {};
  if (::fstat(held, &status) != 0 || status.st_nlink != 0 || !S_ISREG(status.st_mode)) return {};
  const auto record = record_of(held);
  if (!record) return forward(record.error());
  const auto kept = keep(held, *record, false, next_.fetch_add(1), {});
  if (!kept) return forward(kept.error());
  return journal_.append({{"content_of", number}, {"content", kept->content}});
}

bool UndoStore::notice_undo() {
  struct stat status {};
  if (::stat((folder_path_ + "/undone").c_str(), &status) != 0) return false;
  const std::lock_guard lock(mutex_);
  if (status.st_size == undone_size_) return false;
  undone_size_ = status.st_size;
  forget_originals([this](std::uint64_t number) {
    return ::faccessat(content_.get(), std::to_string(number).c_str(), F_OK, AT_SYMLINK_NOFOLLOW) !=
           0;
  });
  for (auto& [key, seen] : seen_) {
    seen.content = false;
    seen.metadata = false;
    seen.folder = false;
  }
  return true;
}

Result<void> UndoStore::sync() {
  if (syncing_.exchange(true)) return {};
  const auto listed = made_.flush();
  std::vector<std::string> copies;
  {
    const std::lock_guard lock(mutex_);
    copies.swap(unsynced_);
  }
  Result<void> synced = sync_copies(copies);
  if (!synced) {
    const std::lock_guard lock(mutex_);
    unsynced_.insert(unsynced_.end(), copies.begin(), copies.end());
  } else {
    synced = journal_.sync();
  }
  syncing_ = false;
  return synced ? listed : synced;
}

Result<void> UndoStore::sync_copies(const std::vector<std::string>& names) const {
  if (names.empty()) return {};
  for (const std::string& name : names) {
    const UniqueFd copy(
        ::openat(content_.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NOATIME | O_CLOEXEC));
    if (!copy.valid() && errno == ENOENT) continue;  // taken back meanwhile
    if (!copy.valid() || ::fdatasync(copy.get()) != 0) return fail_errno("undo store");
  }
  const UniqueFd folder(::openat(content_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.valid() || ::fsync(folder.get()) != 0) return fail_errno("undo store");
  return {};
}

void UndoStore::note_alive() {
  (void)made_.flush();  // sync() tells what is in the way
  write_state(SessionLife::kRunning);
}

void UndoStore::write_state(SessionLife life) const {
  const std::lock_guard lock(state_mutex_);
  write_session_state(
      folder_path_,
      {{used_.load(), files_.load()}, life, tree_ended_ns_.load(), names_unkept_.load()});
}

void UndoStore::note_tree_ended() {
  tree_ended_ns_ = nanoseconds_of(CLOCK_REALTIME);
  note_alive();
  if (next_.load() == 1 && made_.is_empty()) return;  // there is nothing to take back
  // The kernel marks changes with the time of its last tick, which may lie before the one noted.
  const std::int64_t ended = tree_ended_ns_.load();
  for (int looks = 100; looks > 0 && nanoseconds_of(CLOCK_REALTIME_COARSE) <= ended; --looks)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace guard::supervisor
