// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/export_file.h"

#include "supervisor/audit/store/whole_file.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kBlock = 1U << 16U;

Result<void> write_records(AuditReader& reader, const AuditFilter& filter, ExportFormat format,
                           WholeFile& file) {
  std::string block;
  const auto result =
      export_records(reader, filter, format, [&](std::string_view text) -> Result<void> {
        block += text;
        if (block.size() < kBlock) return {};
        const auto written = file.write(block);
        block.clear();
        return written;
      });
  return result ? file.write(block) : result;
}

}  // namespace

Result<void> export_to_file(AuditReader& reader, const AuditFilter& filter, ExportFormat format,
                            const std::string& path) {
  auto file = WholeFile::open(path);
  if (!file) return forward(file.error());
  const auto result = write_records(reader, filter, format, *file);
  return result ? file->keep() : result;
}

}  // namespace guard::supervisor
