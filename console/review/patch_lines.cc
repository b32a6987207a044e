// SPDX-License-Identifier: Apache-2.0
#include "console/review/patch_lines.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace guard::console {
namespace {

constexpr std::string_view kHead = "diff --git ";  // "a/3 b/3"; of a new file "b/3 b/3"
constexpr std::size_t kSide = 2;

bool is_plain(char letter) {
  return letter > ' ' && letter < 0x7f && letter != '"' && letter != '\\';
}

bool is_plain(std::string_view path) {
  for (const char letter : path)
    if (!is_plain(letter)) return false;
  return true;
}

std::string renamed(const PatchNames& names) {
  return "rename from " + patch_name("", names.before) + "\nrename to " +
         patch_name("", names.now) + "\n";
}

std::string first_line(const PatchNames& names) {
  return "diff --git " + patch_name("a/", names.before) + " " + patch_name("b/", names.now) + "\n";
}

}  // namespace

std::string patch_name(std::string_view prefix, std::string_view path) {
  if (is_plain(path)) return std::string(prefix) + std::string(path);
  std::string text = "\"" + std::string(prefix);
  for (const char letter : path) {
    std::array<char, 8> code{};
    if (letter == '"' || letter == '\\') {
      text += '\\';
      text += letter;
    } else if (is_plain(letter) || letter == ' ') {
      text += letter;
    } else {
      (void)std::snprintf(code.data(), code.size(), "\\%03o", static_cast<unsigned char>(letter));
      text += code.data();
    }
  }
  return text + "\"";
}

std::string move_lines(const PatchNames& names, std::string_view old_mode,
                       std::string_view new_mode) {
  std::string text = first_line(names);
  if (old_mode != new_mode)
    text += "old mode " + std::string(old_mode) + "\nnew mode " + std::string(new_mode) + "\n";
  return text + "similarity index 100%\n" + renamed(names);
}

// No line of a content begins so: those of hunks have a mark in front, those of binary patches no
// blanks.
std::string PatchLines::take(std::string_view line) {
  if (line.starts_with(kHead)) {
    std::string before = has_begun_ ? first_line(file_) : "";
    begin(line);
    return before;
  }
  if (!in_head_) return std::string(line);
  std::string text = has_begun_ ? first_of_head(line) : "";
  if (line.starts_with("--- a/")) return text + "--- " + patch_name("a/", file_.before) + "\n";
  if (line.starts_with("+++ b/")) return text + "+++ " + patch_name("b/", file_.now) + "\n";
  if (line.starts_with("@@") || line.starts_with("GIT binary")) in_head_ = false;
  if (file_.before != file_.now && line.starts_with("index "))
    text += "similarity index 50%\n" + renamed(file_);
  return text + std::string(line);
}

void PatchLines::begin(std::string_view line) {
  (void)std::from_chars(line.data() + kHead.size() + kSide, line.data() + line.size(), number_);
  file_ = names_.at(number_);
  in_head_ = true;
  has_begun_ = true;
}

// A file that became a link goes in one part and comes in another, each under its own name.
std::string PatchLines::first_of_head(std::string_view line) {
  if (line.starts_with("deleted file")) file_.now = file_.before;
  if (line.starts_with("new file")) file_.before = file_.now;
  has_begun_ = false;
  return first_line(file_);
}

}  // namespace guard::console
