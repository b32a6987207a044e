// SPDX-License-Identifier: Apache-2.0
#include "console/review/item_contents.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "supervisor/undo/store/held_place.h"

namespace guard::console {
namespace {

bool is_file(const UniqueFd& held) {
  struct stat status {};
  return ::fstat(held.get(), &status) == 0 && S_ISREG(status.st_mode);
}

// Where it was moved, or only its rights changed, the file itself has the old content still.
UniqueFd hold_old(const std::string& root, const ReviewItem& item) {
  if (item.before.empty()) return hold_nothing();
  if (!item.content.empty()) return hold_content(root, item.content);
  if (!item.content_at.empty()) return supervisor::hold_object(item.content_at);
  return item.same_content ? supervisor::hold_object(item.now) : UniqueFd();
}

}  // namespace

UniqueFd hold_content(const std::string& root, const std::string& content) {
  return UniqueFd(::open((root + "/" + content).c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
}

UniqueFd hold_nothing() {
  return UniqueFd(::memfd_create("nothing", MFD_CLOEXEC));
}

Result<ItemContents> hold_contents(const std::string& root, const ReviewItem& item) {
  if (item.is_secret) return fail(Code::kRefused, "its content is a secret's");
  const bool had_file = item.before.empty() || item.old.is_file();
  const bool has_file = item.now.empty() || item.there.is_file();
  if (!had_file || !has_file) return fail(Code::kRefused, "it is no file");
  ItemContents contents{hold_old(root, item),
                        item.now.empty() ? hold_nothing() : supervisor::hold_object(item.now)};
  if (!contents.old.valid() || !is_file(contents.old))
    return fail(Code::kNotFound, "what it was is not in the store");
  if (!contents.now.valid() || !is_file(contents.now))
    return fail(Code::kRefused, "it is no file now");
  return contents;
}

Result<UniqueFd> open_to_read(const UniqueFd& held) {
  if (!is_file(held)) return fail(Code::kRefused, "it is no file now");
  UniqueFd file(::open(supervisor::held_path(held.get()).c_str(),
                       O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.valid()) return fail_errno("read it");
  return file;
}

}  // namespace guard::console
