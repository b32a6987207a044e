// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/question_view.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "console/terminal/question_detail.h"

namespace guard::console {
namespace {

constexpr std::size_t kNarrowest = 40;
constexpr std::size_t kWidest = 100;
constexpr std::size_t kLabel = 7;  // "Change " and its fellows
constexpr std::size_t kWholeNote = 8;

struct Glyphs {
  const char *top_left, *top_right, *bottom_left, *bottom_right, *across, *down, *arrow, *dot;
};
constexpr Glyphs kUtf8 = {"┌", "┐", "└", "┘", "─", "│", " ▸ ", " · "};
constexpr Glyphs kAscii = {"+", "+", "+", "+", "-", "|", " > ", " - "};

const Glyphs& glyphs(const ViewStyle& style) {
  return style.utf8 ? kUtf8 : kAscii;
}

std::size_t box_width(const ViewStyle& style) {
  return std::clamp(style.columns, kNarrowest, kWidest);
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  if (used < columns) text.append(columns - used, ' ');
  return text;
}

std::string repeated(const char* glyph, std::size_t count) {
  std::string line;
  for (std::size_t i = 0; i < count; ++i) line += glyph;
  return line;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += between;
    text += part;
  }
  return text;
}

int tier_of(const nlohmann::json& question) {
  const auto tier = question.find("tier");
  return tier != question.end() && tier->is_number_integer() ? tier->get<int>() : 3;
}

constexpr const char* kAlarm = "\x1b[1;31m";
constexpr const char* kWarning = "\x1b[33m";
constexpr const char* kBold = "\x1b[1m";
constexpr const char* kPlain = "";
constexpr std::string_view kDefault = "[n] deny";  // what Enter does, too

std::string painted(const std::string& text, const char* paint, const ViewStyle& style) {
  return style.colour && *paint != '\0' ? paint + text + "\x1b[0m" : text;
}

std::string coloured(const std::string& text, int tier, const ViewStyle& style) {
  return painted(text, tier >= 3 ? kAlarm : kWarning, style);
}

// A line whose width is known before it is painted: an escape sequence takes no column.
struct PaintedLine {
  std::string head;
  std::string text;
  const char* paint = kPlain;
};

std::string painted(const PaintedLine& line, std::size_t columns, const ViewStyle& style) {
  const std::string blanks =
      padded(line.head + line.text, columns).substr(line.head.size() + line.text.size());
  return line.head + painted(line.text, line.paint, style) + blanks;
}

// The answer that Enter gives stands out.
std::string with_default(std::string line, const ViewStyle& style) {
  if (const std::size_t at = line.find(kDefault); at != std::string::npos)
    line.replace(at, kDefault.size(), painted(std::string(kDefault), kBold, style));
  return line;
}

// "HIGH · tier 3"; of a box that is no question, its own.
std::string heading_of(const nlohmann::json& question, const ViewStyle& style) {
  const std::string own = text_field(question, "heading");
  if (!own.empty()) return own;
  std::string level = text_field(question, "risk_level");
  std::transform(level.begin(), level.end(), level.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return level + glyphs(style).dot + "tier " + std::to_string(tier_of(question));
}

std::string top_line(const nlohmann::json& question, const ViewStyle& style) {
  const Glyphs& glyph = glyphs(style);
  const std::size_t width = box_width(style);
  const std::string right = fitted(heading_of(question, style), width / 2, style);
  const std::string lead = std::string(" guard ") + glyph.across + " ";
  const std::size_t taken = columns_of(lead) + columns_of(right) + 6;
  const std::string chain =
      fitted(joined(list_field(question, "chain"), glyph.arrow), width - taken, style);
  const std::size_t line = width - taken - columns_of(chain) + 1;
  return glyph.top_left + lead + chain + " " + repeated(glyph.across, line) + " " +
         coloured(right, tier_of(question), style) + " " + glyph.top_right;
}

// Items side by side, as many as fit on a line; `right` at the end of the last one or on its own.
std::vector<std::string> footer_lines(const ViewFooter& footer, std::size_t columns,
                                      const ViewStyle& style) {
  std::vector<std::string> lines = side_by_side(footer.items, columns, style);
  const bool beside =
      !lines.empty() && columns_of(lines.back()) + 2 + columns_of(footer.right) <= columns;
  if (!beside) lines.emplace_back();
  const std::string right = fitted(footer.right, columns, style);
  lines.back() = padded(lines.back(), columns - columns_of(right)) + right;
  return lines;
}

struct Field {
  const char* label;
  std::string text;
  std::size_t most;  // lines
  int rank;          // of those with little room: the lowest come first
  const char* paint = kPlain;
  std::size_t rows = 0;
  bool whole = false;  // never shortened where there are lines for it
};

// A person must see that it cannot be undone.
const char* undo_paint(const nlohmann::json& question) {
  const std::string part = text_field(question, "undo_part");
  return part == "none" ? kAlarm : part == "some" ? kWarning : kPlain;
}

std::vector<Field> fields_of(const nlohmann::json& question, const ViewStyle& style,
                             const ViewFooter& footer) {
  const std::string cwd = text_field(question, "cwd");
  std::string by = text_field(question, "why");
  if (!cwd.empty()) by += "  in " + cwd;
  std::vector<Field> fields = {
      {"What", text_field(question, "what"), 4, 0, kBold},
      {"By", by, 4, 3},
      {"Risk", text_field(question, "risk"), 3, 2},
      {"Undo", text_field(question, "undo"), kWholeNote, 0, undo_paint(question), 0, true},
      {"Change", joined(list_field(question, "changes"), glyphs(style).dot), 3, 4},
      {"People", text_field(question, "missing"), 2, 1},
      {"Scope", footer.scope, 2, 1},
      {"Reads", text_field(question, "reads"), 2, 1, kBold},
      {"Sign", text_field(question, "sign"), 2, 1},
  };
  for (const std::string& note : footer.notes) fields.push_back({"Note", note, kWholeNote, 1});
  std::erase_if(fields, [](const Field& field) { return field.text.empty(); });
  return fields;
}

// "14 of 1,695; not 1,681 build files (venv, node_modules)" -> without the names in brackets.
std::string without_names(std::string text) {
  for (std::size_t open = text.find(" ("); open != std::string::npos; open = text.find(" (")) {
    const std::size_t close = text.find(')', open);
    if (close == std::string::npos) break;
    text.erase(open, close + 1 - open);
  }
  return text;
}

// How much undo gives back must be read: on a small screen without names rather than in part.
void shorten_undo(std::vector<Field>& fields, std::size_t columns, std::size_t room,
                  const ViewStyle& style) {
  const std::size_t most = std::max<std::size_t>(room / 2, 1);
  for (Field& field : fields)
    if (field.whole && wrapped(field.text, columns, kWholeNote, style).size() > most)
      field.text = without_names(field.text);
}

// Gives each field a line while there are some, then more, in the order of their ranks.
void share(std::vector<Field>& fields, std::size_t columns, std::size_t room,
           const ViewStyle& style) {
  std::vector<Field*> order;
  for (Field& field : fields) order.push_back(&field);
  std::stable_sort(order.begin(), order.end(),
                   [](const Field* a, const Field* b) { return a->rank < b->rank; });
  for (Field* field : order) {
    field->most = wrapped(field->text, columns, field->most, style).size();
    field->rows = std::min(room, field->whole ? field->most : 1);
    room -= field->rows;
  }
  for (Field* field : order) {
    const std::size_t more =
        field->rows == 0 ? 0 : std::min(room, field->most - std::min(field->most, field->rows));
    field->rows += more;
    room -= more;
  }
}

std::vector<PaintedLine> body_lines(std::vector<Field> fields, std::size_t columns,
                                    std::size_t room, const ViewStyle& style) {
  shorten_undo(fields, columns - kLabel, room, style);
  share(fields, columns - kLabel, room, style);
  std::vector<PaintedLine> lines;
  for (const Field& field : fields) {
    if (field.rows == 0) continue;
    std::string head = padded(field.label, kLabel);
    for (const std::string& line : wrapped(field.text, columns - kLabel, field.rows, style)) {
      lines.push_back({head, line, field.paint});
      head.assign(kLabel, ' ');
    }
  }
  return lines;
}

// Lines that may be used, of `taken` more or less.
std::size_t room_beside(std::size_t taken, const ViewStyle& style) {
  constexpr std::size_t kPlenty = 1000;
  if (style.rows == 0) return kPlenty;
  return style.rows > taken ? style.rows - taken : 0;
}

std::vector<std::string> box_lines(const nlohmann::json& question, const ViewStyle& style,
                                   const ViewFooter& footer) {
  const Glyphs& glyph = glyphs(style);
  const std::size_t inner = box_width(style) - 4;
  const std::vector<std::string> feet = footer_lines(footer, inner, style);
  std::vector<PaintedLine> inside = body_lines(fields_of(question, style, footer), inner,
                                               room_beside(feet.size() + 2, style), style);
  std::vector<std::string> lines = {top_line(question, style)};
  const auto add = [&](const std::string& text) {
    lines.push_back(std::string(glyph.down) + " " + text + " " + glyph.down);
  };
  for (const PaintedLine& line : inside) add(painted(line, inner, style));
  for (const std::string& line : feet) add(with_default(padded(line, inner), style));
  lines.push_back(glyph.bottom_left + repeated(glyph.across, box_width(style) - 2) +
                  glyph.bottom_right);
  return lines;
}

// "[y] approve" -> "[y]"
std::string key_of(const std::string& item) {
  const std::size_t close = item.find(']');
  return item.starts_with('[') && close != std::string::npos ? item.substr(0, close + 1) : item;
}

std::string small_heading(const nlohmann::json& question) {
  const std::string own = text_field(question, "heading");
  return own.empty() ? "tier " + std::to_string(tier_of(question)) : own;
}

// What, then the keys: on the smallest screen nothing else.
std::vector<std::string> small_lines(const nlohmann::json& question, const ViewStyle& style,
                                     const ViewFooter& footer) {
  const std::size_t columns = std::max<std::size_t>(style.columns, kLabel + 4);
  ViewFooter keys = footer;
  std::vector<std::string> feet = footer_lines(keys, columns, style);
  if (room_beside(feet.size(), style) < 3) {
    for (std::string& item : keys.items) item = key_of(item);
    feet = footer_lines(keys, columns, style);
  }
  if (style.rows > 0 && feet.size() >= style.rows)
    feet.resize(std::max<std::size_t>(style.rows, 2) - 1);
  std::vector<std::string> lines;
  const std::size_t room = room_beside(feet.size(), style);
  if (room > 2) lines.push_back(fitted("guard: " + small_heading(question), columns, style));
  for (const PaintedLine& line : body_lines(fields_of(question, style, footer), columns,
                                            std::max<std::size_t>(room - lines.size(), 1), style))
    lines.push_back(painted(line, 0, style));
  for (const std::string& line : feet) lines.push_back(with_default(line, style));
  return lines;
}

bool has_room_for_box(const ViewStyle& style) {
  constexpr std::size_t kLeastRows = 8;
  return style.columns >= kNarrowest && (style.rows == 0 || style.rows >= kLeastRows);
}

}  // namespace

std::vector<std::string> question_lines(const nlohmann::json& question, const ViewStyle& style,
                                        const ViewFooter& footer) {
  return has_room_for_box(style) ? box_lines(question, style, footer)
                                 : small_lines(question, style, footer);
}

std::string question_notice(const nlohmann::json& question, const std::string& where) {
  const std::string id = safe_text(text_field(question, "id").substr(0, 8)) + safe_text(where);
  return shortened(safe_text(text_field(question, "what")), 120) + " (guard approve " + id +
         (needs_word(question) ? " --confirm CONFIRM" : "") + " | guard deny " + id + ")";
}

std::string text_field(const nlohmann::json& object, const char* name) {
  const auto field = object.find(name);
  return field != object.end() && field->is_string() ? field->get<std::string>() : "";
}

std::vector<std::string> list_field(const nlohmann::json& object, const char* name) {
  std::vector<std::string> texts;
  const auto field = object.find(name);
  if (field == object.end() || !field->is_array()) return texts;
  for (const auto& item : *field)
    if (item.is_string()) texts.push_back(item.get<std::string>());
  return texts;
}

}  // namespace guard::console
