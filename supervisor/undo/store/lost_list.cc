// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/lost_list.h"

#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "supervisor/undo/store/entry.h"
#include "supervisor/undo/store/journal.h"

namespace guard::supervisor {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string line_of(const LostObject& object) {
  OrderedJson line = {{"kind", name_of(object.kind)}, {"path", bytes_to_json(object.path)}};
  if (!object.question.empty()) line["question"] = object.question;
  if (object.after != 0) line["after"] = object.after;
  return line.dump() + "\n";
}

}  // namespace

const char* name_of(LostKind kind) {
  return kind == LostKind::kBuilt ? "built" : "unsaved";
}

void LostList::add(const LostObject& object) {
  const std::lock_guard lock(mutex_);
  if (count_ > kMost) return;
  if (!file_.valid())
    file_.reset(
        ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
  const std::string line =
      count_++ < kMost ? line_of(object) : OrderedJson({{"more", true}}).dump() + "\n";
  (void)!::write(file_.get(), line.data(), line.size());
}

LostObjects read_lost_list(const std::string& path) {
  LostObjects lost;
  std::unordered_map<std::string, std::size_t> known;
  const auto read = read_journal(path, [&](const nlohmann::json& line) {
    if (!line.is_object() || !line.contains("path")) {
      lost.complete = false;
      return;
    }
    const LostKind kind =
        line.value("kind", "") == name_of(LostKind::kBuilt) ? LostKind::kBuilt : LostKind::kUnsaved;
    LostObject object{kind, bytes_from_json(line["path"]), line.value("question", ""),
                      line.value("after", std::uint64_t{0})};
    const auto [found, is_new] = known.try_emplace(object.path, lost.objects.size());
    if (is_new)
      lost.objects.push_back(std::move(object));
    else
      lost.objects[found->second].after = object.after;
  });
  lost.complete = lost.complete && read && read->damaged == 0;
  return lost;
}

}  // namespace guard::supervisor
