// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/record_limits.h"

#include <array>
#include <numeric>
#include <string_view>
#include <vector>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kRoomForNote = 96;
constexpr std::size_t kQuotes = 3;  // and the comma

std::size_t cost_of(char c) {
  if (static_cast<unsigned char>(c) < 0x20) return 6;
  return c == '"' || c == '\\' ? 2 : 1;
}

bool goes_on(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
}

// How many bytes of the text have room: whole characters.
std::size_t length_within(std::string_view text, std::size_t room) {
  std::size_t used = 0;
  std::size_t length = 0;
  while (length < text.size() && used + cost_of(text[length]) <= room)
    used += cost_of(text[length++]);
  while (length > 0 && length < text.size() && goes_on(text[length])) --length;
  return length;
}

void cut(std::string& text, std::size_t room) {
  const std::size_t all = text.size();
  if (length_within(text, room) == all) return;
  text.resize(length_within(text, room < kRoomForNote ? 0 : room - kRoomForNote));
  text += "[cut: " + count_text(all, "byte", "bytes") + " in all]";
}

std::size_t cost_of(const std::string& text) {
  return std::accumulate(text.begin(), text.end(), kQuotes,
                         [](std::size_t sum, char c) { return sum + cost_of(c); });
}

// The first word that has no room is cut, those after it are counted.
void cut(std::vector<std::string>& list) {
  std::size_t used = 0;
  std::size_t whole = 0;
  while (whole < list.size() && used + cost_of(list[whole]) <= kMostListBytes)
    used += cost_of(list[whole++]);
  if (whole == list.size()) return;
  // Two notes must have room beside what is kept.
  while (whole > 0 && used + 2 * kRoomForNote > kMostListBytes) used -= cost_of(list[--whole]);
  std::size_t bytes = 0;
  for (std::size_t i = whole + 1; i < list.size(); ++i) bytes += list[i].size();
  const std::size_t more = list.size() - whole - 1;
  list.resize(whole + 1);
  cut(list.back(), kMostListBytes - used - kRoomForNote);
  if (more != 0)
    list.push_back("[cut: " + count_text(more, "more word", "more words") + ", " +
                   count_text(bytes, "byte", "bytes") + "]");
}

}  // namespace

void cut_to_limit(std::string& text) {
  cut(text, kMostTextBytes);
}

void cut_to_limits(AuditRecord& record) {
  for (auto* list : {&record.argv, &record.objects, &record.chain}) cut(*list);
  for (auto* text : {&record.result_summary, &record.reason, &record.cwd, &record.exe, &record.rule,
                     &record.user_id})
    cut_to_limit(*text);
}

}  // namespace guard::supervisor
