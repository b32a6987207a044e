// SPDX-License-Identifier: Apache-2.0
// The report as one HTML file that needs nothing else: no script, no link, nothing that is fetched
// (its policy forbids all of it), dark or light as the reader's system is. Text that programs chose
// passes through escaped_markup(), is one safe line already, and stands isolated in <code>.
#include <string>
#include <string_view>

#include "base/text/markup.h"
#include "base/text/text.h"
#include "console/report/session_report.h"

namespace guard::console {
namespace {

constexpr std::size_t kMostTreeLines = 2000;

constexpr const char* kHead = R"html(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<style>
:root { --text: #1b1f24; --soft: #59636e; --line: #d1d9e0; --back: #ffffff; --tint: #f6f8fa;
        --good: #1a7f37; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9198a1; --line: #3d444d; --back: #0d1117; --tint: #151b23;
          --good: #3fb950; --bad: #ff7b72; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
       max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0;
         border-top: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; border-top: 0; }
td.count { white-space: nowrap; color: var(--soft); }
code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap;
       unicode-bidi: isolate; }
.tree { background: var(--tint); border: 1px solid var(--line); border-radius: 6px;
        padding: .6rem .8rem; }
.tree div { overflow-wrap: anywhere; }
.soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); }
</style>
)html";

std::string code(std::string_view text) {
  return text.empty() ? "-" : "<code>" + escaped_markup(text) + "</code>";
}

std::string soft(std::string_view text) {
  return "<span class=\"soft\">" + escaped_markup(text) + "</span>";
}

std::string heading(const char* text) {
  return "<h2>" + std::string(text) + "</h2>\n";
}

std::string paragraph(const std::string& html) {
  return "<p>" + html + "</p>\n";
}

std::string more_line(std::uint64_t more, const char* what) {
  return more == 0 ? "" : paragraph(std::to_string(more) + " more " + what + ".");
}

std::string row(std::initializer_list<std::string> cells) {
  std::string out = "<tr>";
  const char* kind = "<td class=\"count\">";
  for (const std::string& cell : cells) {
    out += kind + cell + "</td>";
    kind = "<td>";
  }
  return out + "</tr>\n";
}

std::string table(const char* heads, const std::string& rows) {
  return "<table>\n<tr>" + std::string(heads) + "</tr>\n" + rows + "</table>\n";
}

std::string count_cell(const ReportedAct& act) {
  std::string out = std::to_string(act.count) + "&times;";
  if (act.refused != 0)
    out += " <span class=\"bad\">" + std::to_string(act.refused) + " refused</span>";
  if (act.failed != 0) out += " " + std::to_string(act.failed) + " failed";
  return out;
}

std::string ran(const SessionReport& report) {
  std::string rows;
  for (const ReportedAct& act : report.commands) rows += row({count_cell(act), code(act.text)});
  if (rows.empty()) return paragraph("Nothing.");
  return table("<th>Times</th><th>Command</th>", rows) +
         more_line(report.more_commands, "runs of other commands");
}

std::string changed(const SessionReport& report) {
  std::string lines;
  for (const ChangedTree::Line& line : report.changes.lines(kMostTreeLines)) {
    lines += "<div style=\"padding-left:" + std::to_string(line.depth * 3 / 2) +
             (line.depth % 2 == 0 ? "" : ".5") + "rem\">" +
             (line.name.empty() ? std::to_string(line.left_out) + " more" : code(line.name)) + " " +
             soft(counts_text(line.counts)) + "</div>\n";
  }
  if (lines.empty()) return paragraph("Nothing that is on record.");
  return paragraph(counts_text(report.changes.totals()) + ".") + "<div class=\"tree\">\n" + lines +
         "</div>\n";
}

std::string answer_cell(const ReportedQuestion& question) {
  const bool good = question.status == "approved";
  std::string out = "<span class=\"" + std::string(good ? "good" : "bad") + "\">" +
                    (question.status.empty() ? "no answer" : escaped_markup(question.status)) +
                    "</span>";
  if (!question.by.empty()) out += " by " + code(question.by);
  out += " after " + waited_text(question.waited_ms);
  if (!question.scope.empty()) out += ", " + escaped_markup(scope_text(question.scope));
  if (question.acts != 1) out += ", " + count_text(question.acts, "act", "acts");
  if (!question.reason.empty()) out += "<br>" + code(question.reason);
  return out;
}

std::string left(const SessionReport& report) {
  if (!report.left_note.empty()) return paragraph(escaped_markup(report.left_note));
  if (report.left.empty()) return paragraph("None of the texts that it wrote to still exists.");
  std::string lines;
  for (const std::string& line : report.left) lines += "<div>" + code(line) + "</div>\n";
  return paragraph("Lines that are the session's, by <code>guard blame</code>:") +
         "<div class=\"tree\">\n" + lines + "</div>\n" + more_line(report.more_left, "files");
}

std::string asked(const SessionReport& report) {
  std::string approvals;
  for (const ReportedApproval& approval : report.approvals)
    approvals += paragraph(escaped_markup(approval.time) + ": " + code(approval.what));
  std::string rows;
  for (const ReportedQuestion& question : report.questions) {
    rows +=
        row({escaped_markup(question.time), code(question.what),
             std::to_string(question.tier) + " " + code(question.category), answer_cell(question)});
  }
  if (rows.empty()) return approvals.empty() ? paragraph("Nothing was asked.") : approvals;
  return approvals + table("<th>When</th><th>What</th><th>Tier</th><th>Answer</th>", rows) +
         more_line(report.more_questions, "records of other questions");
}

std::string refused(const SessionReport& report) {
  std::string rows;
  for (const ReportedAct& act : report.refusals)
    rows += row({std::to_string(act.count) + "&times;", code(act.text), code(act.reason)});
  if (rows.empty()) return paragraph("Nothing.");
  return table("<th>Times</th><th>What</th><th>Why</th>", rows) +
         more_line(report.more_refusals, "refusals");
}

std::string reached(const SessionReport& report) {
  std::string rows;
  for (const ReportedAct& act : report.reached)
    rows += row({std::to_string(act.count) + "&times;", code(act.text), code(act.reason)});
  if (rows.empty()) return paragraph("Nothing.");
  return table("<th>Times</th><th>What</th><th>Why it was let happen</th>", rows) +
         more_line(report.more_reached, "reads and connections");
}

std::string undone(const SessionReport& report) {
  std::string rows;
  for (const ReportedUndo& undo : report.undone) {
    rows += row({escaped_markup(undo.time), undo.by.empty() ? "not on record" : code(undo.by),
                 escaped_markup(undone_text(undo)), code(undo.name)});
  }
  if (rows.empty()) return paragraph("Nothing.");
  return table("<th>When</th><th>Who</th><th>What</th><th>Undo</th>", rows) +
         more_line(report.more_undone, "undos");
}

std::string undoable(const SessionReport& report) {
  if (!report.undo_note.empty()) return paragraph(escaped_markup(report.undo_note));
  std::string lines;
  for (const std::string& line : report.undo) lines += "<div>" + code(line) + "</div>\n";
  return paragraph(size_text(report.undo_kept.bytes) + " are kept on the disk. " +
                   code("guard undo --session " + report.undo_word) +
                   " gives all of it back, <code>guard undo SESSION:N</code> one.") +
         "<div class=\"tree\">\n" + lines + "</div>\n" + more_line(report.more_undo, "changes");
}

}  // namespace

std::string report_html(const SessionReport& report) {
  std::string head;
  for (const auto& [name, value] : report_head(report)) head += name + " " + code(value) + "<br>";
  return kHead + ("<title>guard: session " + escaped_markup(report.session)) +
         "</title>\n</head>\n<body>\n<h1>Session " + code(report.session) + "</h1>\n" +
         paragraph(head + "user " + code(report.user) + ", level " + code(report.level) + "<br>" +
                   escaped_markup(report.first) + " to " + escaped_markup(report.last) +
                   ending_text(report) + "<br>" + count_text(report.records, "record", "records")) +
         heading("What ran") + ran(report) + heading("What changed") + changed(report) +
         paragraph(soft(
             "The record has neither the files that the session made itself, nor later changes "
             "of a file than the first.")) +
         heading("Secrets that were read, hosts that were reached") + reached(report) +
         heading("What is left of it") + left(report) + heading("What was asked") + asked(report) +
         heading("What was refused") + refused(report) + heading("What was undone") +
         undone(report) + heading("What can be undone") + undoable(report) + "</body>\n</html>\n";
}

}  // namespace guard::console
