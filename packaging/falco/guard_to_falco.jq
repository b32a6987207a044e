# SPDX-License-Identifier: Apache-2.0
# Records of guard (format json, a line each) as alerts in Falco's JSON, for what reads those: falcosidekick and others.
#   jq -c -f guard_to_falco.jq
# What was refused is Warning, what guard never allows Critical, tier 3 Notice, all else Informational.
def priority:
  if .decision == "block" then "Critical"
  elif .outcome == "refused" or .kind == "gap" then "Warning"
  elif .risk_tier == 3 then "Notice"
  else "Informational" end;

{
  uuid: .request_id,
  time: .timestamp,
  priority: priority,
  rule: ("guard." + .act + (if .rule == "" then "" else "." + .rule end)),
  output: (priority + " " + .act + " " + .outcome + ": " + .result_summary + (if .reason == "" then "" else " (" + .reason + ")" end)),
  source: "guard",
  hostname: (env.HOSTNAME // ""),
  tags: ((["guard", "tier" + (.risk_tier | tostring)] + .categories) | map(ascii_downcase)),
  output_fields: {
    "evt.type": .syscall,
    "proc.pid": .pid,
    "proc.exepath": .exe,
    "proc.cmdline": (.argv | join(" ")),
    "proc.cwd": .cwd,
    "proc.pname": ((.chain[0] // "") | sub("^[0-9]+ "; "")),
    "user.name": .user_id,
    "fd.name": (.objects[0] // ""),
    "guard.session": .session_id,
    "guard.seq": .seq,
    "guard.hash": .hash,
    "guard.decision": .decision,
    "guard.outcome": .outcome,
    "guard.tier": .risk_tier,
    "guard.category": .category,
    "guard.approval": .approval_status
  }
}
