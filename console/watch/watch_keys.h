// SPDX-License-Identifier: Apache-2.0
// The keys of `guard watch`: one table, from which what a key does, the line at the foot of the
// screen and the help follow.
#ifndef GUARD_CONSOLE_WATCH_WATCH_KEYS_H_
#define GUARD_CONSOLE_WATCH_WATCH_KEYS_H_

#include <array>
#include <cstdint>

namespace guard::console {

enum class Tab : std::uint8_t { kQuestions, kActs, kGrants, kSessions };
inline constexpr std::size_t kTabs = 4;
inline constexpr std::array<const char*, kTabs> kTabNames = {"Questions", "Acts", "Grants",
                                                             "Sessions"};

enum class Command : std::uint8_t {
  kNone,
  kApprove,
  kDeny,
  kDenyWithReason,
  kScope,
  kPattern,
  kWider,
  kMark,
  kRevoke,
  kPause,
  kPauseAll,
  kStop,
  kDetails,
  kFilter,
  kSearch,
  kSearchNext,
  kTab1,
  kTab2,
  kTab3,
  kTab4,
  kHelp,
  kQuit,
};

constexpr unsigned on(Tab tab) {
  return 1U << static_cast<unsigned>(tab);
}
inline constexpr unsigned kInEachView = ~0U;

struct KeyRow {
  char key;
  const char* label;
  Command command;
  unsigned tabs;
  const char* foot;  // nullptr: only in the help
  const char* help;
};

inline constexpr std::array kKeys = {
    KeyRow{'y', "y", Command::kApprove, on(Tab::kQuestions), "approve",
           "then Enter: approve; tier 3 asks for the word CONFIRM instead"},
    KeyRow{'n', "n", Command::kDeny, on(Tab::kQuestions), "deny", "deny it"},
    KeyRow{'r', "r", Command::kDenyWithReason, on(Tab::kQuestions), "reason",
           "deny it with a reason that the agent reads"},
    KeyRow{'e', "e", Command::kScope, on(Tab::kQuestions), "remember",
           "how long the answer holds (of all that are marked): once, command, ..."},
    KeyRow{'p', "p", Command::kPattern, on(Tab::kQuestions), nullptr,
           "of a question: edit what a remembered answer covers"},
    KeyRow{
        'w', "w", Command::kWider, on(Tab::kQuestions), nullptr,
        "of a host: let a remembered answer cover its domain (*.example.org), or the host alone"},
    KeyRow{'x', "x", Command::kRevoke, on(Tab::kGrants), "take back", "take the grant back"},
    KeyRow{'p', "p", Command::kPause, on(Tab::kSessions), "pause, resume",
           "of a session (4): let it stand still, or go on"},
    KeyRow{'P', "P", Command::kPauseAll, on(Tab::kSessions) | on(Tab::kActs), "pause all",
           "in view 2 or 4: let every session stand still; once all do: let them go on"},
    KeyRow{'s', "s", Command::kStop, on(Tab::kSessions), "stop",
           "of a session (4): end it; asks for the word stop first"},
    KeyRow{'d', "d", Command::kDetails, kInEachView, "details",
           "everything about this line, with the names that it touches"},
    KeyRow{' ', "space", Command::kMark, on(Tab::kQuestions), "mark",
           "mark: y and n then answer all that are marked (not tier 3)"},
    KeyRow{'f', "f", Command::kFilter, kInEachView, "filter",
           "show only lines with a text; an empty one shows all"},
    KeyRow{'/', "/", Command::kSearch, kInEachView, "search", "go to the next line with a text"},
    KeyRow{'.', ".", Command::kSearchNext, kInEachView, nullptr, "search again"},
    KeyRow{'1', "1", Command::kTab1, kInEachView, nullptr, "waiting questions"},
    KeyRow{'2', "2", Command::kTab2, kInEachView, nullptr,
           "acts: the last 50, then as they happen"},
    KeyRow{'3', "3", Command::kTab3, kInEachView, nullptr, "what is remembered"},
    KeyRow{'4', "4", Command::kTab4, kInEachView, nullptr, "running sessions"},
    KeyRow{'?', "?", Command::kHelp, kInEachView, "help", "this page"},
    KeyRow{'q', "q", Command::kQuit, kInEachView, "quit",
           "leave; questions go on waiting, nothing is answered"},
};

// A key press, as the screen (ncurses) tells it.
enum class Press : std::uint8_t {
  kChar,
  kUp,
  kDown,
  kPageUp,
  kPageDown,
  kHome,
  kEnd,
  kEnter,
  kEscape,
  kBackspace,
  kClearLine,
  kClearWord,
  kTab,
  kPasted,  // a character of a paste: text, and never a key
};

struct WatchKey {
  Press press = Press::kChar;
  char character = 0;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_WATCH_KEYS_H_
