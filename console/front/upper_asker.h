// SPDX-License-Identifier: Apache-2.0
// UpperAsker: in the place of a person at this terminal, the session outside that this guard runs
// for as root. Questions go there, and answers come from there (supervisor/rights/raised_link.h):
// the terminal here is shown and typed on by what the session supervises. Once it has gone whatever
// is asked is denied, and the front ends its command. Front's thread; an answer blocks for as long
// as its bytes take.
#ifndef GUARD_CONSOLE_FRONT_UPPER_ASKER_H_
#define GUARD_CONSOLE_FRONT_UPPER_ASKER_H_

#include <set>
#include <string>

#include "base/files/unique_fd.h"
#include "console/front/question_source.h"
#include "supervisor/processes/front_link.h"

namespace guard::console {

class UpperAsker {
 public:
  UpperAsker(QuestionSource& source, UniqueFd link) : source_(&source), link_(std::move(link)) {}
  // Another source of the same questions. An open question stays asked.
  void use(QuestionSource& source) { source_ = &source; }

  [[nodiscard]] int fd() const { return link_.get(); }  // -1: it has gone
  [[nodiscard]] bool is_lost() const { return !link_.valid(); }
  void on_source();
  void on_link();

 private:
  void take(const SourceItem& item);
  void lose();
  void deny(const std::string& id, const char* why);

  QuestionSource* source_;  // not null
  UniqueFd link_;
  std::set<std::string> open_;
};

// For what CMD has left running, in a process of its own that holds LINK: asks on until all of it
// has ended. Where the session outside goes, LINK closes without a word, and the supervising
// process ends what is left.
[[noreturn]] void ask_for_what_is_left(const supervisor::FrontLink& link, QuestionSource& source,
                                       UpperAsker& upper);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_UPPER_ASKER_H_
