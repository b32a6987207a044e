// SPDX-License-Identifier: Apache-2.0
#include "console/review/patch_folders.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "supervisor/undo/store/content.h"

namespace guard::console {

// Not where TMPDIR says: that may lie in the workspace.
Result<std::unique_ptr<PatchFolders>> PatchFolders::make() {
  std::string path = "/tmp/guard-review-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return fail_errno("make a folder in /tmp");
  std::unique_ptr<PatchFolders> folders(new PatchFolders(std::move(path)));
  for (const char* side : {"/a", "/b"})
    if (::mkdir((folders->path_ + side).c_str(), S_IRWXU) != 0) return fail_errno("make a folder");
  return folders;
}

PatchFolders::~PatchFolders() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

// git compares them in the order of their names.
std::string PatchFolders::place(Side side, std::size_t number) const {
  constexpr std::size_t kDigits = 10;
  const std::string text = std::to_string(number);
  const std::string zeros(kDigits - std::min(kDigits, text.size()), '0');
  return path_ + (side == Side::kOld ? "/a/" : "/b/") + zeros + text;
}

Result<void> PatchFolders::lay_file(Side side, std::size_t number, int content, unsigned mode) {
  const mode_t rights = (mode & S_IXUSR) != 0 ? S_IRWXU : S_IRUSR | S_IWUSR;
  const UniqueFd file(
      ::open(place(side, number).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights));
  if (!file.valid()) return fail_errno("write into /tmp");
  return supervisor::copy_content(content, file.get(), {});
}

Result<void> PatchFolders::lay_link(Side side, std::size_t number, const std::string& text) {
  if (::symlink(text.c_str(), place(side, number).c_str()) != 0)
    return fail_errno("write into /tmp");
  return {};
}

}  // namespace guard::console
