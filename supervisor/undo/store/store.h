// SPDX-License-Identifier: Apache-2.0
// UndoStore: where one session keeps what it is about to change or remove: STATE/undo/SESSION, with
// the contents in content/N and a journal that says what each was (docs/undo.md). Readable without
// guard, by its owner only.
//
// The held object is saved, never a path. A file that goes is linked into the store when the store
// lies on its file system, this is its only name and nobody has it open: its owner, times and holes
// stay what they are. Everything else is copied. Objects of which another name is left need no
// content: it is saved with the last name, or before it changes. The content of an object is kept
// once a session, as it was before the first change. Before a change to what is kept as it was a
// copy takes its place.
//
// save() is called before the act. If it fails nothing was kept, and the act must not happen as if
// it had been; with Code::kBusy it would change what the store keeps, and must not happen at all.
// After an act that failed cancel() forgets what was kept for it.
// Any thread; a save of an object waits for another one of the same object.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_STORE_H_
#define GUARD_SUPERVISOR_UNDO_STORE_STORE_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "supervisor/undo/store/checkpoint.h"
#include "supervisor/undo/store/content.h"
#include "supervisor/undo/store/entry.h"
#include "supervisor/undo/store/foreign_links.h"
#include "supervisor/undo/store/in_use.h"
#include "supervisor/undo/store/journal.h"
#include "supervisor/undo/store/lost_list.h"
#include "supervisor/undo/store/made_list.h"
#include "supervisor/undo/store/version_table.h"

namespace guard::supervisor {

enum class SessionLife;  // store_folder.h

inline constexpr std::uint64_t kUndoBytes = limit("undo.bytes");
inline constexpr std::uint64_t kUndoFileBytes = limit("undo.file");
inline constexpr std::uint64_t kUndoFiles = limit("undo.files");
inline constexpr int kUndoSameNames = int_limit("undo.same_names");
inline constexpr int kUndoOpenTries = int_limit("undo.open_tries");
inline constexpr std::uint64_t kUndoVersionBytes = limit("undo.version");
inline constexpr std::uint64_t kUndoCheckpoints = limit("undo.checkpoints");

struct UndoLimits {
  std::uint64_t bytes = kUndoBytes;           // of all sessions together
  std::uint64_t file_bytes = kUndoFileBytes;  // of one file
  std::uint64_t files = kUndoFiles;           // contents of one session
  int same_names = kUndoSameNames;            // sessions of one name
  int open_tries = kUndoOpenTries;            // at what somebody leases
  Patience patience{};                        // before that, with who leases
};

// The session that changes things, for people: session.json.
struct UndoSession {
  std::string id;
  std::string command;    // redacted
  std::string workspace;  // the first one
  std::string undoes;     // the session whose changes this one takes back
};

// Hears of each content that is kept, before the act: the object that it is of, and its name in
// content/. LINKED: it is that very object. After an error it is not kept. True: it is on the disk,
// and this process opens it no more.
using ContentWatch = std::function<Result<bool>(int held, const std::string& name, bool linked)>;

struct SaveOrder {
  UndoDeed deed = UndoDeed::kDelete;
  int held = -1;  // O_PATH; of rename and exchange the object at `path`
  std::string path;
  std::string to;
  std::string of = {};  // of a link: the name by which the object was known
  std::string question;
  std::string command;
  std::uint64_t reverts = 0;   // of an undo: the entry that it gives back
  bool owner_changes = false;  // of metadata
  bool is_version = false;     // for a checkpoint alone
};

class UndoStore {
 public:
  // Makes STATE/undo and the session's folder.
  static Result<std::unique_ptr<UndoStore>> open(const std::string& state_dir, UndoSession session,
                                                 UndoLimits limits);
  ~UndoStore();

  // The bytes that other sessions keep of what all may keep; none until then. Any thread.
  void note_used_by_others(std::uint64_t bytes) { used_by_others_ = bytes; }
  // A point to which one can go back: from now on each object is kept once more before it changes.
  // NAME: as somebody calls it; COMMAND: which comes next, empty where somebody asked for the
  // checkpoint. Its number. kInvalid: the name; kRefused: there are too many that were asked for.
  Result<std::uint64_t> begin_checkpoint(const std::string& name, const std::string& command);
  // ORDER would change something whose state at the last checkpoint is not kept yet.
  [[nodiscard]] bool lacks_version(const SaveOrder& order) const;
  // Keeps that state as save() does, as far as checkpoints may take room; never more than half of
  // what there is, as first changes come first. A state that is not kept is on record. 0: nothing
  // was kept.
  std::uint64_t keep_version(SaveOrder order, const CopyProgress& progress = {});
  // Before the first save.
  void watch_contents(ContentWatch watch) { watch_ = std::move(watch); }
  // True when so much more would fit: what is promised here may still fail.
  [[nodiscard]] bool has_room(std::uint64_t bytes) const;
  // The same for ENTRIES, of BYTES on disk together, the largest of LARGEST. kRefused: the limit
  // that is in the way, in words.
  [[nodiscard]] Result<void> room_for(std::uint64_t entries, std::uint64_t bytes,
                                      std::uint64_t largest) const;
  // It lies in the store as it is, and has no name elsewhere.
  [[nodiscard]] bool keeps_as_it_was(int held) const;
  // The rest of all that may be kept.
  [[nodiscard]] std::uint64_t room() const;
  // False when saving may have to copy much, or wait for somebody: then on a worker.
  [[nodiscard]] bool is_quick(const SaveOrder& order) const;
  // The entry's number; 0 when nothing had to be kept.
  Result<std::uint64_t> save(const SaveOrder& order, const CopyProgress& progress = {});
  // An undo puts an object there; its way back is to take it away again.
  Result<std::uint64_t> note_placed(const std::string& path, int held, std::uint64_t reverts);
  // "SESSION/content/N" of an entry whose act is not done yet; empty when nothing was kept.
  [[nodiscard]] std::string content_of(std::uint64_t number) const;
  // The act failed: what was kept of a name that stays is dropped. The first kept state of an
  // object that may change stays.
  void cancel(std::uint64_t number);
  // The act happened. When the last name of an object went although another had been there at
  // save(), its content is copied now, while it is still held.
  Result<void> done(std::uint64_t number, int held);
  // Now and then: when an undo of this very session has given something back, everything is a first
  // change again. True when it has, or is about to.
  bool notice_undo();
  // An object of before that is not kept: for people who undo the session (lost_list.h).
  void note_lost(LostObject object) {
    object.after = versions_.last();
    lost_.add(object);
  }
  // Notes the objects that the session made, and how their names moved: before anybody is told that
  // it happened.
  void note_made(MadeRow row) {
    if (row.deed == MadeDeed::kMade && !row.is_further) versions_.made(row.key);
    made_.note(std::move(row));
  }
  // At the end, and now and then: how far the session's own changes reach.
  void note_alive();
  // Nothing of the session runs any more: whatever changes after this call has returned is somebody
  // else's. Waits for the kernel's next tick (1 to 10 ms) where something is kept.
  void note_tree_ended();
  // Kept objects reach the disk themselves, copies first, then the journal: after a power cut what
  // the last second lost is lost. Slow; a second caller returns at once. After an error the next
  // call tries all of it again.
  Result<void> sync();

  [[nodiscard]] const std::string& folder() const { return folder_path_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  // The known facts about an object of this session.
  struct Seen {
    bool content = false;
    bool metadata = false;
    bool folder = false;
    bool owner = false;  // that it changes was looked at
    bool busy = false;
  };
  struct Kept {
    std::string content;
    std::uint64_t bytes = 0;
    bool is_original = false;
  };
  UndoStore(std::string root, std::string name, UndoLimits limits, Journal journal,
            UniqueFd content);
  [[nodiscard]] bool already(const SaveOrder& order, const Seen& seen) const;
  [[nodiscard]] bool wants_content(const SaveOrder& order, const ObjectRecord& record,
                                   const Seen& seen) const;
  Result<Kept> keep(int held, const ObjectRecord& record, bool may_link, std::uint64_t number,
                    const CopyProgress& progress);
  // With the rights of this user, beyond what is kept.
  [[nodiscard]] Result<void> can_return(const SaveOrder& order, const ObjectRecord& record,
                                        bool is_original) const;
  Kept keep_endpoint(int held, const ObjectRecord& record, std::uint64_t number);
  [[nodiscard]] UniqueFd open_to_read(int held);
  Result<void> copy_into(int held, const std::string& name, const CopyProgress& progress);
  Result<void> copy_unwatched(int held, const std::string& name, const CopyProgress& progress);
  Result<bool> tell_watch(int held, const std::string& name, bool linked);
  Result<std::uint64_t> write_down(const SaveOrder& order, ObjectRecord record, Kept kept,
                                   std::uint64_t number);
  [[nodiscard]] Seen begin(const ObjectKey& key);
  void end(const ObjectKey& key, const SaveOrder& order, bool saved, bool has_content);
  void end_version(const ObjectKey& key);
  [[nodiscard]] Result<std::uint64_t> write_version(const SaveOrder& order,
                                                    const CopyProgress& progress);
  void note_unkept(const std::string& path, const std::string& why);
  void write_state(SessionLife life) const;
  [[nodiscard]] Result<void> room_for_version(const ObjectRecord& record) const;
  [[nodiscard]] std::uint64_t own_links(const ObjectKey& key) const;
  // Names that lie in no undo store are left when one of them goes.
  [[nodiscard]] bool has_other_name(const ObjectRecord& record) const;
  void forget_originals(const std::function<bool(std::uint64_t)>& gone);
  Result<void> sync_copies(const std::vector<std::string>& names) const;
  [[nodiscard]] bool is_the_last(const Kept& kept) const;
  void take_back(const Kept& kept);
  [[nodiscard]] bool is_disturbed(const ObjectKey& key, UndoDeed deed) const;
  Result<void> part_from(const ObjectKey& key, int held, const CopyProgress& progress);
  Result<void> let_go(std::uint64_t number);
  Result<void> replace_by_copy(std::uint64_t number, int held, const CopyProgress& progress);

  const std::string name_;
  const std::string folder_path_;
  const UndoLimits limits_;
  std::atomic<std::uint64_t> used_by_others_ = 0;
  Journal journal_;
  LostList lost_;
  MadeList made_;
  VersionTable versions_;
  std::mutex checkpoint_mutex_;  // before all others
  std::uint64_t asked_checkpoints_ = 0;
  ContentWatch watch_;
  UniqueFd content_;
  std::int64_t undone_size_ = 0;
  std::uint64_t device_ = 0;
  std::atomic<std::uint64_t> used_ = 0;
  std::atomic<std::uint64_t> files_ = 0;
  std::atomic<std::uint64_t> next_ = 1;
  std::atomic<std::int64_t> tree_ended_ns_ = 0;
  std::atomic<bool> names_unkept_ = true;
  mutable std::mutex state_mutex_;  // of the file `state`
  mutable std::mutex mutex_;
  std::mutex patience_mutex_;
  Patience patience_ = limits_.patience;
  mutable std::mutex foreign_mutex_;
  mutable ForeignLinks foreign_;
  std::condition_variable freed_;
  std::unordered_map<ObjectKey, Seen, ObjectKeyHash> seen_;
  std::vector<std::string> unsynced_;  // copies in content/
  std::atomic<bool> syncing_ = false;
  std::unordered_map<std::uint64_t, Kept> open_;  // acts on names that are not done yet
  // Objects that are kept as they are, and the entries that they are kept for: who still holds one
  // (O_PATH) can open it again. Two who delete the same name at once are two entries.
  std::unordered_map<ObjectKey, std::vector<std::uint64_t>, ObjectKeyHash> originals_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_STORE_H_
