// SPDX-License-Identifier: Apache-2.0
// guard checkpoint: a point of a running session to which guard undo --to goes back. Inside a
// session it means that one: marking a point takes nothing from anybody. Elsewhere it means the
// session in whose workspace it is called.
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "base/text/text.h"
#include "console/commands/answering.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/run/nested_run.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr const char* kProgram = "guard checkpoint";

constexpr std::array<OptionRow, 4> kRows = {{
    {"json", 'j', nullptr, "print it as JSON"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};
constexpr OptionTable kTable = {.command = "checkpoint",
                                .summary = "mark a point to which guard undo --to goes back",
                                .operands = "[NAME]",
                                .rows = kRows,
                                .max_operands = 1,
                                .example = "guard checkpoint 'before the merge'"};

int tell(const ParsedOptions& options, const SessionSocket& socket, const Result<Reply>& reply) {
  if (!reply) return complain(kUnreachable, unreachable_text(socket, reply.error()));
  if (!reply->ok()) {
    const int status = reply->status == 400 ? kUsage : kNotDone;
    return complain(status, "checkpoint: " + reply->error_message());
  }
  const auto number = reply->body.value("checkpoint", std::uint64_t{0});
  const std::string session = safe_text(reply->body.value("session_id", ""));
  const std::string undo = safe_text(reply->body.value("undo_session", session));
  if (options.has("json")) {
    std::printf("%s\n", reply->body.dump().c_str());
    return kDone;
  }
  std::printf("checkpoint %llu of session %s; back to it: guard undo --session %s --to %llu\n",
              static_cast<unsigned long long>(number), session.c_str(), undo.c_str(),
              static_cast<unsigned long long>(number));
  return kDone;
}

// The name may stand behind `--`.
std::string name_in(const ParsedOptions& options) {
  const Words& words = options.operands().empty() ? options.rest() : options.operands();
  return words.empty() ? "" : words.front();
}

int mark(const ParsedOptions& options, const SessionSocket& socket) {
  const Json body = {{"name", name_in(options)}};
  return tell(options, socket, Client(socket.path, kProgram).post("/v1/session/checkpoint", body));
}

}  // namespace

int checkpoint_command(const Words& words) {
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  if (inside_a_session()) {
    if (options->has("session") || options->has("state-dir"))
      return complain(kUsage,
                      "checkpoint: inside a session its own checkpoints are meant: leave "
                      "--session and --state-dir out");
    return mark(*options, {"this session", own_session_address()});
  }
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  std::error_code error;
  const auto session =
      options->has("session")
          ? only_session(*choice, kProgram)
          : session_of_folder(*choice, kProgram, std::filesystem::current_path(error).string());
  if (!session) return complain(session.error().status, "checkpoint: " + session.error().text);
  return mark(*options, session->socket);
}

}  // namespace guard::console
