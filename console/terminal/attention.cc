// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/attention.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"

namespace guard::console {
namespace {

constexpr std::size_t kLongestTitle = 80;

}  // namespace

void Attention::asked(const std::string& id, int tier, TimePoint now) {
  if (plan_.bell) rings_[id] = tier >= 3 ? now : now + plan_.after;
}

void Attention::settled(const std::string& id, int tier, bool here) {
  rings_.erase(id);
  if (plan_.bell && tier >= 3 && !here) ring_ = true;
}

bool Attention::take_bell(TimePoint now) {
  bool ring = ring_;
  ring_ = false;
  ring =
      std::erase_if(rings_, [now](const auto& entry) { return entry.second <= now; }) > 0 || ring;
  return ring;
}

std::optional<TimePoint> Attention::next() const {
  std::optional<TimePoint> next;
  for (const auto& [id, when] : rings_)
    if (!next || when < *next) next = when;
  return next;
}

// XTWINOPS 22 and 23. Others would be left with guard's title; GNU screen says it is one of tmux's.
bool keeps_titles(std::string_view term, bool in_tmux) {
  constexpr auto kKnown = std::to_array<std::string_view>(
      {"xterm", "tmux", "alacritty", "foot", "kitty", "wezterm", "ghostty", "contour", "vte"});
  if (term.starts_with("screen")) return in_tmux;
  return std::ranges::any_of(kKnown,
                             [term](std::string_view known) { return term.starts_with(known); });
}

std::string title_shown(std::string_view text) {
  return "\x1b[22;2t\x1b]2;" + shortened(safe_text(text), kLongestTitle) + "\x07";
}

std::string title_back() {
  return "\x1b[23;2t";
}

}  // namespace guard::console
