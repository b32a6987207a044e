// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/store_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/clock.h"
#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/undo/store/entry.h"
#include "supervisor/undo/store/journal.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr char kReadme[] =
    "Files as they were before a session changed or deleted them, a folder for each session.\n"
    "`guard undo --list` shows it, `guard undo` brings it back, `guard undo --prune` tidies up.\n"
    "\n"
    "Without guard: each line of SESSION/journal is one act, as JSON. `path` is where the object\n"
    "was, `content` names the file below this folder that holds what was in it, `object` its\n"
    "owner, mode, times and attributes.\n";

Result<void> make_private(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return fail_errno(safe_text(path));
  const UniqueFd folder(::open(path.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.valid()) return fail_errno(safe_text(path));
  struct stat status {};
  if (::fstat(folder.get(), &status) != 0) return fail_errno(safe_text(path));
  if (status.st_uid != ::geteuid())
    return fail(Code::kRefused, safe_text(path) + ": belongs to another user");
  if ((status.st_mode & 077) != 0)
    return fail(Code::kRefused, safe_text(path) + ": is open to other users; chmod 700 it");
  return {};
}

Result<void> write_file(const std::string& path, const std::string& text, int flags = O_CREAT) {
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC | flags, 0600));
  if (!file.valid()) return fail_errno(safe_text(path));
  if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    return fail_with(errno == 0 ? ENOSPC : errno, safe_text(path));
  return {};
}

// Always of one length: writing it again needs no new room on a full disk.
std::string state_text(const StoredState& state) {
  Json json = {{"bytes", state.usage.bytes},
               {"files", state.usage.files},
               {"ended", state.life == SessionLife::kEnded}};
  if (state.tree_ended_ns != 0) json["tree_ended_ns"] = state.tree_ended_ns;
  if (!state.names_unkept) json["names_unkept"] = false;
  constexpr std::size_t kLength = 255;
  std::string text = json.dump();
  text.resize(std::max(kLength, text.size()), ' ');
  return text + "\n";
}

// This file is written, and then changes places with SESSION/state: a reader sees a whole text at
// any time, and no name is made anew.
std::string next_state(const std::string& folder) {
  return folder + "/state.next";
}

Json read_json(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  Json value = Json::parse(text.str(), nullptr, false);
  return value.is_object() ? value : Json::object();
}

std::string text_of(const Json& value, const char* key) {
  const auto found = value.find(key);
  return found == value.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

// Bytes as they are: it is looked for things there.
std::string path_in(const Json& value, const char* key) {
  const auto found = value.find(key);
  const bool is_hex = found != value.end() && found->is_object() && found->contains("hex") &&
                      found->at("hex").is_string();
  return is_hex ? bytes_from_json(*found) : text_of(value, key);
}

std::uint64_t number_of(const Json& value, const char* key) {
  const auto found = value.find(key);
  return found == value.end() || !found->is_number_unsigned() ? 0 : found->get<std::uint64_t>();
}

// The session's own folder: a name that was used before gets a number.
Result<std::string> make_named_folder(const std::string& root, const std::string& id, int most) {
  std::string name = id;
  for (int turn = 1; turn <= most; ++turn) {
    if (::mkdir((root + "/" + name).c_str(), 0700) == 0) return name;
    if (errno != EEXIST) return fail_errno(safe_text(root + "/" + name));
    name = id + "~" + std::to_string(turn + 1);
  }
  return fail(Code::kBusy, "undo store: too many sessions are called " + safe_text(id));
}

std::chrono::system_clock::time_point changed_at(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::seconds(status.st_mtim.tv_sec) +
          std::chrono::nanoseconds(status.st_mtim.tv_nsec)));
}

// A guard that was killed wrote no last state: counted.
UndoUsage counted(const std::string& folder) {
  UndoUsage usage;
  std::error_code error;
  for (fs::directory_iterator entry(folder + "/content", error), end; !error && entry != end;
       entry.increment(error)) {
    struct stat status {};
    if (::lstat(entry->path().c_str(), &status) != 0) continue;
    ++usage.files;
    usage.bytes += static_cast<std::uint64_t>(status.st_blocks) * 512;
  }
  return usage;
}

StoredSession read_session(const std::string& root, const std::string& name) {
  const std::string folder = root + "/" + name;
  StoredSession session;
  // Before the state: what is read of an ended session is its last one.
  session.is_running = is_being_written(folder + "/journal");
  const Json about = read_json(folder + "/session.json");
  const Json state = read_json(folder + "/state");
  session.name = name;
  session.id = text_of(about, "id");
  session.command = text_of(about, "command");
  session.workspace = path_in(about, "workspace");
  session.undoes = text_of(about, "undoes");
  session.started = text_of(about, "started");
  session.last_alive =
      session.is_running ? std::chrono::system_clock::now() : changed_at(folder + "/state");
  // Another guard is about to make it: no old one.
  if (session.last_alive == std::chrono::system_clock::time_point())
    session.last_alive = changed_at(folder);
  session.tree_ended = std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::nanoseconds(number_of(state, "tree_ended_ns"))));
  session.usage = {number_of(state, "bytes"), number_of(state, "files")};
  session.names_unkept = state.value("names_unkept", true);
  session.has_ended = !session.is_running && state.value("ended", false);
  // How much it keeps changes when something is given back: then, too, it is counted.
  if (!session.has_ended || ::access((folder + "/undone").c_str(), F_OK) == 0)
    session.usage = counted(folder);
  session.is_pinned = ::access((folder + "/pinned").c_str(), F_OK) == 0;
  return session;
}

bool may_go(const StoredSession& session) {
  return !session.is_running && !session.is_pinned;
}

}  // namespace

std::string undo_root(const std::string& state_dir) {
  return state_dir + "/undo";
}

Result<SessionFolder> make_session_folder(const std::string& state_dir, const UndoSession& session,
                                          int same_names) {
  const std::string root = undo_root(state_dir);
  if (auto made = make_private(root); !made) return forward(made.error());
  if (::access((root + "/README").c_str(), F_OK) != 0)
    if (auto written = write_file(root + "/README", kReadme); !written)
      return forward(written.error());
  auto name = make_named_folder(root, session.id, same_names);
  if (!name) return forward(name.error());
  const std::string folder = root + "/" + *name;
  if (::mkdir((folder + "/content").c_str(), 0700) != 0) return fail_errno(safe_text(folder));
  nlohmann::ordered_json about = {{"version", 1},
                                  {"id", session.id},
                                  {"command", safe_text(session.command)},
                                  {"workspace", bytes_to_json(session.workspace)},
                                  {"started", iso_time(std::chrono::system_clock::now())}};
  if (!session.undoes.empty()) about["undoes"] = session.undoes;
  if (auto written = write_file(folder + "/session.json", about.dump(2) + "\n"); !written)
    return forward(written.error());
  for (const std::string& path : {next_state(folder), folder + "/state"})
    if (auto written = write_file(path, state_text({})); !written) return forward(written.error());
  return SessionFolder{root, std::move(*name)};
}

// Never made anew: whoever waited for the end of `guard run` may be removing the store. A file
// system that exchanges no names (renameat2(2): EINVAL) has it written in place, in one call.
void write_session_state(const std::string& folder, const StoredState& state) {
  const std::string path = folder + "/state";
  const std::string next = next_state(folder);
  const std::string text = state_text(state);
  if (!write_file(next, text, 0)) return;
  if (::renameat2(AT_FDCWD, next.c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE) != 0)
    (void)write_file(path, text, 0);
}

Result<std::vector<StoredSession>> stored_sessions(const std::string& state_dir) {
  const std::string root = undo_root(state_dir);
  std::vector<StoredSession> sessions;
  std::error_code error;
  for (fs::directory_iterator entry(root, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code no_folder;
    if (entry->is_directory(no_folder) && !entry->is_symlink(no_folder))
      sessions.push_back(read_session(root, entry->path().filename().string()));
  }
  if (error && error.value() != ENOENT) return fail_with(error.value(), safe_text(root));
  std::sort(sessions.begin(), sessions.end(), [](const auto& a, const auto& b) {
    return std::pair(a.started, a.name) < std::pair(b.started, b.name);
  });
  std::map<std::string, std::size_t> same_ids;
  for (const StoredSession& session : sessions) ++same_ids[session.id];
  for (StoredSession& session : sessions) {
    const bool is_first = session.name == session.id && same_ids[session.id] > 1;
    session.typed = session.name + (is_first ? "~1" : "");
  }
  return sessions;
}

Result<void> remove_session(const std::string& state_dir, const std::string& name) {
  const std::string folder = undo_root(state_dir) + "/" + name;
  // No journal, no session: what is cut short here is never taken for one that lost its contents.
  if (::unlink((folder + "/journal").c_str()) != 0 && errno != ENOENT)
    return fail_errno(safe_text(folder));
  std::error_code error;
  fs::remove_all(folder, error);
  if (error) return fail_with(error.value(), safe_text(folder));
  return {};
}

Result<void> pin_session(const std::string& state_dir, const std::string& name, Pin pin) {
  const std::string path = undo_root(state_dir) + "/" + name + "/pinned";
  if (pin == Pin::kPutOn) return write_file(path, "");
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return fail_errno(safe_text(path));
  return {};
}

Result<Pruned> prune_store(const std::string& state_dir, const PruneRules& rules, bool dry) {
  auto sessions = stored_sessions(state_dir);
  if (!sessions) return forward(sessions.error());
  Pruned pruned;
  for (const StoredSession& session : *sessions) {
    pruned.left.bytes += session.usage.bytes;
    pruned.left.files += session.usage.files;
  }
  for (StoredSession& session : *sessions) {
    const bool old = session.last_alive < rules.oldest;
    if (!may_go(session) || (!old && pruned.left.bytes <= rules.bytes)) continue;
    if (!dry)
      if (auto removed = remove_session(state_dir, session.name); !removed)
        return forward(removed.error());
    pruned.left.bytes -= session.usage.bytes;
    pruned.left.files -= session.usage.files;
    pruned.sessions.push_back(std::move(session));
  }
  return pruned;
}

}  // namespace guard::supervisor
