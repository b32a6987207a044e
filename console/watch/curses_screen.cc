// SPDX-License-Identifier: Apache-2.0
#include "console/watch/curses_screen.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#define NCURSES_NOMACROS 1
#include <curses.h>

namespace guard::console {
namespace {

constexpr int kEscapeDelay = 50;  // ms: after that an ESC is a key of its own
constexpr int kEscapeKey = 27;
constexpr int kPasteBegins = KEY_MAX + 1;
constexpr int kPasteEnds = KEY_MAX + 2;

// Also in the middle of what curses draws: it moves nothing.
void bracket_pastes(bool on) {
  const std::string_view text = on ? "\x1b[?2004h" : "\x1b[?2004l";
  [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
}

constexpr std::array<std::pair<int, Press>, 16> kPresses = {{
    {KEY_UP, Press::kUp},
    {KEY_DOWN, Press::kDown},
    {KEY_PPAGE, Press::kPageUp},
    {KEY_NPAGE, Press::kPageDown},
    {KEY_HOME, Press::kHome},
    {KEY_END, Press::kEnd},
    {KEY_ENTER, Press::kEnter},
    {'\n', Press::kEnter},
    {'\r', Press::kEnter},
    {kEscapeKey, Press::kEscape},
    {KEY_BACKSPACE, Press::kBackspace},
    {0x7f, Press::kBackspace},
    {0x08, Press::kBackspace},
    {0x15, Press::kClearLine},  // Ctrl-U
    {0x17, Press::kClearWord},  // Ctrl-W
    {'\t', Press::kTab},
}};

// False: no key of ours (a resize, a function key, a control character).
bool press_of(int code, WatchKey& key) {
  for (const auto& [known, press] : kPresses) {
    if (known != code) continue;
    key = {press, 0};
    return true;
  }
  if (code < ' ' || code > 0xFF) return false;
  key = {Press::kChar, static_cast<char>(code)};
  return true;
}

enum Pair : short { kBarPair = 1, kWarningPair, kAlarmPair, kAddedPair, kHunkPair };

void make_colours() {
  ::start_color();
  ::use_default_colors();
  ::init_pair(kBarPair, COLOR_WHITE, COLOR_BLUE);
  ::init_pair(kWarningPair, COLOR_YELLOW, -1);
  ::init_pair(kAlarmPair, COLOR_RED, -1);
  ::init_pair(kAddedPair, COLOR_GREEN, -1);
  ::init_pair(kHunkPair, COLOR_CYAN, -1);
}

attr_t colours(Pair pair) {
  return static_cast<attr_t>(COLOR_PAIR(pair));
}

attr_t look_of(Look look, bool colour) {
  switch (look) {
    case Look::kPlain:
      return A_NORMAL;
    case Look::kBold:
      return A_BOLD;
    case Look::kDim:
      return A_UNDERLINE;
    case Look::kBar:
      return colour ? colours(kBarPair) : A_REVERSE;
    case Look::kSelected:
      return A_REVERSE;
    case Look::kWarning:
      return colour ? colours(kWarningPair) | A_BOLD : A_BOLD;
    case Look::kAlarm:
      return colour ? colours(kAlarmPair) | A_BOLD : A_BOLD;
    case Look::kAdded:
      return colour ? colours(kAddedPair) : A_NORMAL;
    case Look::kRemoved:
      return colour ? colours(kAlarmPair) : A_NORMAL;
    case Look::kHunk:
      return colour ? colours(kHunkPair) : A_BOLD;
  }
  return A_NORMAL;
}

}  // namespace

Result<std::unique_ptr<CursesScreen>> CursesScreen::open(bool colour) {
  ::set_escdelay(kEscapeDelay);
  // newterm reports an unknown terminal; initscr would end the program.
  if (::newterm(nullptr, stdout, stdin) == nullptr) {
    const char* term = std::getenv("TERM");
    return fail(Code::kInvalid, std::string("this terminal (TERM=") +
                                    (term == nullptr ? "" : term) + ") cannot be drawn on");
  }
  return std::unique_ptr<CursesScreen>(new CursesScreen(colour && ::has_colors()));
}

CursesScreen::CursesScreen(bool colour) : colour_(colour) {
  ::cbreak();
  ::noecho();
  ::nonl();
  ::keypad(stdscr, TRUE);
  ::nodelay(stdscr, TRUE);
  ::curs_set(0);
  ::define_key("\x1b[200~", kPasteBegins);
  ::define_key("\x1b[201~", kPasteEnds);
  bracket_pastes(true);
  if (colour_) make_colours();
  ::flushinp();  // what was typed before there was anything to see
}

CursesScreen::~CursesScreen() {
  ::endwin();
  bracket_pastes(false);
}

std::vector<WatchKey> CursesScreen::read_keys() {
  std::vector<WatchKey> keys;
  bool pasted = in_paste_;
  for (int code = ::wgetch(stdscr); code != ERR; code = ::wgetch(stdscr)) {
    WatchKey key;
    if (code == kPasteBegins || code == kPasteEnds) in_paste_ = code == kPasteBegins;
    pasted = pasted || in_paste_;
    if (press_of(code, key)) keys.push_back(key);
  }
  // A paste may come from whoever made its text.
  if (pasted)
    for (WatchKey& key : keys)
      key = {Press::kPasted, key.press == Press::kChar ? key.character : '\0'};
  return keys;
}

ScreenSize CursesScreen::size() const {
  const int rows = ::getmaxy(stdscr);
  const int columns = ::getmaxx(stdscr);
  return {static_cast<std::size_t>(rows > 0 ? rows : 1),
          static_cast<std::size_t>(columns > 0 ? columns : 1)};
}

void CursesScreen::draw(const std::vector<ScreenLine>& lines) {
  ::werase(stdscr);
  for (std::size_t row = 0; row < lines.size(); ++row) {
    ::wattrset(stdscr, static_cast<int>(look_of(lines[row].look, colour_)));
    ::mvwaddstr(stdscr, static_cast<int>(row), 0, lines[row].text.c_str());
  }
  ::wattrset(stdscr, A_NORMAL);
  ::wrefresh(stdscr);
}

void CursesScreen::ring() {
  ::beep();
}

}  // namespace guard::console
