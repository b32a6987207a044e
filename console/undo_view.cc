// SPDX-License-Identifier: Apache-2.0
#include "console/undo_view.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/clock.h"
#include "base/text.h"
#include "base/unique_fd.h"

extern char** environ;

namespace guard::console {
namespace {

using supervisor::StoredSession;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

constexpr std::size_t kLongestDifference = 1U << 20;

// In the order of UndoDeed.
constexpr std::array<const char*, 9> kGivesBack = {
    "bring back", "bring back",    "put back the content of", "put back mode, owner and times of",
    "move back",  "exchange back", "put back the times of",   "take away the further name",
    "take away"};

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

std::string extent_of(const UndoEntry& entry) {
  if (entry.object.is_folder()) return "folder";
  if (S_ISLNK(entry.object.mode)) return "link";
  return size_text(entry.object.size);
}

// All that the command writes, up to a bound, as lines that are safe to print.
std::string output_of(const std::vector<std::string>& words) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  const UniqueFd out(ends[0]);
  UniqueFd in(ends[1]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in.get(), STDOUT_FILENO);
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  in.reset();
  if (error != 0) return {};
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t size = ::read(out.get(), buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    if (text.size() < kLongestDifference)
      text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  ::waitpid(child, nullptr, 0);
  return text;
}

std::string safe_lines(const std::string& text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    std::string with_tabs;
    // Tabs are what indents; everything else that steers a terminal is shown, not obeyed.
    for (std::size_t from = 0; from <= line.size();) {
      const std::size_t tab = std::min(line.find('\t', from), line.size());
      with_tabs += safe_text(line.substr(from, tab - from)) + (tab < line.size() ? "\t" : "");
      from = tab + 1;
    }
    safe += with_tabs + "\n";
    at = end + 1;
  }
  return safe;
}

}  // namespace

std::string session_line(const StoredSession& session) {
  std::string note = session.is_running ? "running" : "";
  if (session.is_pinned) note += note.empty() ? "kept" : ", kept";
  if (!session.undoes.empty()) note += (note.empty() ? "undo of " : ", undo of ") + session.undoes;
  return padded(session.name, 20) + "  " + session.started.substr(0, 19) + "  " +
         padded(count_text(session.usage.files, "file", "files"), 12) + "  " +
         padded(size_text(session.usage.bytes), 9) + "  " + safe_text(session.command) +
         (note.empty() ? "" : "  (" + note + ")");
}

nlohmann::ordered_json session_json(const StoredSession& session) {
  return {{"session", session.name},       {"id", session.id},
          {"started", session.started},    {"last_alive", iso_time(session.last_alive)},
          {"command", session.command},    {"workspace", session.workspace},
          {"files", session.usage.files},  {"bytes", session.usage.bytes},
          {"running", session.is_running}, {"kept", session.is_pinned},
          {"undoes", session.undoes}};
}

std::string entry_line(const UndoEntry& entry) {
  std::string line = padded(std::to_string(entry.number), 6) + "  " + entry.time.substr(0, 19) +
                     "  " + padded(name_of(entry.deed), 8) + "  " + safe_text(entry.path);
  if (!entry.to.empty()) line += " -> " + safe_text(entry.to);
  return line + "  (" + extent_of(entry) + (entry.command.empty() ? "" : ", " + entry.command) +
         ")";
}

std::string step_text(const UndoEntry& entry) {
  const std::string verb = kGivesBack.at(static_cast<std::size_t>(entry.deed));
  const bool moves = entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange;
  if (moves) return verb + " " + safe_text(entry.to) + " to " + safe_text(entry.path);
  return verb + " " + safe_text(entry.path) + " (" + extent_of(entry) + ")";
}

nlohmann::ordered_json entry_json(const UndoEntry& entry) {
  nlohmann::ordered_json json = supervisor::to_json(entry);
  json["text"] = step_text(entry);
  return json;
}

nlohmann::ordered_json result_json(const supervisor::Step& step) {
  return {{"n", step.entry->number},
          {"act", name_of(step.entry->deed)},
          {"path", supervisor::bytes_to_json(step.entry->path)},
          {"result", supervisor::name_of(step.end)},
          {"note", safe_text(step.note)}};
}

std::string difference(const std::string& content, const std::string& now,
                       const std::string& shown) {
  const std::string label = safe_text(shown);
  return safe_lines(output_of({"diff", "-u", "--label", label + " (now)", "--label",
                               label + " (after undo)", "--", now, content}));
}

}  // namespace guard::console
