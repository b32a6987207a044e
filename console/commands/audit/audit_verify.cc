// SPDX-License-Identifier: Apache-2.0
// guard audit verify: 0 every chain holds, 1 one does not or could not be read, 2 usage.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/text/text.h"
#include "console/audit/audit_options.h"
#include "console/commands/audit/audit_commands.h"
#include "console/help/option_help.h"
#include "console/output/printed_json.h"
#include "console/session/run_names.h"
#include "supervisor/audit/keep/verifier.h"
#include "supervisor/audit/store/head_file.h"
#include "supervisor/audit/store/private_folder.h"
#include "supervisor/audit/store/schema.h"

namespace guard::console {
namespace {

using supervisor::Flaw;
using supervisor::OpenToOthers;
using supervisor::SessionState;
using supervisor::SessionVerdict;
using OrderedJson = nlohmann::ordered_json;

constexpr OptionRow kVerifyRows[] = {
    {"session", 's', "SESSION", "only this session"}, kJsonRow, kStateDirRow};
constexpr OptionTable kVerifyTable = {
    .command = "audit verify",
    .summary = "whether any record was changed, taken out, moved, or cut off at the end",
    .operands = "",
    .rows = kVerifyRows,
    .max_operands = 0,
    .example = "guard audit verify",
};

struct Tally {
  std::uint64_t sessions = 0;
  std::uint64_t links = 0;
  std::uint64_t bad = 0;
  std::uint64_t open = 0;
  std::uint64_t pruned = 0;
  std::uint64_t rotated = 0;
  std::uint64_t without_head = 0;
  bool no_heads = false;  // not one is there, though there are sessions

  void count(const SessionVerdict& verdict) {
    if (verdict.flaw != Flaw::kNone) ++bad;
    const bool is_rotated = verdict.state == SessionState::kRotated;
    if (is_rotated || verdict.state == SessionState::kPruned) {
      ++(is_rotated ? rotated : pruned);
      return;
    }
    ++sessions;
    links += verdict.links;
    // Where the end was cut off nobody knows whether the session closed.
    if (verdict.state == SessionState::kOpen && verdict.flaw != Flaw::kCutTail) ++open;
    if (!verdict.has_head) ++without_head;
  }
};

std::string bad_line(const SessionVerdict& verdict) {
  std::string text = "BAD  " + safe_text(verdict.session) + "  link " +
                     std::to_string(verdict.seq) + ": " + name_of(verdict.flaw) + ": " +
                     safe_text(verdict.detail);
  if (!verdict.request_id.empty()) text += "  (record " + safe_text(verdict.request_id) + ")";
  return text + "\n";
}

OrderedJson verdict_json(const SessionVerdict& verdict) {
  OrderedJson out = {{"session", verdict.session},
                     {"state", name_of(verdict.state)},
                     {"links", verdict.links},
                     {"head", verdict.has_head},
                     {"ok", verdict.flaw == Flaw::kNone}};
  if (verdict.state == SessionState::kRotated) out["archive"] = verdict.detail;
  if (verdict.flaw == Flaw::kNone) return out;
  out["flaw"] = name_of(verdict.flaw);
  out["seq"] = verdict.seq;
  out["request_id"] = verdict.request_id;
  out["detail"] = verdict.detail;
  return out;
}

// A state folder that lost all of them says so, and a copy without them.
constexpr const char* kNoHeads =
    "no head file is there at all: whether an end was cut off, or whole sessions were taken out, "
    "cannot be verified";

bool has_no_heads(const std::string& state, const Tally& tally) {
  if (tally.without_head == 0) return false;
  const auto heads = supervisor::read_heads(state);
  return heads && heads->empty();
}

std::string verdict_text(const Tally& tally) {
  if (tally.bad != 0) return count_text(tally.bad, "session is", "sessions are") + " bad";
  if (tally.no_heads) return "no link is bad";
  return tally.without_head == 0 ? "nothing is wrong" : "nothing is wrong as far as can be told";
}

std::string tally_text(const Tally& tally) {
  std::string text = count_text(tally.links, "link", "links") + " of " +
                     count_text(tally.sessions, "session", "sessions") + " hold; " +
                     verdict_text(tally) + "\n";
  const auto add = [&text](std::uint64_t count, const char* what) {
    if (count != 0) text += std::to_string(count) + " " + what + "\n";
  };
  add(tally.open, "not closed: still running, or killed");
  add(tally.pruned, "pruned, as a record says");
  add(tally.rotated, "rotated to an archive, as a record says (guard audit list --act audit)");
  if (tally.no_heads) return text + "BAD  " + kNoHeads + "\n";
  add(tally.without_head, "without a head file: a cut tail would not be seen");
  return text;
}

std::vector<OpenToOthers> open_of(const std::string& state) {
  return supervisor::open_to_others(
      {state, state + "/" + supervisor::kDatabaseName, state + "/" + supervisor::kHeadsFolder});
}

// A user who may write there can make chains that hold: nobody can say then what the record was.
bool is_anybodys(const std::vector<OpenToOthers>& open) {
  return std::any_of(open.begin(), open.end(),
                     [](const OpenToOthers& one) { return one.is_writable; });
}

std::string open_text(const OpenToOthers& open) {
  return safe_text(open.path) + ": open to other users (mode " + open.mode + "): they may have " +
         (open.is_writable ? "written the record anew"
                           : "read it, and no session writes there until it is private");
}

Result<void> print_open(const std::vector<OpenToOthers>& open) {
  Result<void> printed;
  for (const OpenToOthers& one : open)
    if (printed) printed = print((one.is_writable ? "BAD  " : "warning: ") + open_text(one) + "\n");
  return printed;
}

// A look that came to no end says so, and nothing of what it did not see.
std::string summary_text(const Tally& tally, OrderedJson sessions,
                         const std::vector<OpenToOthers>& open, const Result<void>& verified) {
  auto warnings = OrderedJson::array();
  for (const OpenToOthers& one : open) warnings.push_back(open_text(one));
  if (tally.no_heads) warnings.push_back(kNoHeads);
  OrderedJson out = {{"ok", verified && tally.bad == 0 && !tally.no_heads && !is_anybodys(open)},
                     {"warnings", std::move(warnings)},
                     {"links", tally.links},
                     {"bad", tally.bad},
                     {"open", tally.open},
                     {"pruned", tally.pruned},
                     {"rotated", tally.rotated},
                     {"sessions", std::move(sessions)}};
  if (!verified) out["error"] = verified.error().text();
  return printed_json(out, 2) + "\n";
}

// Sessions of one name write one chain: of NAME~1 that is verified.
std::string chain_named(const ParsedOptions& options) {
  const std::string name = options.get("session");
  if (name.empty()) return name;
  const auto reader = open_reader(options);
  if (!reader) return name;  // verification says why
  supervisor::AuditFilter filter;
  return choose_run(**reader, name, filter) ? filter.session : name;
}

// Sessions that did something a moment ago, and have no end on record yet.
bool some_may_be_ending(supervisor::AuditReader& reader) {
  constexpr auto kMoment = std::chrono::seconds(1);
  constexpr std::uint64_t kMost = 10'000;
  supervisor::AuditFilter filter;
  filter.since = iso_time(std::chrono::system_clock::now() - kMoment);
  filter.limit = kMost;
  std::set<std::string> open;
  const auto read = reader.each(filter, [&open](const supervisor::StoredRecord& stored) {
    if (stored.record.kind == supervisor::kKindEnd) {
      open.erase(stored.record.session_id);
    } else {
      open.insert(stored.record.session_id);
    }
    return true;
  });
  return read && !open.empty();
}

// `guard run` returns with its command, and the session's last link comes some milliseconds later:
// whoever verifies in the next line means that too.
void wait_for_endings(const ParsedOptions& options) {
  constexpr int kTries = 30;
  constexpr auto kPause = std::chrono::milliseconds(10);
  const auto reader = open_reader(options);
  for (int i = 0; reader && i < kTries && some_may_be_ending(**reader); ++i)
    std::this_thread::sleep_for(kPause);
}

}  // namespace

int audit_verify(const Words& words) {
  const auto options = parse_or_explain(kVerifyTable, words);
  if (!options) return options.error();
  const auto state = state_folder(*options);
  if (!state) return finish(kVerifyTable, forward(state.error()));
  const bool json = options->has("json");
  wait_for_endings(*options);
  Tally tally;
  auto list = OrderedJson::array();
  Result<void> printed;
  LongWork work("audit verify", "links");
  const auto verified = supervisor::verify_audit(
      {*state, chain_named(*options), work.watch()}, [&](const SessionVerdict& verdict) {
        tally.count(verdict);
        if (json) list.push_back(verdict_json(verdict));
        if (!json && printed && verdict.flaw != Flaw::kNone) printed = print(bad_line(verdict));
      });
  work.clear();
  const bool nothing =
      options->has("session") && tally.sessions + tally.pruned + tally.rotated == 0;
  if (verified && nothing)
    return complain(kNotDone, "audit verify: no session " + safe_text(options->get("session")));
  const auto open = open_of(*state);
  tally.no_heads = verified && has_no_heads(*state, tally);
  const bool ok = verified && tally.bad == 0 && !tally.no_heads && !is_anybodys(open);
  if (printed && json) printed = print(summary_text(tally, std::move(list), open, verified));
  if (printed && !json && verified) printed = print_open(open);
  if (printed && !json && verified) printed = print(tally_text(tally));
  const int status = finish(kVerifyTable, verified ? printed : verified, work);
  return status != 0 ? status : (ok ? kDone : kNotDone);
}

}  // namespace guard::console
