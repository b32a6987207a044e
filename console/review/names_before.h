// SPDX-License-Identifier: Apache-2.0
// NamesBefore: how what a session touched was called before the session, by its moves: a few
// look-ups for each name, however many moves there were. HISTORY outlives it. Pure; any thread.
#ifndef GUARD_CONSOLE_REVIEW_NAMES_BEFORE_H_
#define GUARD_CONSOLE_REVIEW_NAMES_BEFORE_H_

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "supervisor/undo/history/history.h"

namespace guard::console {

class NamesBefore {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  explicit NamesBefore(const supervisor::History& history);
  // A name that something had after the move of that number; 0: from the beginning.
  struct Stage {
    std::string path;
    std::uint64_t since = 0;
    bool is_further = false;  // it got this one besides another
  };
  // The names of the object that was PATH when entry NUMBER happened, the last one first.
  [[nodiscard]] std::vector<Stage> stages(std::string path, std::uint64_t number) const;
  // The first of them, which it had before the session.
  [[nodiscard]] std::string of(std::string path, std::uint64_t number) const;
  // Whether PATH then had another name besides, which the session did not give it.
  [[nodiscard]] bool is_further(std::string path, std::uint64_t number) const;

 private:
  struct Move {
    std::uint64_t number;
    std::string from;  // empty: nothing has the name any more
    bool is_link = false;
    std::uint64_t until = kNever;  // an undo took it back before the act of that number
  };
  [[nodiscard]] static const Move* last_of(const std::vector<Move>& moves, std::uint64_t number);
  // By the name that it led to, the first one first; an exchange has two.
  std::unordered_map<std::string, std::vector<Move>> led_to_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_NAMES_BEFORE_H_
