// SPDX-License-Identifier: Apache-2.0
// A file in the store as it was may change now because somebody still holds it: the store parts
// from it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

// A file that was kept as it was may be opened again by whoever holds it: from now on a copy is
// kept.
Result<void> UndoStore::part_from(const ObjectKey& key, int held, const CopyProgress& progress) {
  std::vector<std::uint64_t> numbers;
  {
    const std::lock_guard lock(mutex_);
    const auto found = originals_.find(key);
    if (found == originals_.end()) return {};
    numbers = found->second;
  }
  struct stat status {};
  if (::fstat(held, &status) != 0) return fail_errno("look at it");
  for (const std::uint64_t number : numbers) {
    if (!S_ISREG(status.st_mode)) {
      if (auto let = let_go(number); !let) return let;
      continue;
    }
    if (auto copied = replace_by_copy(number, held, progress); !copied) return copied;
  }
  const std::lock_guard lock(mutex_);
  originals_.erase(key);
  return {};
}

// An object without content is made anew.
Result<void> UndoStore::let_go(std::uint64_t number) {
  if (auto told = journal_.append({{"content_of", number}, {"content", ""}}); !told) return told;
  ::unlinkat(content_.get(), std::to_string(number).c_str(), 0);
  const std::lock_guard lock(mutex_);
  if (const auto found = open_.find(number); found != open_.end()) found->second = {};
  return {};
}

Result<void> UndoStore::replace_by_copy(std::uint64_t number, int held,
                                        const CopyProgress& progress) {
  const std::string copy = std::to_string(next_.fetch_add(1));
  if (auto copied = copy_into(held, copy, progress); !copied) return copied;
  const std::string content = name_ + "/content/" + copy;
  if (auto told = journal_.append({{"content_of", number}, {"content", content}}); !told) {
    ::unlinkat(content_.get(), copy.c_str(), 0);
    return told;
  }
  ::unlinkat(content_.get(), std::to_string(number).c_str(), 0);
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(number);
  if (found == open_.end()) return {};
  found->second.content = content;
  found->second.is_original = false;
  return {};
}

}  // namespace guard::supervisor
