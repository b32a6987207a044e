// SPDX-License-Identifier: Apache-2.0
#include "console/review/text_rewrite.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <utility>

#include "base/text/text.h"
#include "console/places/locations.h"
#include "console/review/item_contents.h"
#include "console/undo/own_store.h"
#include "console/undo/undo_record.h"
#include "supervisor/state/state_format.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/in_use.h"

namespace guard::console {
namespace {

using supervisor::Journal;
using supervisor::UndoEntry;
using supervisor::UndoStore;

bool is_same_state(const struct stat& one, const struct stat& two) {
  const auto same = [](const timespec& a, const timespec& b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
  };
  return one.st_ino == two.st_ino && one.st_size == two.st_size && same(one.st_ctim, two.st_ctim) &&
         same(one.st_mtim, two.st_mtim);
}

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

// The store has the file as it is now before it is written over. A write that fails is taken back.
Result<void> rewrite(UndoStore& own, const ReviewItem& item, const HeldText& now,
                     const std::string& wanted) {
  supervisor::Patience patience;
  const UniqueFd file = supervisor::open_in_use(now.held.get(), O_WRONLY | O_CLOEXEC, patience);
  if (!file.valid() && supervisor::says_in_use(errno))
    return fail(Code::kBusy, supervisor::who_uses(now.held.get(), errno));
  if (!file.valid()) return fail_errno("write it");
  supervisor::SaveOrder save;
  save.deed = supervisor::UndoDeed::kModify;
  save.held = now.held.get();
  save.path = item.now;
  if (auto saved = own.save(save); !saved) return forward(saved.error());
  if (auto synced = own.sync(); !synced) return synced;
  struct stat status {};
  if (::fstat(now.held.get(), &status) != 0 || !is_same_state(status, now.status))
    return fail(Code::kBusy, "the file was changed meanwhile: nothing was done");
  auto written = write_text(file.get(), wanted);
  if (!written) (void)write_text(file.get(), now.text);
  return written;
}

const UndoEntry* entry_of(const Review& review, const ReviewItem& item) {
  const auto& entries = review.selection.entries;
  const auto found = std::ranges::find(entries, item.entries.back(), &UndoEntry::number);
  return found == entries.end() ? nullptr : *found;
}

void record_step(const Review& review, const std::string& name, const RewriteOrder& order,
                 const UndoEntry* entry, const Result<void>& done) {
  auto record = UndoRecord::begin(
      review.order.state, {name, review.session().name, {.files = 1}, order.words, "", false});
  if (!record || entry == nullptr) return;
  supervisor::Step step{entry, done ? supervisor::StepEnd::kPartly : supervisor::StepEnd::kFailed,
                        order.what + (done ? " alone" : ": " + done.error().text())};
  record->take(step);
  (void)record->end({step}, done.has_value(), step.note);
}

}  // namespace

Result<HeldText> hold_text(UniqueFd held) {
  HeldText now;
  if (::fstat(held.get(), &now.status) != 0) return fail_errno("read it");
  const auto file = open_to_read(held);
  if (!file) return forward(file.error());
  auto text = text_of(file->get());
  if (!text) return forward(text.error());
  now.text = std::move(*text);
  now.held = std::move(held);
  return now;
}

Result<std::string> rewrite_text(const Review& review, const ReviewItem& item, const HeldText& now,
                                 const RewriteOrder& order) {
  if (auto taken = supervisor::take_over_state(review.order.state, home_folder()); !taken)
    return forward(taken.error());
  // Held, it keeps undos of the session out meanwhile.
  auto marks = Journal::open(review.root() + "/" + review.session().name + "/undone");
  if (!marks) return forward(marks.error());
  auto name = new_undo_name();
  if (!name) return name;
  auto own = open_undo_store(review.order.state, *name, review.session(),
                             "guard review: " + order.what + " of " +
                                 safe_text(shown_path(review, item.now)) + " discarded");
  if (!own) return forward(own.error());
  const auto done = rewrite(**own, item, now, order.wanted);
  record_step(review, (*own)->name(), order, entry_of(review, item), done);
  if (!done) return forward(done.error());
  // So an undo of the session does not take this for somebody's change. A file that somebody else
  // changed before stays in need of a choice.
  if (item.conflict.empty())
    (void)supervisor::append_mark(*marks, {0, (*own)->name(), {}, false, "", false});
  return (*own)->name();
}

}  // namespace guard::console
