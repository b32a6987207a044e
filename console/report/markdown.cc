// SPDX-License-Identifier: Apache-2.0
// The report as Markdown. Text that programs chose stands in code spans and code blocks only, whose
// fences are longer than any run of backticks inside: there no renderer sees markup, a link or
// HTML.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "console/report/session_report.h"

namespace guard::console {
namespace {

constexpr std::size_t kMostTreeLines = 400;

std::size_t longest_run(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string code(std::string_view text) {
  if (text.empty()) return "-";
  const std::string fence(longest_run(text) + 1, '`');
  const bool padded = text.front() == '`' || text.back() == '`' || text.front() == ' ';
  const char* const blank = padded ? " " : "";
  return fence + blank + std::string(text) + blank + fence;
}

std::string block(std::string_view lines) {
  const std::string fence(std::max<std::size_t>(3, longest_run(lines) + 1), '`');
  return fence + "text\n" + std::string(lines) + fence + "\n";
}

std::string heading(const char* text) {
  return "\n## " + std::string(text) + "\n\n";
}

std::string more_line(std::uint64_t more, const char* what) {
  return more == 0 ? "" : "\n" + std::to_string(more) + " more " + what + ".\n";
}

std::string act_line(const ReportedAct& act) {
  std::string note;
  if (act.refused != 0) note += ", " + std::to_string(act.refused) + " refused";
  if (act.failed != 0) note += ", " + std::to_string(act.failed) + " failed";
  return std::to_string(act.count) + "x" + note + "  " + act.text + "\n";
}

std::string ran(const SessionReport& report) {
  std::string lines;
  for (const ReportedAct& act : report.commands) lines += act_line(act);
  if (lines.empty()) return "Nothing.\n";
  return block(lines) + more_line(report.more_commands, "runs of other commands");
}

std::string changed(const SessionReport& report) {
  std::string lines;
  for (const ChangedTree::Line& line : report.changes.lines(kMostTreeLines)) {
    lines += std::string(2 * line.depth, ' ') +
             (line.name.empty() ? std::to_string(line.left_out) + " more" : line.name) + "  " +
             counts_text(line.counts) + "\n";
  }
  if (lines.empty()) return "Nothing that is on record.\n";
  return counts_text(report.changes.totals()) + ".\n\n" + block(lines);
}

std::string left(const SessionReport& report) {
  std::string lines;
  for (const std::string& line : report.left) lines += line + "\n";
  if (!report.left_note.empty()) return report.left_note + "\n";
  if (lines.empty()) return "None of the texts that it wrote to still exists.\n";
  return "Lines that are the session's, by `guard blame`:\n\n" + block(lines) +
         more_line(report.more_left, "files");
}

std::string question_text(const ReportedQuestion& question) {
  std::string out = "- " + code(question.what) + "\n  - " + question.time + ", tier " +
                    std::to_string(question.tier) + " " + code(question.category) + "\n  - **" +
                    (question.status.empty() ? "no answer" : question.status) + "**";
  if (!question.by.empty()) out += " by " + code(question.by);
  out += " after " + waited_text(question.waited_ms);
  if (!question.scope.empty()) out += ", " + scope_text(question.scope);
  if (question.acts != 1) out += ", " + count_text(question.acts, "act", "acts");
  if (!question.reason.empty()) out += "\n  - " + code(question.reason);
  return out + "\n";
}

std::string asked(const SessionReport& report) {
  std::string out;
  for (const ReportedApproval& approval : report.approvals)
    out += "- " + approval.time + ": " + code(approval.what) + "\n";
  for (const ReportedQuestion& question : report.questions) out += question_text(question);
  if (out.empty()) return "Nothing was asked.\n";
  return out + more_line(report.more_questions, "records of other questions");
}

std::string refused(const SessionReport& report) {
  std::string out;
  for (const ReportedAct& act : report.refusals)
    out +=
        "- " + std::to_string(act.count) + "x " + code(act.text) + ": " + code(act.reason) + "\n";
  if (out.empty()) return "Nothing.\n";
  return out + more_line(report.more_refusals, "refusals");
}

std::string reached(const SessionReport& report) {
  std::string out;
  for (const ReportedAct& act : report.reached)
    out += "- " + std::to_string(act.count) + "x " + code(act.text) +
           (act.reason.empty() ? "" : ": " + code(act.reason)) + "\n";
  if (out.empty()) return "Nothing.\n";
  return out + more_line(report.more_reached, "reads and connections");
}

std::string undone(const SessionReport& report) {
  std::string out;
  for (const ReportedUndo& undo : report.undone) {
    out += "- " + undo.time + " by " +
           (undo.by.empty() ? "somebody not on record" : code(undo.by)) + ": " + undone_text(undo) +
           ", " + code(undo.name) + "\n";
  }
  if (out.empty()) return "Nothing.\n";
  return out + more_line(report.more_undone, "undos");
}

std::string undoable(const SessionReport& report) {
  if (!report.undo_note.empty()) return report.undo_note + "\n";
  std::string lines;
  for (const std::string& line : report.undo) lines += line + "\n";
  return size_text(report.undo_kept.bytes) + " are kept on the disk. " +
         code("guard undo --session " + report.undo_word) + " gives all of it back, " +
         code("guard undo SESSION:N") + " one.\n\n" + block(lines) +
         more_line(report.more_undo, "changes");
}

}  // namespace

std::string report_markdown(const SessionReport& report) {
  std::string head;
  for (const auto& [name, value] : report_head(report))
    head += "- " + name + " " + code(value) + "\n";
  return "# Session " + code(report.session) + "\n\n" + head + "- user " + code(report.user) +
         ", level " + code(report.level) + "\n- " + report.first + " to " + report.last +
         ending_text(report) + "\n- " + count_text(report.records, "record", "records") + "\n" +
         heading("What ran") + ran(report) + heading("What changed") + changed(report) +
         "\nThe record has neither the files that the session made itself, nor later changes of a "
         "file than the first.\n" +
         heading("Secrets that were read, hosts that were reached") + reached(report) +
         heading("What is left of it") + left(report) + heading("What was asked") + asked(report) +
         heading("What was refused") + refused(report) + heading("What was undone") +
         undone(report) + heading("What can be undone") + undoable(report);
}

}  // namespace guard::console
