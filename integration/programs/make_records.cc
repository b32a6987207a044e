// SPDX-License-Identifier: Apache-2.0
// make_records FOLDER COUNT [SESSIONS]: a record of COUNT acts, written by guard's own recorder as
// sessions would: one act in a thousand an intent that is durable before its outcome, one in 211
// asked about, every session closed. Prints how long that took: {"records": N, "seconds": S,
// "intents": N, "intent_seconds": S}.
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/uuid.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/audit/store/recorder.h"

namespace {

using guard::supervisor::AuditRecord;
using guard::supervisor::Recorder;
using Clock = std::chrono::steady_clock;

struct Kind {
  const char* act;
  const char* syscall;
  const char* category;
  const char* program;
  int tier;
};
constexpr std::array<Kind, 5> kKinds = {{
    {"exec", "execve", "", "cc", 0},
    {"delete", "unlinkat", "FS_DELETE_OVERWRITE", "rm", 1},
    {"modify", "openat", "FS_DELETE_OVERWRITE", "python3", 1},
    {"rename", "renameat2", "FS_DELETE_OVERWRITE", "mv", 1},
    {"connect", "connect", "NETWORK_RISK", "curl", 2},
}};

constexpr unsigned long kAskedEvery = 211;

// A question of its own, that most people approve.
void ask(AuditRecord& record, unsigned long number) {
  const bool is_denied = number % (4 * kAskedEvery) == 0;
  record.approval_id = guard::make_uuid();
  record.approval_status = is_denied ? "denied" : "approved";
  record.decision = is_denied ? "deny" : "ask";
  record.outcome = is_denied ? "refused" : "done";
  record.argv = {"rm", "-rf", record.objects.front()};
}

AuditRecord record_number(unsigned long number) {
  const Kind& kind = kKinds[number % kKinds.size()];
  const std::string object = "/home/user/project/module_" + std::to_string(number / 1000 % 100) +
                             "/file_" + std::to_string(number) + ".c";
  AuditRecord record;
  record.user_id = "user";
  record.tool_name = kind.act;
  record.act = kind.act;
  record.syscall = kind.syscall;
  record.category = kind.category;
  if (!record.category.empty()) record.categories = {record.category};
  record.risk_tier = kind.tier;
  record.decision = number % 97 == 0 ? "deny" : "allow";
  record.approval_status = "auto";
  record.rule = "fs.delete";
  record.reason = "deletes what existed before";
  record.result_summary = std::string(kind.program) + " " + object;
  record.objects = {object};
  if (kind.tier == 0) record.argv = {kind.program, "-O2", "-c", object, "-o", object + ".o"};
  record.args_hash = std::string(64, 'a');
  record.cwd = "/home/user/project";
  record.exe = std::string("/usr/bin/") + kind.program;
  record.pid = static_cast<int>(number % 30000) + 2;
  record.chain = {"4711 " + std::string(kind.program), "4700 make", "4600 bash"};
  record.effect = {{"files", 1}, {"bytes", 4096}};
  record.level = "verified";
  record.outcome = number % 97 == 0 ? "refused" : "done";
  if (number % kAskedEvery == 0) ask(record, number);
  return record;
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const unsigned long count = std::strtoul(argv[2], nullptr, 10);
  const unsigned long sessions = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 10;
  constexpr unsigned long kIntentEvery = 1000;
  constexpr unsigned long kBurst = 4096;
  const auto begin = Clock::now();
  double waited = 0;
  unsigned long intents = 0;
  for (unsigned long session = 0; session < sessions; ++session) {
    const auto recorder = Recorder::open(argv[1], "session" + std::to_string(session));
    if (!recorder) return std::fprintf(stderr, "%s\n", recorder.error().text().c_str()), 1;
    for (unsigned long number = session; number < count; number += sessions) {
      AuditRecord record = record_number(number);
      if (number / sessions % kIntentEvery == 0) {
        record.request_id = guard::make_uuid();
        const auto asked = Clock::now();
        if (const auto stored = (*recorder)->store_intent(record); !stored)
          return std::fprintf(stderr, "%s\n", stored.error().text().c_str()), 1;
        waited += seconds_since(asked);
        ++intents;
        (*recorder)->store_outcome({record.request_id, "done", 0, 3, ""});
      } else {
        (*recorder)->record(std::move(record));
      }
      if (number / sessions % kBurst == 0 && !(*recorder)->write_out()) return 1;
    }
    if (!guard::supervisor::close_record(**recorder)) return 1;
  }
  std::printf("{\"records\": %lu, \"seconds\": %.3f, \"intents\": %lu, \"intent_seconds\": %.3f}\n",
              count, seconds_since(begin), intents, waited);
  return 0;
}
