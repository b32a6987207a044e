// SPDX-License-Identifier: Apache-2.0
// Takes back what one command of a session changed, if others changed the same files too. A file
// that the command alone changed is given back as a whole. In a text that several changed, the
// lines of this command become what they were, and those of the others stay; where others changed
// the same lines again, the file is left and told. Steps of undos, saved and on record as any. One
// thread.
#ifndef GUARD_CONSOLE_REVIEW_COMMAND_DISCARD_H_
#define GUARD_CONSOLE_REVIEW_COMMAND_DISCARD_H_

#include <string>
#include <vector>

#include "console/review/item_discard.h"
#include "console/review/review_source.h"

namespace guard::console {

struct CommandPlan {
  std::string command;
  DiscardPlan whole;
  std::vector<const ReviewItem*> files;  // of REVIEW, that `whole` was made for
  std::vector<const ReviewItem*> texts;  // of REVIEW
  std::vector<std::string> left;  // "src/a.c: it was made by this command, and changed since"
  [[nodiscard]] std::size_t items() const { return whole.items + texts.size(); }
};

// ITEMS: those of REVIEW that are meant; others are left out. WHOLE has no conflicts and obstacles:
// such items are left.
[[nodiscard]] CommandPlan plan_command(const Review& review, const std::string& command,
                                       const std::vector<const ReviewItem*>& items);

// WORDS: as typed. REVIEW has to be read anew afterwards.
[[nodiscard]] Discarded discard_command(Review& review, const CommandPlan& plan,
                                        const std::vector<std::string>& words);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_COMMAND_DISCARD_H_
