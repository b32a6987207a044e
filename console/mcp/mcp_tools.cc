// SPDX-License-Identifier: Apache-2.0
#include "console/mcp/mcp_tools.h"

#include <array>
#include <filesystem>
#include <mutex>

#include "console/check/judged_command.h"
#include "console/mcp/command_runner.h"
#include "console/mcp/own_changes_tool.h"
#include "console/run/nested_run.h"
#include "console/session/client.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr const char* kProgram = "guard mcp";
constexpr int kLongest = 24 * 3600;

struct Here {
  const ParsedOptions* options = nullptr;
  bool inside = false;
  std::string folder;  // where it was started: that of calls that name none
  std::mutex judging;  // a judgement here goes to the folder
};
Here started;

Result<std::string> text_argument(const Json& arguments, const char* name, bool required) {
  const auto found = arguments.find(name);
  if (found == arguments.end() || found->is_null()) {
    if (!required) return std::string();
    return fail(Code::kInvalid, std::string("argument '") + name + "' is missing");
  }
  if (!found->is_string())
    return fail(Code::kInvalid, std::string("argument '") + name + "' is no text");
  return found->get<std::string>();
}

struct CommandArguments {
  std::string command;
  std::string cwd;
};

Result<CommandArguments> command_arguments(const Json& arguments) {
  auto command = text_argument(arguments, "command", true);
  if (!command) return forward(command.error());
  auto cwd = text_argument(arguments, "cwd", false);
  if (!cwd) return forward(cwd.error());
  if (!cwd->empty() && !cwd->starts_with('/'))
    return fail(Code::kInvalid, "argument 'cwd' must be an absolute path");
  // Never the process's own: another call's judgement may be in its folder just then.
  return CommandArguments{std::move(*command), cwd->empty() ? started.folder : std::move(*cwd)};
}

Result<Judged> judge(const CommandArguments& wanted) {
  const Json check = {{"shell", wanted.command}};
  if (started.inside) return judged_by_session(check, wanted.cwd, kProgram);
  const std::lock_guard lock(started.judging);
  return judged_here(check, wanted.cwd, *started.options);
}

Json judged_json(const Judged& judged) {
  const bool asks = judged.decision == "ask";
  return {{"decision", judged.decision},
          {"confirmation_required", asks},
          {"confirmation_message", asks ? judged.reason : ""},
          {"risk_level", judged.risk_level},
          {"category", judged.category},
          {"tier", judged.tier},
          {"reason", judged.reason},
          {"instead", judged.instead}};
}

Result<Json> check_command(const Json& arguments, const std::atomic<bool>& /*stop*/) {
  const auto wanted = command_arguments(arguments);
  if (!wanted) return forward(wanted.error());
  const auto judged = judge(*wanted);
  if (!judged) return forward(judged.error());
  return judged_json(*judged);
}

// --- run_command -------------------------------------------------------------------------------

Json not_run(const Judged& judged) {
  const bool asks = judged.decision == "ask";
  return {{"success", false},
          {"exit_code", nullptr},
          {"stdout", ""},
          {"stderr", ""},
          {"duration_ms", 0},
          {"precondition_passed", false},
          {"error_message",
           asks ? "a person must approve this: ask your user, then call again with confirmed: "
                  "true, and guard asks for the approval while the command waits"
                : "refused: " + told_text(judged)},
          {"confirmation_required", asks},
          {"confirmation_message", asks ? told_text(judged) : ""},
          {"risk_level", judged.risk_level}};
}

Json was_run(const Judged& judged, const CommandResult& result) {
  return {{"success", result.exit_code == 0 && !result.timed_out},
          {"exit_code", result.exit_code},
          {"stdout", result.out},
          {"stderr", result.err},
          {"duration_ms", result.took.count()},
          {"precondition_passed", true},
          {"error_message", result.timed_out ? "it took too long and was ended" : ""},
          {"confirmation_required", false},
          {"confirmation_message", ""},
          {"risk_level", judged.risk_level}};
}

Result<std::chrono::seconds> longest_wait(const Json& arguments) {
  const Json wanted = arguments.value("timeout_seconds", Json(CommandOrder().at_most.count()));
  if (!wanted.is_number_integer() || wanted < 1 || wanted > kLongest)
    return fail(Code::kInvalid, "argument 'timeout_seconds' is a whole number from 1 to 86400");
  return std::chrono::seconds(wanted.get<int>());
}

// Outside of a session nothing would hold it: it gets one.
Result<std::vector<std::string>> words_to_run(const std::string& command) {
  if (started.inside) return std::vector<std::string>{"bash", "-c", command};
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return fail_with(error.value(), "/proc/self/exe");
  std::vector<std::string> words = {program.string(), "run", "--quiet"};
  // The options that it was judged by hold while it runs.
  for (const char* option : {"policy", "profile", "mode"})
    if (started.options->has(option))
      words.push_back(std::string("--") + option + "=" + started.options->get(option));
  words.insert(words.end(), {"--", "bash", "-c", command});
  return words;
}

// `confirmed` approves nothing: guard holds the command until a person does.
Result<Json> run_command_tool(const Json& arguments, const std::atomic<bool>& stop) {
  const auto wanted = command_arguments(arguments);
  if (!wanted) return forward(wanted.error());
  const auto at_most = longest_wait(arguments);
  if (!at_most) return forward(at_most.error());
  const auto judged = judge(*wanted);
  if (!judged) return forward(judged.error());
  const bool confirmed = arguments.value("confirmed", Json(false)) == Json(true);
  if (judged->decision != "allow" && !(judged->decision == "ask" && confirmed))
    return not_run(*judged);
  auto words = words_to_run(wanted->command);
  if (!words) return forward(words.error());
  const auto result = run_command({std::move(*words), wanted->cwd, *at_most}, stop);
  if (!result) return forward(result.error());
  return was_run(*judged, *result);
}

// --- approve, explain_denial, list_pending -----------------------------------------------------

// For an agent that asks a tool instead of its user. A question for a person is never answered
// here: inside, guard asks when it comes to the act; outside, nobody could answer.
Result<Json> approve(const Json& arguments, const std::atomic<bool>& /*stop*/) {
  const Json input = arguments.value("input", Json::object());
  const Json allow = {{"behavior", "allow"}, {"updatedInput", input}};
  if (!input.is_object() || !input.contains("command")) {
    if (started.inside) return allow;
    return Json{{"behavior", "deny"},
                {"message",
                 "guard judges commands here; run the agent under guard run to have "
                 "its other tools judged too"}};
  }
  const auto wanted = command_arguments(input);
  if (!wanted) return Json{{"behavior", "deny"}, {"message", wanted.error().text()}};
  const auto judged = judge(*wanted);
  if (!judged) return Json{{"behavior", "deny"}, {"message", judged.error().text()}};
  if (judged->decision == "allow" || (judged->decision == "ask" && started.inside)) return allow;
  return Json{{"behavior", "deny"}, {"message", "guard: " + told_text(*judged)}};
}

Result<Json> explain_denial(const Json& arguments, const std::atomic<bool>& /*stop*/) {
  const auto wanted = command_arguments(arguments);
  if (!wanted) return forward(wanted.error());
  const auto judged = judge(*wanted);
  if (!judged) return forward(judged.error());
  Json out = judged_json(*judged);
  out["advice"] =
      judged->decision == "allow"
          ? "The command itself may run. One of its acts was refused, or a person said no: guard's "
            "line on standard error says which and why."
          : "Do not try other ways to the same end: guard judges what they do. Do what "
            "'instead' names, or tell your user what you need and why.";
  return out;
}

Result<Json> list_pending(const Json& /*arguments*/, const std::atomic<bool>& /*stop*/) {
  if (!started.inside)
    return fail(Code::kNotFound, "this runs outside of a session: nothing waits for an answer");
  const Client client(own_session_address(), kProgram);
  const auto reply = client.get("/v1/questions");
  if (!reply) return forward(reply.error());
  if (!reply->ok()) return fail(Code::kInvalid, reply->error_message());
  return reply->body;
}

Result<Json> begin_checkpoint(const Json& arguments, const std::atomic<bool>& /*stop*/) {
  if (!started.inside)
    return fail(Code::kNotFound, "this runs outside of a session: there is nothing to go back in");
  const Client client(own_session_address(), kProgram);
  const auto reply = client.post("/v1/session/checkpoint", {{"name", arguments.value("name", "")}});
  if (!reply) return forward(reply.error());
  if (!reply->ok()) return fail(Code::kInvalid, reply->error_message());
  Json out = reply->body;
  out["to_go_back"] = "your user runs: guard undo --session " +
                      out.value("undo_session", out.value("session_id", std::string())) + " --to " +
                      std::to_string(out.value("checkpoint", 0));
  return out;
}

Result<Json> own_changes(const Json& /*arguments*/, const std::atomic<bool>& /*stop*/) {
  if (!started.inside)
    return fail(Code::kNotFound, "this runs outside of a session: it changed nothing");
  return own_changes_tool();
}

Result<Json> undo_made(const Json& arguments, const std::atomic<bool>& /*stop*/) {
  if (!started.inside)
    return fail(Code::kNotFound, "this runs outside of a session: it made nothing");
  return undo_made_tool(arguments);
}

constexpr const char* kUndoMadeSchema =
    R"({"type":"object","properties":{"paths":{"type":"array","items":{"type":"string"},"description":"absolute paths of files or folders that this session made; left out: all of them"}}})";
constexpr const char* kCheckpointSchema =
    R"({"type":"object","properties":{"name":{"type":"string","maxLength":64,"description":"as your user would call this point, such as before the merge; no number"}}})";
constexpr const char* kCommandSchema =
    R"({"type":"object","properties":{"command":{"type":"string","description":"shell text, as for bash -c"},"cwd":{"type":"string","description":"absolute path"}},"required":["command"]})";
constexpr const char* kRunSchema =
    R"({"type":"object","properties":{"command":{"type":"string","description":"shell text, as for bash -c"},"cwd":{"type":"string","description":"absolute path"},"confirmed":{"type":"boolean","description":"your user wants it: it is started, and guard holds what it asks about until a person answers. Approves nothing by itself"},"approval_id":{"type":"string","description":"the question that was answered, if you know it"},"timeout_seconds":{"type":"integer","minimum":1,"maximum":86400}},"required":["command"]})";
constexpr const char* kApproveSchema =
    R"({"type":"object","properties":{"tool_name":{"type":"string"},"input":{"type":"object"},"tool_use_id":{"type":"string"}},"required":["tool_name","input"]})";
constexpr const char* kNothingSchema = R"({"type":"object","properties":{}})";

constexpr std::array kTools = {
    McpTool{"check_command", "What would happen to a command, without running it.", kCommandSchema,
            false, check_command},
    McpTool{"run_command", "Run a command. Acts that could do damage wait for a person.",
            kRunSchema, false, run_command_tool},
    McpTool{"approve", "For --permission-prompt-tool: whether a tool call may go on.",
            kApproveSchema, true, approve},
    McpTool{"list_pending", "The questions of your session that wait for a person.", kNothingSchema,
            false, list_pending},
    McpTool{"checkpoint",
            "Mark a point of your session to which your user can go back: before a large change.",
            kCheckpointSchema, false, begin_checkpoint},
    McpTool{"list_changes", "The files that your session made, changed, moved or deleted so far.",
            kNothingSchema, false, own_changes},
    McpTool{"undo_made",
            "Take away the files that your session made. Files from before stay: ask your user "
            "about those.",
            kUndoMadeSchema, false, undo_made},
    McpTool{"explain_denial", "Why a command is denied or asked about, and what to do instead.",
            kCommandSchema, false, explain_denial},
};

}  // namespace

Result<std::span<const McpTool>> mcp_tools(const ParsedOptions& options) {
  std::error_code error;
  started.folder = std::filesystem::current_path(error).string();
  if (error) return fail_with(error.value(), "the current folder");
  started.options = &options;
  started.inside = inside_a_session();
  return kTools;
}

}  // namespace guard::console
