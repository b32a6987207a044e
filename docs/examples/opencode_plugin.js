// SPDX-License-Identifier: Apache-2.0
// opencode asks guard before it uses its shell. Copy it to ~/.config/opencode/plugin/guard.js (or
// .opencode/plugin/guard.js of a project). It speaks to `guard hook claude`, and refuses whatever
// guard refuses, would ask about, or cannot judge: a plugin has no way to ask. Inside `guard run`
// what would be asked is left to the act itself.
import { spawnSync } from "node:child_process";

const program = process.env.GUARD ?? "guard";

function refusal(command, folder) {
  const input = JSON.stringify({ tool_name: "Bash", tool_input: { command }, cwd: folder });
  const hook = spawnSync(program, ["hook", "claude"], { input, encoding: "utf8" });
  if (hook.error) return `guard cannot be asked: ${hook.error.message}`;
  if (hook.status !== 0) return hook.stderr.trim() || `guard hook ended with ${hook.status ?? hook.signal}`;
  if (hook.stdout.trim() === "") return null;
  return JSON.parse(hook.stdout).hookSpecificOutput.permissionDecisionReason;
}

export const Guard = async ({ directory }) => ({
  "tool.execute.before": async (call, given) => {
    if (call.tool !== "bash") return;
    const why = refusal(given.args.command, given.args.workdir ?? directory);
    if (why !== null) throw new Error(why);
  },
});
