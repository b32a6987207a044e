// SPDX-License-Identifier: Apache-2.0
#include "console/report/session_report.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text/text.h"
#include "console/blame/lines_left.h"
#include "console/review/secret_paths.h"
#include "console/session/run_names.h"
#include "console/undo/undo_selection.h"
#include "console/undo/undo_view.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/audit/redaction/redaction_key.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/history/past_undos.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using supervisor::StoredRecord;

constexpr std::size_t kMostActs = 500;
constexpr std::size_t kMostQuestions = 1000;
constexpr std::size_t kMostUndo = 300;
constexpr std::size_t kMostUndone = 100;

struct ChangingAct {
  std::string_view act;
  Change change;
};
constexpr std::array kChangingActs = {
    ChangingAct{"create", Change::kCreated}, ChangingAct{"modify", Change::kModified},
    ChangingAct{"delete", Change::kDeleted}, ChangingAct{"rename", Change::kRenamed},
    ChangingAct{"link", Change::kLinked},    ChangingAct{"metadata", Change::kMetadata},
};

// In the order of UndoDeed.
constexpr std::array<std::optional<Change>, 9> kSavedChanges = {
    Change::kDeleted, Change::kModified, Change::kModified, Change::kMetadata, Change::kRenamed,
    Change::kRenamed, std::nullopt,      Change::kLinked,   Change::kCreated};

std::optional<Change> change_of(const AuditRecord& record) {
  for (const ChangingAct& row : kChangingActs) {
    if (row.act == record.act) return row.change;
  }
  return std::nullopt;
}

std::string what_of(const AuditRecord& record) {
  return record.argv.empty() ? safe_text(record.result_summary) : command_text(record.argv);
}

// A secret, or a host: what leaves this machine does not come back. No program of this machine.
bool is_reach(const AuditRecord& record) {
  if (record.act == "read")
    return std::ranges::find(record.categories,
                             policy::name_of(policy::Category::kFsConfigSecrets)) !=
           record.categories.end();
  const bool is_peer = !record.objects.empty() && !record.objects.front().starts_with('/');
  return record.act == "connect" && is_peer && record.rule != policy::own_rule("network.loopback");
}

// Lines that are told apart by their text, up to kMostActs of them.
class ActLines {
 public:
  ActLines(std::vector<ReportedAct>& lines, std::uint64_t& more) : lines_(lines), more_(more) {}

  ReportedAct* line(const std::string& text, const std::string& reason) {
    const auto [at, is_new] = places_.try_emplace(text + "\n" + reason, lines_.size());
    if (!is_new) return &lines_[at->second];
    if (lines_.size() == kMostActs) {
      places_.erase(at);
      ++more_;
      return nullptr;
    }
    lines_.push_back({text, reason});
    return &lines_.back();
  }

 private:
  std::vector<ReportedAct>& lines_;
  std::uint64_t& more_;
  std::unordered_map<std::string, std::size_t> places_;
};

constexpr std::size_t kMostKnown = 200'000;

class Collector {
 public:
  explicit Collector(SessionReport& report)
      : report_(report),
        commands_(report.commands, report.more_commands),
        refusals_(report.refusals, report.more_refusals),
        reached_(report.reached, report.more_reached) {}

  void take(const AuditRecord& record) {
    ++report_.records;
    if (report_.first.empty()) report_.first = report_.times.with_zone(record.timestamp);
    report_.last = report_.times.with_zone(record.timestamp);
    if (report_.user.empty()) report_.user = safe_text(record.user_id);
    if (report_.level.empty()) report_.level = safe_text(record.level);
    report_.is_closed = record.kind == supervisor::kKindEnd;
    take_run(record);
    if (record.act == "exec") take_command(record);
    const bool is_answer = record.act == supervisor::kAnswerTool;
    if (record.outcome == "refused" && !is_answer) take_refusal(record);
    if (record.approval_id) take_question(record);
    if (!record.approval_id && is_answer) take_approval(record);
    if (record.outcome == "done") take_change(record);
    if (record.outcome == "done" && is_reach(record)) take_reach(record);
  }

  // Takes changes that were saved and are not on record: changes of the workspace that could be
  // taken back.
  void take_saved(const supervisor::UndoEntry& entry, const supervisor::Redactor& redactor) {
    const auto change = kSavedChanges.at(static_cast<std::size_t>(entry.deed));
    if (!change) return;
    const std::string& path = entry.to.empty() ? entry.path : entry.to;
    if (!path.empty()) note_change(safe_text(redactor.text(path)), *change, false);
    // An editor moves the old file away and writes a new one: to people the file was changed.
    const bool is_anew = entry.deed == supervisor::UndoDeed::kRename && made_.contains(entry.path);
    if (is_anew) note_change(safe_text(redactor.text(entry.path)), Change::kModified, false);
  }
  // PATHS: what the session made, by the last names that it gave that.
  void take_made(std::set<std::string> paths) { made_ = std::move(paths); }

 private:
  void note_change(const std::string& path, Change change, bool is_on_record) {
    const std::string key = std::to_string(static_cast<int>(change)) + path;
    const bool is_new = !known_.contains(key);
    if (is_new && known_.size() < kMostKnown) known_.insert(key);
    // Each `sed -i` renames a file of its own onto the same name, which is one file under its name.
    const bool counts_each = is_on_record && change != Change::kRenamed;
    if (is_new || counts_each) report_.changes.add(path, change);
  }

  // The closing record tells what held; the first command tells where it began.
  void take_run(const AuditRecord& record) {
    if (record.act == "exec" && report_.command.empty()) {
      report_.command = what_of(record);
      report_.workspace = safe_text(record.cwd);
    }
    if (record.kind != supervisor::kKindEnd || !record.effect.is_object()) return;
    const auto text = [&](const char* name) {
      const auto found = record.effect.find(name);
      const bool is_text = found != record.effect.end() && found->is_string();
      return is_text ? safe_text(found->get_ref<const std::string&>()) : std::string();
    };
    const auto killed = record.effect.find("killed");
    report_.was_killed = killed != record.effect.end() && *killed == true;
    report_.mode = text("mode");
    report_.policy = text("policy");
    if (std::string workspace = text("workspace"); !workspace.empty())
      report_.workspace = std::move(workspace);
  }

  void take_command(const AuditRecord& record) {
    ReportedAct* line = commands_.line(what_of(record), "");
    if (line == nullptr) return;
    ++line->count;
    if (record.outcome == "refused") ++line->refused;
    if (record.outcome == "failed") ++line->failed;
  }

  void take_refusal(const AuditRecord& record) {
    if (ReportedAct* line = refusals_.line(what_of(record), safe_text(record.reason)))
      ++line->count;
  }

  void take_reach(const AuditRecord& record) {
    if (ReportedAct* line = reached_.line(what_of(record), safe_text(record.reason))) ++line->count;
  }

  void take_change(const AuditRecord& record) {
    const auto change = change_of(record);
    if (!change || record.objects.empty()) return;
    // A renamed file is one thing, under its name of now.
    note_change(safe_text(record.objects.back()), *change, true);
  }

  void take_approval(const AuditRecord& record) {
    if (report_.approvals.size() < kMostQuestions)
      report_.approvals.push_back(
          {report_.times.with_zone(record.timestamp), safe_text(record.result_summary)});
  }

  void take_question(const AuditRecord& record) {
    const auto [at, is_new] = questions_.try_emplace(*record.approval_id, report_.questions.size());
    if (is_new && report_.questions.size() == kMostQuestions) {
      questions_.erase(at);
      ++report_.more_questions;
      return;
    }
    if (is_new) {
      report_.questions.emplace_back();
      report_.questions.back().id = safe_text(*record.approval_id);
      report_.questions.back().time = report_.times.with_zone(record.timestamp);
    }
    ReportedQuestion& question = report_.questions[at->second];
    if (record.act == supervisor::kAnswerTool) return take_answer(question, record);
    if (++question.acts > 1) return;
    question.what = what_of(record);
    question.category = safe_text(record.category);
    question.tier = record.risk_tier;
    if (!question.by.empty()) return;
    question.status = safe_text(record.approval_status.value_or(""));
    question.reason = safe_text(record.reason);
    question.waited_ms = record.duration_ms;
  }

  static void take_answer(ReportedQuestion& question, const AuditRecord& record) {
    const auto said = [&](const char* name) {
      const auto found = record.effect.find(name);
      const bool is_text = found != record.effect.end() && found->is_string();
      return is_text ? safe_text(found->get_ref<const std::string&>()) : std::string();
    };
    if (record.effect.is_object()) {
      question.by = said("by");
      question.scope = said("scope");
    }
    question.status = safe_text(record.approval_status.value_or(""));
    question.reason = safe_text(record.reason);
    question.waited_ms = record.duration_ms;
    // Until the act itself comes, if it does.
    question.what = safe_text(record.result_summary);
    question.tier = record.risk_tier;
  }

  SessionReport& report_;
  ActLines commands_;
  ActLines refusals_;
  ActLines reached_;
  std::unordered_map<std::string, std::size_t> questions_;
  std::unordered_set<std::string> known_;  // changes of paths
  std::set<std::string> made_;             // paths
};

// The undo's own chain begins with the user who did it.
Result<std::string> undone_by(supervisor::AuditReader& reader, const std::string& undo) {
  supervisor::AuditFilter filter;
  filter.session = undo;
  std::string by;
  const auto read = reader.each(filter, [&](const StoredRecord& stored) {
    const auto& effect = stored.record.effect;
    const bool is_undo = stored.record.tool_name == supervisor::kUndoTool && effect.is_object();
    const auto found = is_undo ? effect.find("by") : effect.end();
    if (is_undo && found != effect.end() && found->is_string())
      by = safe_text(found->get_ref<const std::string&>());
    return false;
  });
  if (!read) return forward(read.error());
  return by;
}

// The store calls an undo of lines alone so (text_rewrite.h).
std::string lines_taken_back(const std::vector<supervisor::StoredSession>& sessions,
                             const supervisor::PastUndo& undo) {
  constexpr std::string_view kReview = "guard review: ";
  const auto found = std::ranges::find(sessions, undo.name, &supervisor::StoredSession::name);
  if (found == sessions.end() || !found->command.starts_with(kReview)) return "";
  return safe_text(found->command.substr(kReview.size()));
}

Result<void> collect_undone(supervisor::AuditReader& reader, const std::string& state_dir,
                            const supervisor::History& history, SessionReport& report) {
  const auto undos = supervisor::past_undos(state_dir, history);
  if (!undos) return forward(undos.error());
  const auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return forward(sessions.error());
  for (const supervisor::PastUndo& undo : *undos) {
    if (report.undone.size() == kMostUndone) {
      ++report.more_undone;
      continue;
    }
    const std::string what = lines_taken_back(*sessions, undo);
    if (undo.given_back.total() + undo.taken_back.total() == 0 && what.empty()) continue;
    const auto by = undone_by(reader, undo.name);
    if (!by) return forward(by.error());
    report.undone.push_back({safe_text(undo.name), report.times.with_zone(undo.last), *by,
                             undo.given_back, undo.taken_back, what});
  }
  return {};
}

// Gives what the undo store has of RUN: nothing may be kept of it.
Result<std::optional<UndoSelection>> kept_of(const std::string& state_dir, const NamedRun& run) {
  const auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return forward(sessions.error());
  std::string name;
  for (const supervisor::StoredSession& stored : *sessions)
    if (is_of_run(stored, run)) name = undo_word(stored);
  if (name.empty()) return std::nullopt;
  auto selection = select_session(state_dir, name);
  if (!selection) return forward(selection.error());
  return std::optional<UndoSelection>(std::move(*selection));
}

// Secrets are named nowhere here.
void collect_left(const std::string& state_dir, const supervisor::StoredSession& session,
                  const supervisor::Redactor& redactor, SessionReport& report) {
  constexpr std::size_t kMostLeft = 100;
  const auto left = lines_left(state_dir, session, kMostLeft,
                               secret_paths(policy::Policy(), {session.workspace}));
  if (!left) report.left_note = "It cannot be told: " + left.error().text() + ".";
  if (!left) return;
  for (const LinesLeft& file : left->files) {
    const bool is_below =
        !session.workspace.empty() && file.path.starts_with(session.workspace + "/");
    const std::string path = is_below ? file.path.substr(session.workspace.size() + 1) : file.path;
    report.left.push_back(safe_text(redactor.text(path)) + "  " + std::to_string(file.own) +
                          " of " + count_text(file.all, "line", "lines") +
                          (file.is_certain ? "" : ", some perhaps another's"));
  }
  report.more_left = left->more;
}

std::set<std::string> made_paths(const std::string& state_dir,
                                 const supervisor::StoredSession& session) {
  std::set<std::string> paths;
  for (supervisor::UndoEntry& made : supervisor::made_entries(state_dir, session, {}).entries)
    paths.insert(std::move(made.path));
  return paths;
}

Result<void> collect_undo(supervisor::AuditReader& reader, const std::string& state_dir,
                          const NamedRun& run, Collector& collector, SessionReport& report) {
  const auto selection = kept_of(state_dir, run);
  if (!selection) return forward(selection.error());
  if (!*selection) {
    report.undo_note = "Nothing is kept of this session.";
    return {};
  }
  const supervisor::History& history = *(*selection)->history;
  report.undo_word = run.number == 0 ? history.session.name : undo_word(history.session);
  report.undo_kept = history.session.usage;
  const auto key = supervisor::load_or_create_redaction_key(state_dir);
  if (!key) return forward(key.error());
  const supervisor::Redactor redactor(*key);
  collect_left(state_dir, history.session, redactor, report);
  collector.take_made(made_paths(state_dir, history.session));
  // Entries that were given back had changed all the same.
  for (const supervisor::UndoEntry& entry : history.entries) collector.take_saved(entry, redactor);
  if (auto undone = collect_undone(reader, state_dir, history, report); !undone) return undone;
  for (const supervisor::UndoEntry* entry : (*selection)->entries) {
    if (entry->deed == supervisor::UndoDeed::kFolder) continue;
    if (report.undo.size() == kMostUndo) {
      ++report.more_undo;
      continue;
    }
    report.undo.push_back(safe_text(history.session.name) + ":" + std::to_string(entry->number) +
                          "  " + safe_text(redactor.text(step_text(*entry))));
  }
  if (report.undo.empty()) report.undo_note = "Nothing is left to give back.";
  return {};
}

// An answer `always` held in this workspace, too, and was taken back meanwhile outside of the
// session, whose own chain does not tell of it.
Result<void> collect_revoked(supervisor::AuditReader& reader, const std::string& session,
                             supervisor::AuditFilter meanwhile, SessionReport& report) {
  meanwhile.rules = {std::string(policy::own_rule("grant.revoked"))};
  return reader.each(meanwhile, [&](const StoredRecord& stored) {
    const auto& effect = stored.record.effect;
    const bool holds_here =
        effect.is_object() && effect.contains("workspace") && effect["workspace"].is_string() &&
        (report.workspace + ",")
            .starts_with(safe_text(effect["workspace"].get<std::string>()) + ",");
    if (holds_here && stored.record.session_id != session)
      report.approvals.push_back({report.times.with_zone(stored.record.timestamp),
                                  safe_text(stored.record.result_summary)});
    return report.approvals.size() < kMostQuestions;
  });
}

}  // namespace

std::string scope_text(const std::string& scope) {
  constexpr std::array<std::pair<std::string_view, const char*>, 5> kTexts = {
      {{"once", "once"},
       {"command", "for this command"},
       {"session", "for the session"},
       {"minutes", "for some minutes"},
       {"always", "always"}}};
  for (const auto& [name, text] : kTexts)
    if (scope == name) return text;
  return scope;
}

std::vector<std::pair<std::string, std::string>> report_head(const SessionReport& report) {
  std::vector<std::pair<std::string, std::string>> head = {{"command", report.command},
                                                           {"workspace", report.workspace},
                                                           {"mode", report.mode},
                                                           {"policy", report.policy}};
  std::erase_if(head, [](const auto& row) { return row.second.empty(); });
  return head;
}

std::string waited_text(std::int64_t milliseconds) {
  constexpr std::int64_t kMinute = 60'000;
  if (milliseconds >= kMinute)
    return std::to_string(milliseconds / kMinute) + " min " +
           std::to_string(milliseconds % kMinute / 1000) + " s";
  return std::to_string(milliseconds / 1000) + "." + std::to_string(milliseconds % 1000 / 100) +
         " s";
}

std::string ending_text(const SessionReport& report) {
  if (report.was_killed) return " (guard run was killed, and all of the session with it)";
  return report.is_closed ? "" : " (not closed: still running, or killed)";
}

std::string undone_text(const ReportedUndo& undo) {
  std::string text = undo.what;
  if (undo.given_back.total() != 0) text = undo.given_back.text() + " given back";
  if (undo.taken_back.total() != 0)
    text +=
        (text.empty() ? "" : ", ") + undo.taken_back.text() + " made again (an undo was undone)";
  return text;
}

Result<SessionReport> collect_report(supervisor::AuditReader& reader, const std::string& state_dir,
                                     const std::string& session, const ShownTimes& times) {
  const auto run = run_named(reader, session);
  if (!run) return forward(run.error());
  SessionReport report;
  report.session = session;
  report.times = times;
  Collector collector(report);
  supervisor::AuditFilter filter;
  filter.session = run->session;
  filter.first_seq = run->range.first_seq;
  filter.last_seq = run->is_newest ? 0 : run->range.last_seq;
  supervisor::AuditFilter meanwhile;
  const auto read = reader.each(filter, [&](const StoredRecord& stored) {
    collector.take(stored.record);
    if (meanwhile.since.empty()) meanwhile.since = stored.record.timestamp;
    meanwhile.until = stored.record.timestamp;
    return true;
  });
  if (!read) return forward(read.error());
  if (!report.is_closed) meanwhile.until.clear();
  if (auto revoked = collect_revoked(reader, run->session, meanwhile, report); !revoked)
    return forward(revoked.error());
  if (const auto undo = collect_undo(reader, state_dir, *run, collector, report); !undo)
    return forward(undo.error());
  report.session = safe_text(session);
  return report;
}

}  // namespace guard::console
