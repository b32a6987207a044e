// SPDX-License-Identifier: Apache-2.0
#include "base/text/runes.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace guard {
namespace {

struct RuneRange {
  char32_t first;
  char32_t last;
};

template <std::size_t N>
bool within(const std::array<RuneRange, N>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](const RuneRange& range) { return c >= range.first && c <= range.last; });
}

// Marks that reorder or hide text on a screen, and letters that look like nothing at all.
constexpr std::array<RuneRange, 20> kDeceiving = {{
    {0x00AD, 0x00AD},     // soft hyphen
    {0x034F, 0x034F},     // grapheme joiner
    {0x061C, 0x061C},     // Arabic letter mark
    {0x115F, 0x1160},     // Hangul fillers
    {0x17B4, 0x17B5},     // Khmer vowels without a shape
    {0x180B, 0x180F},     // Mongolian selectors
    {0x200B, 0x200F},     // zero width, left to right, right to left
    {0x2028, 0x202E},     // line and paragraph separators, embeddings, overrides
    {0x2060, 0x206F},     // joiner, isolates, old format marks
    {0x2800, 0x2800},     // Braille without a dot
    {0x3164, 0x3164},     // Hangul filler
    {0xFE00, 0xFE0E},     // variation selectors, but for the one that makes an emoji
    {0xFEFF, 0xFEFF},     // byte order mark
    {0xFFA0, 0xFFA0},     // Hangul filler, half width
    {0xFFF0, 0xFFFB},     // specials, interlinear notes
    {0xFFFE, 0xFFFF},     // no characters
    {0x1BCA0, 0x1BCA3},   // shorthand format marks
    {0x1D173, 0x1D17A},   // musical format marks
    {0xE0000, 0xE0FFF},   // tags, further variation selectors
    {0xF0000, 0x10FFFF},  // private use: whatever a font makes of them
}};

// Marks that are drawn over the letter before them. Scripts use two or three; a heap of them covers
// the lines above and below.
constexpr std::array<RuneRange, 7> kCombining = {{
    {0x0300, 0x036F},
    {0x0483, 0x0489},
    {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF},
    {0x20D0, 0x20FF},
    {0xFE0F, 0xFE0F},
    {0xFE20, 0xFE2F},
}};
constexpr int kMostMarks = 4;

bool deceives(char32_t c) {
  return c >= 0xAD && within(kDeceiving, c);
}

}  // namespace

Rune decode_rune(std::string_view s) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 && lead <= 0xF4  ? 4
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                                                           : 0;
  if (length == 0 || s.size() < length) return {};
  char32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = (value << 6) | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
    return {};
  return {value, length};
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

bool is_hidden(char32_t c, int& marks) {
  marks = c >= 0x0300 && within(kCombining, c) ? marks + 1 : 0;
  return deceives(c) || marks > kMostMarks;
}

void append_hex(std::string& out, const char* format, unsigned value) {
  std::array<char, 16> buffer{};
  const int n = std::snprintf(buffer.data(), buffer.size(), format, value);
  out.append(buffer.data(), static_cast<std::size_t>(n));
}

}  // namespace guard
