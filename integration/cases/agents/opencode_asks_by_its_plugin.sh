# SPDX-License-Identifier: Apache-2.0
# opencode with the plugin of docs/examples: what would be asked does not run, nor what cannot be judged, and the model
# hears why and what to do instead; what would run is not touched.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/hooked_agent.sh"
needs_agent opencode
use_plugin() {
  use_opencode
  mkdir -p "$XDG_CONFIG_HOME/opencode/plugin"
  cp "$EXAMPLES/opencode_plugin.js" "$XDG_CONFIG_HOME/opencode/plugin/guard.js"
}
precious tmp_a/one tmp_b/two
start_model "$(shell_step 'rm -r ./tmp_*')" "$(shell_step 'mkdir made && rm -r made && echo it-ran')"
use_plugin
run_agent
assert_untouched tmp_a/one tmp_b/two
model_heard "[fs.delete.wildcard]"
tool_results >"$CASE_ROOM/told"
assert_says "$CASE_ROOM/told" it-ran

start_model "$(shell_step 'echo it-ran >ran')"
use_plugin
GUARD=/nonexistent run_agent
assert_missing ran
model_heard "guard cannot be asked"
