// SPDX-License-Identifier: Apache-2.0
// How many audit records a second reach the database (target: 50,000 sustained).
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "supervisor/audit/store/recorder.h"

namespace guard::supervisor {
namespace {

AuditRecord sample_record() {
  AuditRecord record;
  record.user_id = "user";
  record.tool_name = "delete";
  record.result_summary = "delete /home/user/project/build/main.o";
  record.risk_tier = 1;
  record.approval_status = "auto";
  record.category = "fs_delete_overwrite";
  record.categories = {record.category};
  record.rule = "tier1";
  record.decision = "allow";
  record.act = "delete";
  record.syscall = "unlinkat";
  record.objects = {"/home/user/project/build/main.o"};
  record.cwd = "/home/user/project";
  record.exe = "/usr/bin/rm";
  record.pid = 4711;
  record.chain = {"4711 rm", "4700 make", "4600 bash"};
  record.level = "mediated";
  record.outcome = "done";
  return record;
}

void record_acts(benchmark::State& state) {
  std::string folder = (std::filesystem::temp_directory_path() / "guard-bench-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return state.SkipWithError("mkdtemp");
  {
    auto recorder = Recorder::open(folder, "bench");
    if (!recorder) return state.SkipWithError(recorder.error().text().c_str());
    constexpr int kBurst = 2000;
    for (auto _ : state) {
      for (int i = 0; i < kBurst; ++i) (*recorder)->record(sample_record());
      if (auto written = (*recorder)->write_out(); !written)
        state.SkipWithError(written.error().text().c_str());
    }
    state.SetItemsProcessed(state.iterations() * kBurst);
  }
  std::filesystem::remove_all(folder);
}
BENCHMARK(record_acts)->Unit(benchmark::kMillisecond)->UseRealTime()->MinTime(3);

}  // namespace
}  // namespace guard::supervisor
