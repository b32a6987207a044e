// SPDX-License-Identifier: Apache-2.0
// UndoStore: checkpoints, and what is kept for them beyond the first change of each object. For
// people who go back to a point: nothing that a plain undo promises depends on it, so what cannot
// be kept holds no act up; a line of the journal says so.
#include <sys/stat.h>

#include <chrono>
#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "supervisor/undo/store/store.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {
namespace {

bool removes_name(UndoDeed deed) {
  return deed == UndoDeed::kDelete || deed == UndoDeed::kReplace;
}

bool names_only(UndoDeed deed) {
  return removes_name(deed) || deed == UndoDeed::kRename || deed == UndoDeed::kExchange;
}

}  // namespace

Result<std::uint64_t> UndoStore::begin_checkpoint(const std::string& name,
                                                  const std::string& command) {
  if (auto fits = check_checkpoint_name(name); !fits) return forward(fits.error());
  const std::lock_guard one(checkpoint_mutex_);
  if (command.empty() && asked_checkpoints_ >= kUndoCheckpoints)
    return fail(Code::kRefused, "the session has " + std::to_string(asked_checkpoints_) +
                                    " checkpoints that were asked for; it may have no more");
  Checkpoint checkpoint;
  checkpoint.number = versions_.last() + 1;
  checkpoint.name = name;
  checkpoint.command = command;
  checkpoint.time = iso_time(std::chrono::system_clock::now());
  checkpoint.next_entry = next_.load();
  checkpoint.made = made_.count();
  if (auto written = journal_.append(to_json(checkpoint)); !written)
    return forward(written.error());
  if (command.empty()) ++asked_checkpoints_;
  return versions_.begin();
}

bool UndoStore::lacks_version(const SaveOrder& order) const {
  if (versions_.last() == 0) return false;
  const auto key = key_of(order.held);
  return key && versions_.lacks(*key, order.deed);
}

// First changes come first: what is kept for checkpoints leaves them half of each limit.
Result<void> UndoStore::room_for_version(const ObjectRecord& record) const {
  if (!record.is_file()) return {};
  if (record.size > kUndoVersionBytes)
    return fail(Code::kRefused, size_text(record.size) + " are more than is kept for checkpoints");
  const std::uint64_t used = used_by_others_.load() + used_.load() + record.stored;
  if (files_.load() >= limits_.files / 2 || used > limits_.bytes / 2)
    return fail(Code::kRefused, "checkpoints have no room left");
  return {};
}

Result<std::uint64_t> UndoStore::write_version(const SaveOrder& order,
                                               const CopyProgress& progress) {
  auto record = record_of(order.held);
  if (!record) return forward(record.error());
  const bool goes = removes_name(order.deed);
  const bool loses = goes && !has_other_name(*record);
  // Another file may get the name that a moved one leaves: whoever asks which command changed what
  // needs the state between.
  const bool leaves = order.deed == UndoDeed::kRename;
  const bool has_content = loses || leaves || order.deed == UndoDeed::kModify;
  if (has_content)
    if (auto room = room_for_version(*record); !room) return forward(room.error());
  const std::uint64_t number = next_.fetch_add(1);
  Kept kept;
  if (record->is_file() && has_content) {
    auto done = keep(order.held, *record, goes, number, progress);
    if (!done) return forward(done.error());
    kept = std::move(*done);
  }
  return write_down(order, std::move(*record), std::move(kept), number);
}

void UndoStore::end_version(const ObjectKey& key) {
  {
    const std::lock_guard lock(mutex_);
    seen_[key].busy = false;
  }
  freed_.notify_all();
}

std::uint64_t UndoStore::keep_version(SaveOrder order, const CopyProgress& progress) {
  const auto key = key_of(order.held);
  if (!key) {
    note_unkept(order.path, key.error().text());
    return 0;
  }
  order.is_version = true;
  (void)begin(*key);
  // A file that was kept as it went may be opened again by whoever holds it. A file that cannot be
  // parted from was kept for a checkpoint alone.
  if (!names_only(order.deed)) (void)part_from(*key, order.held, progress);
  Result<std::uint64_t> kept = std::uint64_t{0};
  if (versions_.lacks(*key, order.deed)) {
    kept = write_version(order, progress);
    versions_.kept(*key, order.deed);
  }
  end_version(*key);
  if (kept) return *kept;
  note_unkept(order.path, kept.error().text());
  return 0;
}

// Where its name cannot be written, an undo to a checkpoint says at least that something is
// lacking. The state needs no new room on the disk.
void UndoStore::note_unkept(const std::string& path, const std::string& why) {
  const auto noted =
      journal_.append({{"unkept", bytes_to_json(path)}, {"after", versions_.last()}, {"why", why}});
  if (noted || !names_unkept_.exchange(false)) return;
  write_state(SessionLife::kRunning);
}

}  // namespace guard::supervisor
