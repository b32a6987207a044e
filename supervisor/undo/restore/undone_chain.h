// SPDX-License-Identifier: Apache-2.0
// UndoneChain: what an undo of an undo means for the sessions before it. Undoing the undo of S
// makes S's own acts be in effect again; undoing that gives them back once more. Each session of
// the chain notes it, so that S can be undone however often people change their minds. Lives with
// its Restorer; one thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_UNDONE_CHAIN_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_UNDONE_CHAIN_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/history/way_back.h"

namespace guard::supervisor {

class UndoneChain {
 public:
  // ROOT: STATE/undo. UNDOES: the folder of the session that the undone one had undone; empty:
  // none. The chain ends where a session is kept no more.
  static Result<UndoneChain> open(const std::string& root, const std::string& undoes);

  // The act REVERTS of the first of them is in effect again, its own acts further back are not, and
  // so on. AGAIN says the former, GIVEN_BACK the latter, but for their numbers.
  Result<void> note(WayBack& own, std::uint64_t reverts, const UndoneMark& again,
                    const UndoneMark& given_back);
  void note_end(WayBack& own, const UndoneMark& end);

 private:
  struct Act {
    std::string deed;           // as the journal calls it
    std::uint64_t reverts = 0;  // of an undo
  };
  using Acts = std::map<std::uint64_t, Act>;
  struct Link {
    Journal marks;
    Acts acts;
  };
  [[nodiscard]] static Acts acts_of(const std::string& folder);
  std::vector<Link> links_;  // the nearest first
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_UNDONE_CHAIN_H_
