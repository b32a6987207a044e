// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/export_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/text.h"
#include "base/unique_fd.h"
#include "base/uuid.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kBlock = 1U << 16U;

struct Target {
  UniqueFd file;
  std::string draft;  // what is written; the name itself for a pipe or a device
};

Result<Target> open_target(const std::string& path) {
  struct stat found {};
  const bool special = ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode);
  const std::string draft = special ? path : path + "." + make_uuid();
  const int flags = special ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL;
  UniqueFd file(::open(draft.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.valid()) return fail_errno(safe_text(path));
  return Target{std::move(file), draft};
}

Result<void> write_all(const UniqueFd& file, const std::string& path, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail_errno(safe_text(path));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> write_records(AuditReader& reader, const AuditFilter& filter, ExportFormat format,
                           const UniqueFd& file, const std::string& path) {
  std::string block;
  const auto result =
      export_records(reader, filter, format, [&](std::string_view text) -> Result<void> {
        block += text;
        if (block.size() < kBlock) return {};
        const auto written = write_all(file, path, block);
        block.clear();
        return written;
      });
  return result ? write_all(file, path, block) : result;
}

}  // namespace

Result<void> export_to_file(AuditReader& reader, const AuditFilter& filter, ExportFormat format,
                            const std::string& path) {
  const auto target = open_target(path);
  if (!target) return forward(target.error());
  auto result = write_records(reader, filter, format, target->file, path);
  if (target->draft == path) return result;
  if (result && ::rename(target->draft.c_str(), path.c_str()) != 0) {
    result = fail_errno(safe_text(path));
  }
  if (!result) ::unlink(target->draft.c_str());
  return result;
}

}  // namespace guard::supervisor
