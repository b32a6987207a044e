// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/screen_state.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace guard::console {
namespace {

constexpr std::size_t kMostParameters = 64;
constexpr std::size_t kLongestLine = 512;

int missing_bytes(unsigned char lead) {
  if (lead >= 0xF0) return 3;
  if (lead >= 0xE0) return 2;
  return lead >= 0xC0 ? 1 : 0;
}

// The modes in which a terminal says something by itself: mouse (9, 10xx), focus (1004), wheel as
// arrows (1007), paste in brackets (2004).
bool reporting_mode(int mode) {
  return mode == 9 || (mode >= 1000 && mode <= 1007) || mode == 1015 || mode == 1016 ||
         mode == 2004;
}

bool looks_mode(int mode) {
  return mode == 5 || mode == 69;
}

constexpr auto kColourCommands = std::to_array<std::string_view>({"4;", "10;", "11;", "12;"});
constexpr std::size_t kLongestString = 256;
constexpr std::size_t kMostColours = 16384;

bool alternate_mode(int mode) {
  return mode == 1049 || mode == 1047 || mode == 47;
}

// The bytes that open a string that only ST or BEL ends: DCS, SOS, OSC, PM, APC.
bool opens_string(unsigned char byte) {
  return std::string_view("PX]^_").find(static_cast<char>(byte)) != std::string_view::npos;
}

}  // namespace

void ScreenState::follow(std::string_view output) {
  for (const char c : output) {
    keep(c);
    take(static_cast<unsigned char>(c));
  }
}

void ScreenState::keep(char c) {
  if (c == '\n') line_too_long_ = false;
  if (c == '\n' || line_.size() >= kLongestLine) {
    line_too_long_ = line_too_long_ || c != '\n';
    line_.clear();
  } else if (!line_too_long_) {
    line_ += c;
  }
}

void ScreenState::interrupt() {
  state_ = State::kGround;
  continuation_ = 0;
}

std::size_t ScreenState::until_whole(std::string_view output) const {
  ScreenState ahead = *this;
  std::size_t taken = 0;
  while (!ahead.whole() && taken < output.size())
    ahead.take(static_cast<unsigned char>(output[taken++]));
  return taken;
}

void ScreenState::take(unsigned char byte) {
  constexpr unsigned char kCan = 0x18;
  constexpr unsigned char kSub = 0x1A;
  constexpr unsigned char kEsc = 0x1B;
  constexpr unsigned char kBel = 0x07;
  if (byte == kCan || byte == kSub) {
    state_ = State::kGround;
    continuation_ = 0;
    return;
  }
  if (byte == kEsc) {
    state_ = state_ == State::kString ? State::kStringEscape : State::kEscaped;
    continuation_ = 0;
    return;
  }
  switch (state_) {
    case State::kGround:
      return take_ground(byte);
    case State::kEscaped:
      return take_escape(byte);
    case State::kCsi:
      return take_csi(byte);
    case State::kString:
      if (byte == kBel) return end_string();
      if (string_.size() < kLongestString) string_ += static_cast<char>(byte);
      return;
    case State::kStringEscape:
      return byte == '\\' ? end_string() : take_escape(byte);
  }
}

void ScreenState::take_ground(unsigned char byte) {
  homed_ = false;
  constexpr unsigned char kShiftOut = 0x0E;
  constexpr unsigned char kShiftIn = 0x0F;
  if (byte == kShiftOut || byte == kShiftIn) shifted_out_ = byte == kShiftOut;
  if (byte == '\n' && lines_since_address_ < kScreenful) ++lines_since_address_;
  if (byte == '\n' || byte == '\r') {
    line_start_ = true;
  } else if (byte >= 0x20) {
    line_start_ = false;
  }
  if (byte >= 0xC0)
    continuation_ = missing_bytes(byte);
  else if (byte >= 0x80)
    continuation_ = continuation_ > 0 ? continuation_ - 1 : 0;
  else
    continuation_ = 0;
}

void ScreenState::take_escape(unsigned char byte) {
  if (byte == '[') {
    state_ = State::kCsi;
    parameters_.clear();
  } else if (opens_string(byte)) {
    state_ = State::kString;
    string_.clear();
    if (byte != ']') string_.push_back('-');  // only operating system commands set colours
  } else if (byte >= 0x20 && byte <= 0x2F) {
    state_ = State::kEscaped;
    intermediate_ = static_cast<char>(byte);  // as in ESC ( B
    return;
  } else {
    if (byte == 'c' && intermediate_ == 0) reset();
    if (intermediate_ == '(') character_set_ = static_cast<char>(byte);
    state_ = State::kGround;
  }
  intermediate_ = 0;
}

void ScreenState::take_csi(unsigned char byte) {
  if (byte < 0x20) return;  // controls act inside a sequence without ending it
  if (byte < 0x40) {
    if (parameters_.size() < kMostParameters) parameters_ += static_cast<char>(byte);
    return;
  }
  state_ = State::kGround;
  end_csi(static_cast<char>(byte));
}

// To a place, a row, some rows up. Not so what `clear` and a shell's Ctrl-L write, to the first
// place and nothing there any more: lines go on from there. top begins so, too, but hides the
// cursor first.
void ScreenState::note_address(char final) {
  if (final == 'J') {
    if (!homed_) return;
    lines_since_address_ = lines_before_home_;
    // Shown again, it would wipe what was drawn meanwhile.
    line_.clear();
    return;
  }
  homed_ = final == 'H' && parameters_.empty() && !cursor_hidden_;
  if (homed_) lines_before_home_ = lines_since_address_;
  if (std::string_view("HfdAF").find(final) != std::string_view::npos) lines_since_address_ = 0;
}

void ScreenState::end_csi(char final) {
  note_address(final);
  if (final == 'h') return switch_modes(Switched::kOn);
  if (final == 'l') return switch_modes(Switched::kOff);
  if (final == 'u') return push_keys(parameters_.starts_with('>') || parameters_.starts_with('='));
  const bool plain = parameters_.find_first_not_of("0123456789;:") == std::string::npos &&
                     parameters_.size() < kMostParameters;
  if (!plain) return;
  if (final == 'm') set_attributes();
  if (final == 'r') margins_ = parameters_;
}

// "\x1b[u" alone puts the cursor back: no protocol of keys.
void ScreenState::push_keys(bool on) {
  if (on) {
    pushed_keys_ = parameters_ == ">0" || parameters_ == "=0" ? 0 : pushed_keys_ + 1;
  } else if (parameters_.starts_with('<') && pushed_keys_ > 0) {
    --pushed_keys_;
  }
}

// Grows until everything is reset, which full-screen programs do all the time.
void ScreenState::set_attributes() {
  const bool resets = parameters_.empty() || parameters_ == "0" || parameters_.starts_with("0;");
  if (resets) attributes_.clear();
  if (parameters_.empty() || parameters_ == "0") return;
  if (attributes_.size() + parameters_.size() > 4 * kMostParameters) attributes_.clear();
  attributes_ += (attributes_.empty() ? "" : ";") + parameters_;
}

void ScreenState::reset() {
  alternate_ = 0;
  lines_since_address_ = kScreenful;
  cursor_hidden_ = false;
  reporting_.clear();
  pushed_keys_ = 0;
  attributes_.clear();
  margins_.clear();
  looks_.clear();
  inserts_ = false;
  wraps_ = true;
  character_set_ = 'B';
  shifted_out_ = false;
}

// The second screen's drawing says nothing of the first screen.
void ScreenState::switch_screen(int alternate) {
  if (alternate_ == 0 && alternate != 0) lines_before_alternate_ = lines_since_address_;
  if (alternate_ != 0 && alternate == 0) lines_since_address_ = lines_before_alternate_;
  alternate_ = alternate;
}

void ScreenState::switch_private_mode(int mode, Switched to) {
  const bool on = to == Switched::kOn;
  if (mode == 25) cursor_hidden_ = !on;
  if (mode == 7) wraps_ = on;
  if (alternate_mode(mode)) switch_screen(on ? mode : 0);
  if (!reporting_mode(mode) && !looks_mode(mode)) return;
  std::set<int>& modes = looks_mode(mode) ? looks_ : reporting_;
  if (on)
    modes.insert(mode);
  else
    modes.erase(mode);
}

// A question about a colour ("?") sets none. Where more is set than is kept the oldest goes: it
// comes back as the terminal has it.
void ScreenState::end_string() {
  state_ = State::kGround;
  const bool sets = string_.find('?') == std::string::npos && string_.size() < kLongestString &&
                    std::ranges::any_of(kColourCommands, [this](std::string_view command) {
                      return string_.starts_with(command);
                    });
  if (sets) colours_.append("\x1b]").append(string_).append("\x1b\\");
  while (colours_.size() > kMostColours) colours_.erase(0, colours_.find("\x1b]", 1));
}

void ScreenState::switch_modes(Switched to) {
  if (parameters_ == "4") inserts_ = to == Switched::kOn;
  if (!parameters_.starts_with('?')) return;
  const char* at = parameters_.data() + 1;
  const char* end = parameters_.data() + parameters_.size();
  while (at < end) {
    int mode = 0;
    const auto parsed = std::from_chars(at, end, mode);
    switch_private_mode(mode, to);
    if (parsed.ptr == end || *parsed.ptr != ';') return;
    at = parsed.ptr + 1;
  }
}

}  // namespace guard::console
