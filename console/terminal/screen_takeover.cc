// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/screen_takeover.h"

namespace guard::console {
namespace {

constexpr int kBracketedPaste = 2004;
constexpr const char* kNoAttributes = "\x1b[0m";
constexpr const char* kAscii = "\x1b(B\x0f";
constexpr const char* kReplace = "\x1b[4l";
// A program can make guard's box unreadable: by a frame that never ends (synchronized output,
// 2026), by margins on both sides, by reversing the screen, by text in the colour of its
// background.
constexpr const char* kReadable = "\x1b[?2026l\x1b[?69l\x1b[?5l";
constexpr const char* kColoursAsEver = "\x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\";
// For the stack of kitty's protocol: keys as ever, for as long as this lies on top. Terminals
// without it do nothing.
constexpr const char* kPlainKeys = "\x1b[>0u";
constexpr const char* kKeysAsBefore = "\x1b[<u";

std::string private_mode(int mode, char letter) {
  return "\x1b[?" + std::to_string(mode) + letter;
}

// Setting margins moves the cursor: it is saved around that.
std::string margins(const std::string& parameters) {
  return "\x1b"
         "7\x1b[" +
         parameters +
         "r\x1b"
         "8";
}

}  // namespace

bool draws_on_second_screen(const ScreenState& screen, AlternateScreen alternate) {
  return alternate == AlternateScreen::kPresent && screen.alternate_screen() == 0 &&
         screen.addresses_screen();
}

std::string taken_screen(const ScreenState& screen, AlternateScreen alternate) {
  std::string text;
  for (const int mode : screen.reporting())
    if (mode != kBracketedPaste) text += private_mode(mode, 'l');
  text += private_mode(kBracketedPaste, 'h');
  if (screen.alternate_screen() != 0) text += private_mode(screen.alternate_screen(), 'l');
  if (screen.keys_as_sequences()) text += kPlainKeys;
  text += kReadable;
  if (!screen.colours().empty()) text += kColoursAsEver;
  text += std::string(kNoAttributes) + kAscii + kReplace + private_mode(7, 'h') +
          private_mode(25, 'h') + margins("");
  if (draws_on_second_screen(screen, alternate))
    return text + private_mode(1049, 'h') + "\x1b[H\x1b[2J";
  if (!screen.line_start() || screen.alternate_screen() != 0) text += "\r\n";
  return text;
}

std::string given_back_screen(const ScreenState& screen, AlternateScreen alternate) {
  // Each screen has a stack of its own: this one is the normal screen's.
  std::string text = screen.keys_as_sequences() ? kKeysAsBefore : "";
  if (draws_on_second_screen(screen, alternate))
    text = private_mode(1049, 'l') + text;
  else if (screen.alternate_screen() != 0)
    text += private_mode(screen.alternate_screen(), 'h');
  else
    text += screen.line();
  text += screen.colours();
  for (const int mode : screen.looks()) text += private_mode(mode, 'h');
  if (!screen.margins().empty()) text += margins(screen.margins());
  if (screen.character_set() != 'B') text += std::string("\x1b(") + screen.character_set();
  if (screen.shifted_out()) text += '\x0e';
  if (screen.inserts()) text += "\x1b[4h";
  if (!screen.wraps()) text += private_mode(7, 'l');
  if (!screen.attributes().empty()) text += "\x1b[0;" + screen.attributes() + "m";
  if (screen.cursor_hidden()) text += private_mode(25, 'l');
  if (!screen.reporting().contains(kBracketedPaste)) text += private_mode(kBracketedPaste, 'l');
  for (const int mode : screen.reporting()) text += private_mode(mode, 'h');
  return text;
}

}  // namespace guard::console
