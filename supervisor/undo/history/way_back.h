// SPDX-License-Identifier: Apache-2.0
// WayBack: how an undo can itself be undone: by a store of its own. Without one (a final undo:
// there is no room to keep anything) nothing is kept, and nothing fails for want of room in the
// store. The store outlives it. One thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_WAY_BACK_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_WAY_BACK_H_

#include <cstdint>
#include <string>
#include <utility>

#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

class WayBack {
 public:
  // STORE: null when the undo is final; then it is called FINAL_NAME.
  WayBack(UndoStore* store, std::string final_name)
      : store_(store), final_name_(std::move(final_name)) {}
  [[nodiscard]] bool is_final() const { return store_ == nullptr; }
  [[nodiscard]] const std::string& name() const {
    return store_ == nullptr ? final_name_ : store_->name();
  }

  Result<std::uint64_t> save(const SaveOrder& order) {
    return store_ == nullptr ? 0 : store_->save(order);
  }
  void cancel(std::uint64_t number) {
    if (store_ != nullptr) store_->cancel(number);
  }
  Result<void> done(std::uint64_t number, int held) {
    return store_ == nullptr ? Result<void>() : store_->done(number, held);
  }
  Result<std::uint64_t> note_placed(const std::string& path, int held, std::uint64_t reverts) {
    return store_ == nullptr ? 0 : store_->note_placed(path, held, reverts);
  }
  [[nodiscard]] std::string content_of(std::uint64_t number) const {
    return store_ == nullptr ? std::string() : store_->content_of(number);
  }
  // A change that was given back is marked so. A final undo goes on where there is no room for that
  // either: run again it finds everything as it was.
  Result<void> mark(Journal& marks, const UndoneMark& mark) {
    auto marked = append_mark(marks, mark);
    if (marked || store_ != nullptr) return marked;
    ++unmarked_;
    return {};
  }
  [[nodiscard]] std::uint64_t unmarked() const { return unmarked_; }

 private:
  UndoStore* store_;
  std::string final_name_;
  std::uint64_t unmarked_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_WAY_BACK_H_
