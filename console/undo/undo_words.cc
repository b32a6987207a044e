// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_words.h"

#include <algorithm>

#include "console/undo/undo_selection.h"

namespace guard::console {
namespace {

// A name that several sessions have counts too: the command that takes it says which there are.
bool is_session(const std::string& state_dir, const std::string& word) {
  const auto found = find_stored_session(state_dir, word);
  return found || found.error().code == Code::kInvalid;
}

}  // namespace

UndoWords undo_words(const std::string& state_dir, UndoWords words, bool is_whole) {
  auto& operands = words.operands;
  if (!words.session.empty() || operands.empty() || !is_session(state_dir, operands.front()))
    return words;
  const bool all_are = std::all_of(operands.begin() + 1, operands.end(), [&](const auto& word) {
    return is_session(state_dir, word) || word.find(':') != std::string::npos;
  });
  if (operands.size() == 1 ? !is_whole : all_are) return words;
  words.session = operands.front();
  operands.erase(operands.begin());
  return words;
}

}  // namespace guard::console
