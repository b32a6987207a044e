// SPDX-License-Identifier: Apache-2.0
// The part of WatchModel about lines of text that a person types, and what they do.
#include <algorithm>
#include <array>
#include <utility>

#include "console/watch/watch_model.h"

namespace guard::console {
namespace {

constexpr std::string_view kWord = "CONFIRM";

}  // namespace

void WatchModel::open_text(Mode mode, std::string typed) {
  mode_ = mode;
  text_began_ = true;
  typed_.begin(std::move(typed));
}

void WatchModel::close_prompt() {
  mode_ = Mode::kList;
  typed_.begin("");
  subject_.clear();
}

void WatchModel::on_text(const WatchKey& key, Requests& requests) {
  if (key.press == Press::kEscape) return close_prompt();
  if (key.press == Press::kEnter) return finish_text(requests);
  constexpr std::array<std::pair<Press, char>, 3> kEdits = {
      {{Press::kBackspace, TypedLine::kBackspace},
       {Press::kClearLine, TypedLine::kClear},
       {Press::kClearWord, TypedLine::kClearWord}}};
  for (const auto& [press, edit] : kEdits)
    if (key.press == press) typed_.take(edit);
  if (key.press == Press::kChar) typed_.take(key.character);
}

void WatchModel::finish_text(Requests& requests) {
  const std::string typed = typed_.text();
  // This is for somebody used to `y` and Enter: the word is still missing.
  if (mode_ == Mode::kConfirm && typed.empty()) return;
  switch (mode_) {
    case Mode::kConfirm:
      if (!acts_shown_) {
        message_ = kUnseen;
      } else if (typed == kWord) {
        answer_subject({{"confirm", kWord}}, requests);
      } else {
        message_ = "not the word CONFIRM: not approved";
      }
      break;
    case Mode::kReason:
      answer_subject({{"answer", "deny"}, {"reason", typed}}, requests);
      break;
    case Mode::kPattern:
      for (const std::string& key : subject_)
        if (const WatchRow* row = row_with(key)) edited(*row).pattern = typed;
      break;
    case Mode::kFilter:
      filter_ = typed;
      break;
    case Mode::kSearch:
      if (!typed.empty()) searched_ = typed;
      search();
      break;
    case Mode::kStop:
      stop(typed, requests);
      break;
    case Mode::kList:
    case Mode::kHelp:
    case Mode::kDetails:
      break;
  }
  close_prompt();
}

// From the line after the cursor on, and around.
void WatchModel::search() {
  const auto rows = visible();
  const WatchRow* const from = selected();
  if (searched_.empty() || from == nullptr) return;
  const auto start =
      static_cast<std::size_t>(std::find(rows.begin(), rows.end(), from) - rows.begin());
  for (std::size_t step = 1; step <= rows.size(); ++step) {
    const WatchRow* const row = rows[(start + step) % rows.size()];
    if (!row_has(*row, tab_, searched_)) continue;
    selected_[static_cast<std::size_t>(tab_)] = row->key;
    return;
  }
  message_ = "nothing here with: " + searched_;
}

}  // namespace guard::console
