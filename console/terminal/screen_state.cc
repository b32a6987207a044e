// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/screen_state.h"

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

bool alternate_mode(int mode) {
  return mode == 1049 || mode == 1047 || mode == 47;
}

// What opens a string that only ST or BEL ends: DCS, SOS, OSC, PM, APC.
bool opens_string(unsigned char byte) {
  return std::string_view("PX]^_").find(static_cast<char>(byte)) != std::string_view::npos;
}

}  // namespace

void ScreenState::follow(std::string_view output) {
  for (const char c : output) {
    take(static_cast<unsigned char>(c));
    keep(c);
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
    state_ = state_ == State::kString ? State::kStringEscape : State::kEscape;
    continuation_ = 0;
    return;
  }
  switch (state_) {
    case State::kGround:
      return take_ground(byte);
    case State::kEscape:
      return take_escape(byte);
    case State::kCsi:
      return take_csi(byte);
    case State::kString:
      if (byte == kBel) state_ = State::kGround;
      return;
    case State::kStringEscape:
      if (byte == '\\')
        state_ = State::kGround;
      else
        take_escape(byte);
      return;
  }
}

void ScreenState::take_ground(unsigned char byte) {
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
  } else if (byte >= 0x20 && byte <= 0x2F) {
    state_ = State::kEscape;  // an intermediate, as in ESC ( B
  } else {
    state_ = State::kGround;
  }
}

void ScreenState::take_csi(unsigned char byte) {
  if (byte < 0x20) return;  // controls act inside a sequence without ending it
  if (byte < 0x40) {
    if (parameters_.size() < kMostParameters) parameters_ += static_cast<char>(byte);
    return;
  }
  state_ = State::kGround;
  if (byte == 'h' || byte == 'l') set_modes(byte == 'h');
}

void ScreenState::set_modes(bool on) {
  if (!parameters_.starts_with('?')) return;
  const char* at = parameters_.data() + 1;
  const char* end = parameters_.data() + parameters_.size();
  while (at < end) {
    int mode = 0;
    const auto parsed = std::from_chars(at, end, mode);
    if (mode == 25) cursor_hidden_ = !on;
    if (alternate_mode(mode)) alternate_ = on ? mode : 0;
    if (parsed.ptr == end || *parsed.ptr != ';') return;
    at = parsed.ptr + 1;
  }
}

}  // namespace guard::console
