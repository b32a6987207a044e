// SPDX-License-Identifier: Apache-2.0
// The memory that ten thousand waiting questions take (target: 64 MiB).
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <string>

#include "supervisor/approval/broker.h"

namespace guard::supervisor {
namespace {

Question sample_question(int number) {
  Question question;
  question.session_id = "bench";
  question.tier = 2;
  question.what = "rm -rf ./src" + std::to_string(number) + "  (3 directories, 12 files, 4.2 kB)";
  question.why = "bash -c 'make clean' > make > rm";
  question.risk = "Deletes files that existed before this session.";
  question.changes = {"/home/user/project/src" + std::to_string(number)};
  return question;
}

void ten_thousand_waiting(benchmark::State& state) {
  constexpr int kQuestions = 10000;
  for (auto _ : state) {
    const auto before = mallinfo2().uordblks;
    Broker broker([] { return std::chrono::system_clock::now(); },
                  {.per_second = kQuestions, .at_once = kQuestions});
    for (int i = 0; i < kQuestions; ++i) {
      if (!broker.ask(sample_question(i), [](const Settled&) {})) state.SkipWithError("refused");
    }
    state.counters["MiB"] = static_cast<double>(mallinfo2().uordblks - before) / (1U << 20);
  }
}
BENCHMARK(ten_thousand_waiting)->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
}  // namespace guard::supervisor
