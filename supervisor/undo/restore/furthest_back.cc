// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/furthest_back.h"

#include "base/clock.h"

namespace guard::supervisor {
namespace {

bool gives_content(UndoDeed deed) {
  return deed == UndoDeed::kModify || deed == UndoDeed::kDelete || deed == UndoDeed::kReplace;
}

void keep_first(std::map<ObjectKey, const UndoEntry*>& firsts, const UndoEntry& entry) {
  const auto [found, is_new] = firsts.try_emplace(entry.object.key, &entry);
  if (!is_new && entry.number < found->second->number) found->second = &entry;
}

}  // namespace

FurthestBack::FurthestBack(const History& history) : history_(history) {
  for (const UndoEntry& entry : history.entries)
    if (history.undone.contains(entry.number)) note(entry);
}

void FurthestBack::note(const UndoEntry& given_back) {
  if (gives_content(given_back.deed)) keep_first(content_, given_back);
  if (gives_content(given_back.deed) || given_back.deed == UndoDeed::kMetadata)
    keep_first(metadata_, given_back);
}

// An act that a living session did after that is given back to the state that it found.
const UndoEntry* FurthestBack::before(const std::map<ObjectKey, const UndoEntry*>& firsts,
                                      const UndoEntry& entry) const {
  const auto found = firsts.find(entry.object.key);
  if (found == firsts.end() || found->second->number >= entry.number) return nullptr;
  const auto since = history_.given_back.find(found->second->number);
  const auto happened = parse_iso_time(entry.time);
  if (since != history_.given_back.end() && (!happened || since->second <= *happened))
    return nullptr;
  return found->second;
}

bool FurthestBack::has_older_content(const UndoEntry& entry) const {
  return before(content_, entry) != nullptr;
}

const ObjectRecord& FurthestBack::metadata(const UndoEntry& entry) const {
  const UndoEntry* first = before(metadata_, entry);
  return first == nullptr ? entry.object : first->object;
}

}  // namespace guard::supervisor
