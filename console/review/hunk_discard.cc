// SPDX-License-Identifier: Apache-2.0
#include "console/review/hunk_discard.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "console/places/locations.h"
#include "console/review/hunks.h"
#include "console/review/item_contents.h"
#include "console/review/item_difference.h"
#include "console/undo/own_store.h"
#include "console/undo/undo_record.h"
#include "supervisor/state/state_format.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/in_use.h"

namespace guard::console {
namespace {

using supervisor::Journal;
using supervisor::UndoEntry;
using supervisor::UndoStore;

// Which state of the file a text is of.
struct Moment {
  struct stat status {};

  static Moment of(int held) {
    Moment moment;
    (void)::fstat(held, &moment.status);
    return moment;
  }
  bool operator==(const Moment& other) const {
    const auto same = [](const timespec& one, const timespec& two) {
      return one.tv_sec == two.tv_sec && one.tv_nsec == two.tv_nsec;
    };
    return status.st_ino == other.status.st_ino && status.st_size == other.status.st_size &&
           same(status.st_ctim, other.status.st_ctim) && same(status.st_mtim, other.status.st_mtim);
  }
};

Result<std::string> text_of(int file) {
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t size =
        ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return fail_errno("read it");
    if (size == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

Result<void> write_text(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t size =
        ::pwrite(file, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return fail_errno("write it");
    done += static_cast<std::size_t>(size);
  }
  if (::ftruncate(file, static_cast<off_t>(text.size())) != 0) return fail_errno("write it");
  if (::fsync(file) != 0 && errno != EINVAL) return fail_errno("write it");
  return {};
}

Error busy() {
  return Error{Code::kBusy, 0, "the file was changed meanwhile: nothing was done"};
}

// The file as it is, and as it is to be.
struct Change {
  UniqueFd held;
  Moment moment;
  std::string now;
  std::string wanted;
};

Result<Change> change_of(const Review& review, const ReviewItem& item, const HunkOrder& order) {
  const bool is_text = item.kind == ReviewKind::kChanged && !item.now.empty();
  if (!is_text) return fail(Code::kRefused, "it is no changed text file: discard it as a whole");
  auto contents = hold_contents(review.root(), item);
  if (!contents) return forward(contents.error());
  Change change;
  change.moment = Moment::of(contents->now.get());
  const ItemDifference difference = ItemDifferences(review.root()).of(item);
  if (!difference.why_none.empty()) return fail(Code::kRefused, difference.why_none);
  if (difference.is_cut) return fail(Code::kRefused, "its difference is too long");
  if (!order.seen.empty() && order.seen != difference.plain) return forward(busy());
  const auto hunks = hunks_of(difference.plain);
  if (!hunks) return forward(hunks.error());
  const auto file = open_to_read(contents->now);
  if (!file) return forward(file.error());
  auto text = text_of(file->get());
  if (!text) return forward(text.error());
  auto wanted = without_hunks(*text, *hunks, order.hunks);
  if (!wanted) return forward(wanted.error());
  change.now = std::move(*text);
  change.wanted = std::move(*wanted);
  change.held = std::move(contents->now);
  return change;
}

const UndoEntry* entry_of(const Review& review, const ReviewItem& item) {
  const auto& entries = review.selection.entries;
  const auto found = std::ranges::find(entries, item.entries.back(), &UndoEntry::number);
  return found == entries.end() ? nullptr : *found;
}

std::string hunks_text(const std::set<std::size_t>& hunks) {
  std::string text;
  for (const std::size_t hunk : hunks) text += (text.empty() ? "" : ",") + std::to_string(hunk);
  return (hunks.size() == 1 ? "hunk " : "hunks ") + text;
}

// The store has the file as it is now before it is written over. A write that fails is taken back.
Result<void> rewrite(UndoStore& own, const ReviewItem& item, const Change& change) {
  supervisor::Patience patience;
  const UniqueFd file = supervisor::open_in_use(change.held.get(), O_WRONLY | O_CLOEXEC, patience);
  if (!file.valid() && supervisor::says_in_use(errno))
    return fail(Code::kBusy, supervisor::who_uses(change.held.get(), errno));
  if (!file.valid()) return fail_errno("write it");
  supervisor::SaveOrder save;
  save.deed = supervisor::UndoDeed::kModify;
  save.held = change.held.get();
  save.path = item.now;
  if (auto saved = own.save(save); !saved) return forward(saved.error());
  if (auto synced = own.sync(); !synced) return synced;
  if (!(Moment::of(change.held.get()) == change.moment)) return forward(busy());
  auto written = write_text(file.get(), change.wanted);
  if (!written) (void)write_text(file.get(), change.now);
  return written;
}

void record_step(const Review& review, const std::string& name, const HunkOrder& order,
                 const UndoEntry* entry, const Result<void>& done) {
  auto record = UndoRecord::begin(review.order.state,
                                  {name, review.session().name, 1, order.words, "", false});
  if (!record || entry == nullptr) return;
  supervisor::Step step{entry, done ? supervisor::StepEnd::kPartly : supervisor::StepEnd::kFailed,
                        hunks_text(order.hunks) + (done ? " alone" : ": " + done.error().text())};
  record->take(step);
  (void)record->end({step}, done.has_value(), step.note);
}

}  // namespace

Result<std::string> discard_hunks(const Review& review, const ReviewItem& item,
                                  const HunkOrder& order) {
  if (order.hunks.empty()) return fail(Code::kInvalid, "no hunk is named");
  const auto change = change_of(review, item, order);
  if (!change) return forward(change.error());
  if (auto taken = supervisor::take_over_state(review.order.state, home_folder()); !taken)
    return forward(taken.error());
  // Held, it keeps undos of the session out meanwhile.
  auto marks = Journal::open(review.root() + "/" + review.session().name + "/undone");
  if (!marks) return forward(marks.error());
  auto name = new_undo_name();
  if (!name) return name;
  auto own = open_undo_store(review.order.state, *name, review.session(),
                             "guard review: " + hunks_text(order.hunks) + " of " +
                                 safe_text(shown_path(review, item.now)) + " discarded");
  if (!own) return forward(own.error());
  const auto done = rewrite(**own, item, *change);
  record_step(review, (*own)->name(), order, entry_of(review, item), done);
  if (!done) return forward(done.error());
  // So an undo of the session does not take this for somebody's change. What somebody else changed
  // before stays in need of a choice.
  if (item.conflict.empty())
    (void)supervisor::append_mark(*marks, {0, (*own)->name(), {}, false, "", false});
  return (*own)->name();
}

}  // namespace guard::console
