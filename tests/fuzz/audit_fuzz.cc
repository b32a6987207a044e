// SPDX-License-Identifier: Apache-2.0
// The bytes of an audit database that somebody has meddled with: read, counted and exported without
// harm, or refused with an error. First byte even: the rest is the file. Odd: a sound database,
// changed by what follows, three bytes each: where (little-endian), what stands there.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "supervisor/audit/read/export.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/record/json_text.h"
#include "supervisor/audit/store/recorder.h"
#include "tests/fuzz/input.h"

namespace guard::supervisor {
namespace {

using testing::expect;

// One folder a process, in memory where that can be had.
const std::string& folder() {
  static const std::string path = [] {
    const bool memory = std::filesystem::is_directory("/dev/shm");
    const auto base =
        memory ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path();
    std::string name = (base / "guard-audit-fuzz-XXXXXX").string();
    expect(::mkdtemp(name.data()) != nullptr, "a folder of its own");
    static std::string kept;
    kept = name;
    std::atexit([] {
      std::error_code ignored;
      std::filesystem::remove_all(kept, ignored);
    });
    return name;
  }();
  return path;
}

AuditRecord some_record(int number) {
  AuditRecord record;
  record.request_id = "r" + std::to_string(number);
  record.timestamp = "2026-01-01T00:00:00.000Z";
  record.cwd = "/w";
  record.argv = {"rm", "-rf", "build"};
  record.decision = "deny";
  return record;
}

std::string sound_database() {
  {
    const auto recorder = Recorder::open(folder(), "s");
    expect(recorder.has_value(), "a database is made");
    for (int i = 0; i < 8; ++i) (*recorder)->record(some_record(i));
  }
  std::ifstream file(folder() + "/audit.db", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string database_of(testing::Input input) {
  static const std::string sound = sound_database();
  if (input.byte() % 2 == 0) return input.rest();
  std::string bytes = sound;
  while (!input.empty()) {
    const std::size_t at = input.number(2) % bytes.size();
    bytes[at] = static_cast<char>(input.byte());
  }
  return bytes;
}

void write_database(const std::string& bytes) {
  std::error_code ignored;
  for (const char* rest : {"/audit.db-wal", "/audit.db-shm"})
    std::filesystem::remove(folder() + rest, ignored);
  std::ofstream file(folder() + "/audit.db", std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void read_all() {
  const auto reader = AuditReader::open(folder());
  if (!reader) return;
  std::uint64_t count = 0;
  (void)(*reader)->each({}, [&](const StoredRecord& stored) {
    expect(is_utf8(json_text(to_json(stored))), "a record is JSON, whatever stood there");
    return ++count < 1000;
  });
  (void)(*reader)->stats({});
  std::size_t written = 0;
  (void)export_records(**reader, {}, ExportFormat::kCsv,
                       [&](std::string_view text) -> Result<void> {
                         written += text.size();
                         if (written > (1U << 20)) return fail(Code::kRefused, "enough");
                         return {};
                       });
}

}  // namespace
}  // namespace guard::supervisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  guard::supervisor::write_database(
      guard::supervisor::database_of(guard::testing::Input(data, size)));
  guard::supervisor::read_all();
  return 0;
}
