// SPDX-License-Identifier: Apache-2.0
// An object that went, or was overwritten, comes back. It is there as a whole before anything that
// stands in its place is touched.
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "supervisor/undo/restore/step.h"
#include "supervisor/undo/store/content.h"
#include "supervisor/undo/store/in_use.h"
#include "supervisor/undo/store/lent_rights.h"
#include "supervisor/undo/store/own_rights.h"

namespace guard::supervisor {
namespace {

bool same_content_state(const ObjectRecord& now, const ObjectRecord& then) {
  return now.size == then.size && now.changed.tv_sec == then.changed.tv_sec &&
         now.changed.tv_nsec == then.changed.tv_nsec;
}

// A time may be the same although something changed: file systems count seconds, or ticks.
bool is_unchanged(const ObjectRecord& now, const ObjectRecord& then, const ObjectRecord& metadata,
                  int held, int content) {
  if (!same_content_state(now, then) || !same_metadata(now, metadata)) return false;
  const UniqueFd file(
      ::open(held_path(held).c_str(), O_RDONLY | O_NONBLOCK | O_NOATIME | O_CLOEXEC));
  return file.valid() && same_content(file.get(), content);
}

// Whoever has a lease of it, or runs it, is not waited for: EWOULDBLOCK, ETXTBSY. A file that its
// owner made read-only is not so for a moment.
UniqueFd open_for_writing(int held, Patience& patience) {
  constexpr int kFlags = O_WRONLY | O_CLOEXEC;
  const std::string path = held_path(held);
  UniqueFd file = open_in_use(held, kFlags, patience);
  struct stat status {};
  if (file.valid() || errno != EACCES || ::fstat(held, &status) != 0) return file;
  const mode_t mode = status.st_mode & 07777U;
  if (::chmod(path.c_str(), mode | S_IWUSR) != 0) return file;
  file = open_in_use(held, kFlags, patience);
  const int error = errno;
  (void)::chmod(path.c_str(), mode);
  errno = error;
  return file;
}

// A file that is written over frees its own blocks first. Where blocks are shared nothing may be
// needed.
Result<void> has_room(int held, int content) {
  constexpr std::uint64_t kBlock = 512;
  constexpr long kXfs = 0x58465342;
  struct statvfs room {};
  struct statfs kind {};
  struct stat now {};
  struct stat kept {};
  if (::fstatvfs(held, &room) != 0 || ::fstatfs(held, &kind) != 0) return {};
  if (::fstat(held, &now) != 0 || ::fstat(content, &kept) != 0) return {};
  const bool shares = kind.f_type == BTRFS_SUPER_MAGIC || kind.f_type == kXfs;
  if (shares && now.st_dev == kept.st_dev) return {};
  const std::uint64_t free = std::uint64_t{room.f_bavail} * room.f_frsize;
  const auto freed = static_cast<std::uint64_t>(now.st_blocks) * kBlock;
  if (static_cast<std::uint64_t>(kept.st_blocks) * kBlock <= free + freed) return {};
  return fail_with(ENOSPC, "write it back");
}

// Why another file cannot take the place of one that is in use; empty when it can. A file that has
// a lease to write cannot be read, so there would be no way back; guard itself holds reads by such.
std::string why_it_stays(int held, const UndoEntry& entry) {
  struct stat now {};
  if (::fstat(held, &now) != 0) return "it cannot be looked at";
  if (now.st_nlink > 1) return "it has further names";
  if (auto can = can_be_made_again(entry.object); !can) return can.error().text();
  const UniqueFd file(::open(held_path(held).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  return !file.valid() && errno == EWOULDBLOCK ? "it cannot be read" : "";
}

bool holds_a_folder(const HeldPlace& place) {
  struct stat status {};
  return ::fstat(place.occupant.get(), &status) == 0 && S_ISDIR(status.st_mode);
}

// Another folder that stood in for this one before (merge_into), and was given its own mode again.
bool only_stands_in(const UndoEntry& entry, const HeldPlace& place) {
  if (!entry.object.is_folder() || !holds_a_folder(place)) return false;
  const auto now = record_of(place.occupant.get());
  return now && now->key != entry.object.key && !same_metadata(*now, entry.object);
}

}  // namespace

Step Restorer::bring_back(const UndoEntry& entry) {
  auto place = reach(place_now(entry), entry);
  if (!place) return failed(entry, place.error());
  if (place->is_taken()) {
    const auto key = key_of(place->occupant.get());
    if (key && *key == current(entry.object.key) && !only_stands_in(entry, *place)) {
      Step step = done(entry, {}, *key);
      if (step.end == StepEnd::kDone) step.end = StepEnd::kAlready;
      return step;
    }
    if (key && entry.object.is_folder() && stood_in(*key)) {
      std::vector<std::string> lost;
      give_back(place->occupant.get(), entry.object, lost);
      if (auto noted = own_.note_placed(place->path, place->occupant.get(), entry.number); !noted)
        return failed(entry, noted.error());
      return done(entry, std::move(lost), *key);
    }
    if (key && entry.object.is_folder() && holds_a_folder(*place) && !moves_back_itself(*key))
      return merge_into(entry, *place);
  }
  return take_the_place(entry, std::move(*place));
}

// A folder in the way of a folder stands in for it, whoever made it. Its entries stay, and the
// returning ones go beside them: in a repository git would miss what moved aside.
Step Restorer::merge_into(const UndoEntry& entry, const HeldPlace& place) {
  const auto now = record_of(place.occupant.get());
  if (!now) return failed(entry, now.error());
  // Also where nothing of it changes: the undo of this undo says by it that ENTRY is to come back.
  if (auto saved = own_.save(order_of(UndoDeed::kMetadata, place, entry)); !saved)
    return failed(entry, saved.error());
  std::vector<std::string> lost;
  give_back(place.occupant.get(), entry.object, lost);
  return done(entry, std::move(lost), now->key);
}

// A folder of another name, which the session moved there: it is no place for what was in this one.
bool Restorer::moves_back_itself(const ObjectKey& key) const {
  return std::ranges::any_of(history_.moves, [&](const UndoEntry* move) {
    return moves_left_.contains(move->number) && current(move->object.key) == key;
  });
}

Step Restorer::take_the_place(const UndoEntry& entry, HeldPlace place) {
  note_folder(place);
  const LentRights lent(place.folder.get());
  auto staged = stage(place, entry);
  if (!staged) return failed(entry, staged.error());
  return settle_in(entry, place, std::move(*staged));
}

Step Restorer::settle_in(const UndoEntry& entry, HeldPlace& place, StagedObject staged) {
  // That only its name went changed nothing else of the object: what did has a step of its own.
  const bool is_name_alone = staged.is_further_name();
  if (auto filled = fill_place(place, entry, std::move(staged)); !filled)
    return failed(entry, filled.error());
  place.look_again();
  if (!place.is_taken()) return step_of(entry, StepEnd::kFailed, "it went again");
  std::vector<std::string> lost;
  if (!is_name_alone) give_back(place.occupant.get(), entry.object, lost);
  const auto key = key_of(place.occupant.get());
  if (!key) return failed(entry, key.error());
  names_[*key].push_back(place.path);
  if (auto noted = own_.note_placed(place.path, place.occupant.get(), entry.number); !noted)
    return failed(entry, noted.error());
  return done(entry, std::move(lost), *key);
}

Result<StagedObject> Restorer::stage(const HeldPlace& place, const UndoEntry& entry) {
  // A further name of an object that is there: what was one file is one again.
  if (const UniqueFd other = other_name(entry); other.valid()) {
    auto linked = StagedObject::further_name(place, note_staged(), other.get());
    if (linked || linked.error().sys_errno != ENOENT) return linked;
  }
  const UndoEntry* const kept = content_for(entry);
  // An endpoint: the very one, or a new one.
  const bool moves = kept == &entry && entry.is_original &&
                     on_one_mount(root_ + "/" + kept->content, place.folder.get());
  if (!entry.object.is_file() && !moves)
    return StagedObject::node(place, note_staged(), entry.object);
  if (kept == nullptr) return forward(missing_content(entry));
  std::string path = root_ + "/" + kept->content;
  // The very file that went, unless it went to another file system.
  if (moves) return StagedObject::original(place, std::move(path));
  const UniqueFd content = open_content(kept->content);
  if (!content.valid()) return fail_errno("read what was kept");
  return StagedObject::copy(place, note_staged(), content.get());
}

// On record before it is there. A final undo goes on where there is no room for that.
NoteStaged Restorer::note_staged() {
  return [this](const std::string& path) -> Result<void> {
    auto noted = marks_.append({{"staged", bytes_to_json(path)}});
    return own_.is_final() ? Result<void>() : noted;
  };
}

// A file goes by the very act that puts the other one in its place: there is no moment without.
Result<void> Restorer::fill_place(HeldPlace& place, const UndoEntry& entry, StagedObject staged) {
  if (!place.is_taken()) return staged.settle(false);
  if (holds_a_folder(place) || entry.object.is_folder() || is_on_its_way(place, entry)) {
    if (auto aside = put_aside(place, entry); !aside) return forward(aside.error());
    return staged.settle(false);
  }
  const auto saved = own_.save(order_of(UndoDeed::kDelete, place, entry));
  if (!saved) return forward(saved.error());
  if (auto settled = staged.settle(true); !settled) {
    own_.cancel(*saved);
    return settled;
  }
  return own_.done(*saved, place.occupant.get());
}

// A session that still runs holds the reads of what it kept of secrets, and lets others in.
UniqueFd Restorer::open_content(const std::string& content) {
  const UniqueFd kept(::open((root_ + "/" + content).c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (!kept.valid()) return {};
  return open_in_use(kept.get(), O_RDONLY | O_NOATIME | O_CLOEXEC, patience_);
}

// The entry that was kept for this very act, else the object's first state.
const UndoEntry* Restorer::content_for(const UndoEntry& entry) const {
  const UndoEntry* found = nullptr;
  for (const UndoEntry& other : history_.entries) {
    if (other.object.key != entry.object.key || other.content.empty()) continue;
    // The very file, given back meanwhile.
    if (::access((root_ + "/" + other.content).c_str(), F_OK) != 0) continue;
    if (&other == &entry) return &entry;
    if (found == nullptr) found = &other;
  }
  return found;
}

Step Restorer::put_back_content(const UndoEntry& entry) {
  auto place = find_object(entry, entry.path, WhichName::kAny);
  if (!place && overwritten_.contains(entry.number)) {
    place = reach(entry.path, entry);
    if (place) return take_the_place(entry, std::move(*place));
  }
  if (!place) return failed(entry, place.error());
  const ObjectKey key = current(entry.object.key);
  const auto now = record_of(place->occupant.get());
  if (!now) return failed(entry, now.error());
  if (furthest_back_.has_older_content(entry)) return step_of(entry, StepEnd::kAlready);
  const UniqueFd content = open_content(entry.content);
  if (!content.valid()) return step_of(entry, StepEnd::kFailed, "what was kept cannot be read");
  // Not noted as given back: the undo of this undo has nothing of it to take back.
  const ObjectRecord& metadata = furthest_back_.metadata(entry);
  if (is_unchanged(*now, entry.object, metadata, place->occupant.get(), content.get()))
    return step_of(entry, StepEnd::kAlready);
  const UniqueFd file = open_for_writing(place->occupant.get(), patience_);
  if (!file.valid() && says_in_use(errno))
    return replace_used(entry, std::move(*place), content.get(), errno);
  if (!file.valid()) return failed(entry, fail_errno("write").value());
  if (auto written = overwrite(*place, entry, content.get(), file.get()); !written)
    return failed(entry, written.error());
  std::vector<std::string> lost;
  give_back(place->occupant.get(), metadata, lost);
  return done(entry, std::move(lost), key);
}

// The object stays what it is, for whoever has it open and under all of its names: it is written,
// not replaced. Cut short it is written again, and is nobody's change.
Result<void> Restorer::overwrite(const HeldPlace& place, const UndoEntry& entry, int content,
                                 int file) {
  auto saved = own_.save(order_of(UndoDeed::kModify, place, entry));
  if (!saved) return forward(saved.error());
  if (auto room = has_room(file, content); !room) return room;
  if (auto marked = own_.mark(marks_, {entry.number, own_.name(), {}, false, "", true}); !marked)
    return marked;
  auto copied = copy_content(content, file, {});
  if (copied) return copied;
  // As it was before, from what this undo has just kept of it.
  const UniqueFd before = open_content(own_.name() + "/content/" + std::to_string(*saved));
  if (*saved != 0 && before.valid() && copy_content(before.get(), file, {})) return copied;
  return forward(copied.error().during("half of it is written"));
}

// Nobody is waited for: another file takes the name, as when a program is installed anew. Whoever
// has the old one goes on with that.
Step Restorer::replace_used(const UndoEntry& entry, HeldPlace place, int content, int error) {
  const std::string who = who_uses(place.occupant.get(), error);
  if (const std::string why = why_it_stays(place.occupant.get(), entry); !why.empty())
    return step_of(entry, StepEnd::kFailed, who + ", and " + why + ": end that, then undo again");
  note_folder(place);
  const LentRights lent(place.folder.get());
  // The session changed nothing in it, maybe.
  const auto folder = record_of(place.folder.get());
  auto staged = StagedObject::copy(place, note_staged(), content);
  if (!staged) return failed(entry, staged.error());
  Step step = settle_in(entry, place, std::move(*staged));
  if (folder && (folder->mode & S_ISVTX) == 0) (void)give_back_times(place.folder.get(), *folder);
  if (step.end == StepEnd::kFailed) {
    step.note = who + "; " + step.note;
  } else {
    asides_.insert(
        {&entry,
         {who + ": given back as a new file; whoever has the old one open keeps that", ""}});
  }
  return step;
}

}  // namespace guard::supervisor
