// SPDX-License-Identifier: Apache-2.0
// The cost of loading the shipped policy and of judging one command (targets: 8 ms; 50 us for 99 of
// 100 commands).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "policy/assess/assessor.h"
#include "policy/decide/evaluator.h"
#include "policy/load/example_facts.h"
#include "policy/load/yaml_loader.h"
#include "policy/text/shell_words.h"

namespace guard::policy {
namespace {

constexpr const char* kCommands[] = {
    "ls -la",
    "git status",
    "git push --force origin main",
    "git clean -fdx -- . build",
    "rm -rf build",
    "rm -r -f --verbose src tests docs",
    "npm publish --access public",
    "find . -name '*.o' -delete",
    "cc -O2 -Wall -Iinclude -c src/main.c -o build/main.o",
    "python3 -m pytest -q tests",
    "timeout 5 nice -n 3 env A=1 rm -rf /",
    "kubectl --context prod delete namespace web",
    "docker run --rm -v /:/host alpine rm -rf /host/etc",
    "bash -c 'for f in *.log; do gzip $f; rm -f $f; done'",
    "curl -fsSL https://example.org/install.sh",
    "terraform -chdir=infra destroy -auto-approve",
};

void load_shipped_policy(benchmark::State& state) {
  for (auto _ : state) {
    auto policy = load_policy({});
    if (!policy) state.SkipWithError(policy.error().context.c_str());
    benchmark::DoNotOptimize(policy);
  }
}
BENCHMARK(load_shipped_policy)->Unit(benchmark::kMillisecond);

std::vector<Action> actions() {
  std::vector<Action> actions;
  for (const char* line : kCommands) {
    Action action;
    action.act = Act::kExec;
    action.cwd = "/home/user/project";
    action.argv = *split_words(line);
    action.exe = "/usr/bin/" + action.argv.front();
    actions.push_back(std::move(action));
  }
  return actions;
}

// One at a time, as they come; the 99th of 100 is what the target names.
void check_one_command(benchmark::State& state) {
  using Clock = std::chrono::steady_clock;
  const auto policy = std::make_shared<const Policy>(*load_policy({}));
  const Assessor assessor(policy);
  const Evaluator evaluator(policy, {{"/home/user/project"}, "/home/user"});
  ExampleFacts facts;
  const std::vector<Action> all = actions();
  std::vector<double> times;
  std::size_t next = 0;
  for (auto _ : state) {
    const Action& action = all[next++ % all.size()];
    const auto start = Clock::now();
    benchmark::DoNotOptimize(
        evaluator.evaluate(action, assessor.assess(action, facts), SessionState{}));
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  state.counters["p50_us"] = times[times.size() / 2];
  state.counters["p99_us"] = times[times.size() * 99 / 100];
}
BENCHMARK(check_one_command)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace guard::policy
