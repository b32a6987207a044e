// SPDX-License-Identifier: Apache-2.0
#include "supervisor/state/state_format.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/files/folder_format.h"
#include "base/text/text.h"
#include "policy/paths/path_class.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/kept_secrets.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {
namespace {

// "SESSION/content/7" -> "7".
std::string name_of_content(const std::string& content) {
  return content.substr(content.rfind('/') + 1);
}

Result<void> note_all_of(const std::string& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder + "/content", error), end;
       !error && entry != end; entry.increment(error))
    if (auto noted = note_kept_secret(folder, entry->path().filename().string()); !noted)
      return noted;
  if (error && error.value() != ENOENT) return fail_with(error.value(), safe_text(folder));
  return {};
}

Result<void> note_secrets_of(const std::string& state, const StoredSession& session,
                             const policy::PathClassifier& classifier) {
  const std::string folder = undo_root(state) + "/" + session.name;
  const auto history = read_history(state, session);
  // Nobody can say which of its contents were of secrets.
  if (!history || history->damaged > 0) return note_all_of(folder);
  for (const UndoEntry& entry : history->entries) {
    if (entry.content.empty()) continue;
    const auto kind = classifier.classify(entry.path, policy::ObjectType::kFile);
    if (kind != policy::PathClass::kSecret) continue;
    if (auto noted = note_kept_secret(folder, name_of_content(entry.content)); !noted) return noted;
  }
  return {};
}

// By their names alone: what else made it a secret then, nobody has written down.
Result<void> note_secrets_kept_before(const std::string& state, const std::string& home) {
  policy::PathRoots roots;
  roots.home = home;
  const policy::PathClassifier classifier(std::move(roots));
  const auto sessions = stored_sessions(state);
  if (!sessions) return forward(sessions.error());
  for (const StoredSession& session : *sessions)
    if (auto noted = note_secrets_of(state, session, classifier); !noted) return noted;
  return {};
}

}  // namespace

Result<void> check_formats(const std::string& state_folder, const std::string& config_folder) {
  if (auto known = check_format(state_folder, kStateFormat); !known) return known;
  return check_format(config_folder, kConfigFormat);
}

Result<void> take_over_state(const std::string& state_folder, const std::string& home) {
  const std::array steps = {FormatStep{
      1, [&home](const std::string& folder) { return note_secrets_kept_before(folder, home); }}};
  static_assert(steps.size() + 1 == kStateFormat);
  return bring_to_format(state_folder, kStateFormat, steps);
}

}  // namespace guard::supervisor
