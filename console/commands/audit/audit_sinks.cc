// SPDX-License-Identifier: Apache-2.0
// guard audit sinks: copies of the record: how far each sink has got it, sending what is left,
// proving that all of it came.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/audit/audit_options.h"
#include "console/audit/sinks_here.h"
#include "console/commands/audit/audit_commands.h"
#include "console/help/manual_page.h"
#include "console/help/option_help.h"
#include "console/help/subcommands.h"
#include "console/output/printed_json.h"
#include "console/output/text_table.h"
#include "supervisor/sinks/sink_sender.h"
#include "supervisor/sinks/sink_verifier.h"

namespace guard::console {
namespace {

using supervisor::SinkPlan;
using OrderedJson = nlohmann::ordered_json;

constexpr OptionRow kStateRow = {"state-dir", 0, "DIR", "where guard keeps its state"};
constexpr OptionRow kPolicyRow = {"policy", 0, "FILE", "this policy instead of the usual files"};

// --- list ------------------------------------------------------------------------------------

constexpr OptionRow kListRows[] = {kJsonRow, kPolicyRow, kStateRow};
constexpr OptionTable kListTable = {
    .command = "audit sinks list",
    .summary = "how far each sink has got the record, and what failed last",
    .operands = "",
    .rows = kListRows,
    .max_operands = 0,
    .example = "guard audit sinks",
};

std::string note_of(const SinkStanding& standing) {
  if (standing.type.empty()) return "no policy here names it (guard audit sinks forget)";
  const std::string trouble = trouble_of(standing);
  const std::string since =
      standing.state.error_since.empty() ? "" : " (since " + standing.state.error_since + ")";
  return trouble.empty() ? "" : "failed: " + trouble + since;
}

std::string list_text(const std::vector<SinkStanding>& standings) {
  std::vector<TableRow> rows = {{{"SINK", "TYPE", "SENT", "BEHIND", "LAST", "CURSOR"}, "TO"}};
  for (const SinkStanding& standing : standings) {
    const auto& state = standing.state;
    rows.push_back(
        {{safe_text(standing.name), standing.type, std::to_string(state.sent),
          std::to_string(standing.behind),
          state.sent_at.empty() ? "never" : state.sent_at.substr(0, 19) + "Z",
          state.seq == 0 ? "-" : safe_text(state.session) + "#" + std::to_string(state.seq)},
         safe_text(standing.destination)});
  }
  std::string text = table_text(rows, screen_columns());
  for (const SinkStanding& standing : standings) {
    const std::string name = safe_text(standing.name) + ": ";
    if (const std::string note = note_of(standing); !note.empty())
      text += name + safe_text(note) + "\n";
    if (!standing.state.refused.empty())
      text += name + "refused at " + safe_text(standing.state.refused) + "\n";
  }
  return text;
}

int list(const Words& words) {
  const auto options = parse_or_explain(kListTable, words);
  if (!options) return options.error();
  const auto state = state_folder(*options);
  if (!state) return finish(kListTable, forward(state.error()));
  const auto plans = sinks_here(options->get("policy"));
  if (!plans) return finish(kListTable, forward(plans.error()));
  const auto standings = sink_standings(*plans, *state);
  if (!standings) return finish(kListTable, forward(standings.error()));
  if (options->has("json")) {
    OrderedJson all = OrderedJson::array();
    for (const SinkStanding& standing : *standings) all.push_back(json_of(standing));
    return finish(kListTable, print(printed_json(all, 2) + "\n"));
  }
  if (standings->empty())
    return finish(kListTable, print("no sink is set (audit.sinks in the policy, docs/sinks.md)\n"));
  return finish(kListTable, print(list_text(*standings)));
}

// --- send ------------------------------------------------------------------------------------

constexpr OptionRow kSendRows[] = {kPolicyRow, kStateRow};
constexpr OptionTable kSendTable = {
    .command = "audit sinks send",
    .summary = "send what the sinks have not got yet; no session need run",
    .operands = "[SINK]...",
    .rows = kSendRows,
    .example = "guard audit sinks send",
    .statuses = "exit status: 0 all was sent, 1 some was not, 2 usage"};

struct Sent {
  std::uint64_t records = 0;
  bool is_elsewhere = false;
};

Result<Sent> send_all(const SinkPlan& plan, const std::string& state) {
  supervisor::SinkSender sender(plan, state);
  Sent sent;
  while (true) {
    const auto step = sender.step();
    if (!step) return forward(step.error());
    sent.records += step->sent;
    sent.is_elsewhere = step->is_elsewhere;
    if (step->is_all) return sent;
  }
}

// False: some records wait.
bool tell_sent(const std::string& name, const Result<Sent>& sent) {
  const std::string line = !sent ? "failed: " + sent.error().text()
                           : sent->is_elsewhere
                               ? "a session sends it"
                               : count_text(sent->records, "record", "records") + " sent";
  std::printf("%s: %s\n", safe_text(name).c_str(), safe_text(line).c_str());
  return sent.has_value();
}

int send(const Words& words) {
  const auto options = parse_or_explain(kSendTable, words);
  if (!options) return options.error();
  const auto state = state_folder(*options);
  if (!state) return finish(kSendTable, forward(state.error()));
  const auto plans = sinks_here(options->get("policy"));
  if (!plans) return finish(kSendTable, forward(plans.error()));
  const Words& wanted = options->operands();
  for (const std::string& name : wanted)
    if (std::ranges::none_of(*plans, [&](const auto& plan) { return plan.sink.name == name; }))
      return complain(kNotDone, "audit sinks send: no policy here names a sink " + safe_text(name));
  bool all = true;
  for (const SinkPlan& plan : *plans) {
    const std::string& name = plan.sink.name;
    const bool is_wanted = wanted.empty() || std::ranges::count(wanted, name) > 0;
    if (is_wanted) all = tell_sent(name, send_all(plan, *state)) && all;
  }
  if (plans->empty()) std::printf("no sink is set (audit.sinks in the policy, docs/sinks.md)\n");
  const int status = finish(kSendTable, {});
  return status != 0 || all ? status : kNotDone;
}

// --- verify ----------------------------------------------------------------------------------

constexpr OptionRow kVerifyRows[] = {kJsonRow, kStateRow};
constexpr OptionTable kVerifyTable = {
    .command = "audit sinks verify",
    .summary = "whether all of the record that was sent is in FILE, unchanged",
    .operands = "SINK FILE...",
    .rows = kVerifyRows,
    .min_operands = 2,
    .example =
        "guard audit sinks verify local guard.jsonl guard.jsonl.1\n"
        "         zcat *.gz | guard audit sinks verify siem -",
    .statuses = "exit status: 0 it is complete, 1 it is not, 2 usage"};

Result<void> take_lines(std::istream& lines, supervisor::SinkVerifier& verifier) {
  std::string line;
  while (std::getline(lines, line))
    if (!line.empty())
      if (auto taken = verifier.take(line); !taken) return taken;
  return {};
}

Result<void> take_file(const std::string& path, supervisor::SinkVerifier& verifier) {
  if (path == "-") return take_lines(std::cin, verifier);
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail_errno(safe_text(path));
  return take_lines(file, verifier);
}

OrderedJson verdict_json(const supervisor::SinkVerdict& verdict) {
  OrderedJson flaws = OrderedJson::array();
  for (const auto& flaw : verdict.flaws)
    flaws.push_back({{"flaw", flaw.what},
                     {"record", flaw.session + "#" + std::to_string(flaw.seq)},
                     {"detail", flaw.detail}});
  return {
      {"ok", verdict.flaw_count == 0}, {"lines", verdict.lines},    {"records", verdict.records},
      {"again", verdict.again},        {"cut", verdict.cut},        {"others", verdict.others},
      {"expected", verdict.expected},  {"bad", verdict.flaw_count}, {"flaws", std::move(flaws)}};
}

std::string verdict_text(const supervisor::SinkVerdict& verdict) {
  std::string text;
  for (const auto& flaw : verdict.flaws)
    text += "BAD  " + safe_text(flaw.session) + "#" + std::to_string(flaw.seq) + ": " + flaw.what +
            ": " + safe_text(flaw.detail) + "\n";
  if (verdict.flaw_count > verdict.flaws.size())
    text += "and " + std::to_string(verdict.flaw_count - verdict.flaws.size()) + " more\n";
  text += count_text(verdict.records, "record", "records") + " arrived";
  if (verdict.again > 0) text += ", " + std::to_string(verdict.again) + " of them again";
  if (verdict.cut > 0)
    text += ", " + std::to_string(verdict.cut) + " of them cut: their content is not proven";
  if (verdict.others > 0)
    text += ", " + count_text(verdict.others, "line is", "lines are") + " no record";
  text += "; " + count_text(verdict.expected, "link was", "links were") + " sent; ";
  return text + (verdict.flaw_count == 0 ? "complete and unchanged\n" : "not complete\n");
}

Result<supervisor::SinkVerdict> verify(const Words& operands, const std::string& state_dir) {
  const auto folder = supervisor::SinkFolder::find(state_dir);
  if (!folder) return forward(folder.error());
  const auto state = folder->read(operands.front());
  if (!state) return forward(state.error());
  if (state->seq == 0)
    return fail(Code::kNotFound, "nothing was sent to a sink " + safe_text(operands.front()));
  const auto reader = supervisor::AuditReader::open(state_dir);
  if (!reader) return forward(reader.error());
  supervisor::SinkVerifier verifier(reader->get());
  for (std::size_t i = 1; i < operands.size(); ++i)
    if (auto taken = take_file(operands[i], verifier); !taken) return forward(taken.error());
  return verifier.finish(state->place);
}

int verify_command(const Words& words) {
  const auto options = parse_or_explain(kVerifyTable, words);
  if (!options) return options.error();
  const auto state = state_folder(*options);
  if (!state) return finish(kVerifyTable, forward(state.error()));
  const auto verdict = verify(options->operands(), *state);
  if (!verdict) return finish(kVerifyTable, forward(verdict.error()));
  const int status = finish(
      kVerifyTable, print(options->has("json") ? printed_json(verdict_json(*verdict), 2) + "\n"
                                               : verdict_text(*verdict)));
  return status != 0 || verdict->flaw_count == 0 ? status : kNotDone;
}

// --- forget ----------------------------------------------------------------------------------

constexpr OptionRow kForgetRows[] = {kStateRow};
constexpr OptionTable kForgetTable = {
    .command = "audit sinks forget",
    .summary = "drop the place of a sink: it gets the record from its start, if a policy names it",
    .operands = "SINK",
    .rows = kForgetRows,
    .min_operands = 1,
    .max_operands = 1,
    .example = "guard audit sinks forget old-siem"};

int forget(const Words& words) {
  const auto options = parse_or_explain(kForgetTable, words);
  if (!options) return options.error();
  const auto state = state_folder(*options);
  if (!state) return finish(kForgetTable, forward(state.error()));
  const auto folder = supervisor::SinkFolder::find(*state);
  if (!folder) return finish(kForgetTable, forward(folder.error()));
  return finish(kForgetTable, folder->forget(options->operands().front()));
}

constexpr Subcommand kSubcommands[] = {
    {"list", "how far each sink has got the record, and what failed last", list},
    {"send", "send what they have not got yet", send},
    {"verify", "whether all that was sent is in a file, unchanged", verify_command},
    {"forget", "drop the place of a sink", forget},
};

}  // namespace

// Without a word of the table it lists.
int audit_sinks(const Words& words) {
  if (words == Words{kPrintManualPart}) {
    for (const Subcommand& row : kSubcommands) (void)row.run(words);
    return kDone;
  }
  if (words.empty() || words.front() == "--json" || words.front().starts_with("--policy") ||
      words.front().starts_with("--state-dir"))
    return list(words);
  return dispatch({"guard audit sinks", "copies of the record that are sent elsewhere",
                   kSubcommands, "guard audit sinks\n         guard audit sinks send"},
                  words);
}

}  // namespace guard::console
