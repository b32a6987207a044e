// SPDX-License-Identifier: Apache-2.0
// guard audit list: the newest records, one a line; --follow: and those that come, until a signal
// ends it, with 128 and its number (Ctrl-C: 130), or --until has passed.
#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "console/audit/answer_fold.h"
#include "console/audit/audit_follow.h"
#include "console/audit/audit_options.h"
#include "console/audit/audit_view.h"
#include "console/commands/audit/audit_commands.h"
#include "console/output/printed_json.h"
#include "console/output/text_table.h"
#include "console/undo/undo_selection.h"
#include "supervisor/audit/read/export.h"

namespace guard::console {
namespace {

using supervisor::AuditFilter;
using supervisor::AuditReader;
using supervisor::StoredRecord;

constexpr std::uint64_t kListedByDefault = 50;

constexpr auto kListRows = with_filters(std::array{
    kJsonRow, kFollowRow, kAfterRow, kUtcRow,
    OptionRow{"all", 'a', nullptr, "each record: each answer, each act on git's own files"}});

constexpr OptionTable kListTable = {
    .command = "audit list",
    .summary = "the newest records, newest last (50, unless --limit says otherwise; 0: all)",
    .operands = "",
    .rows = kListRows,
    .max_operands = 0,
    .example = "guard audit list --since 2h --tier 2",
};

// Says what undos did since to the listed records.
class UndoStates {
 public:
  explicit UndoStates(std::string state) : state_(std::move(state)) {}

  std::string operator()(const std::string& undo_id) {
    const std::size_t colon = undo_id.rfind(':');
    if (colon == std::string::npos) return {};
    const auto& left = left_of(undo_id.substr(0, colon));
    const auto found = left.find(undo_id.substr(colon + 1));
    if (found == left.end()) return "gone";
    return found->second ? "" : "given back";
  }

 private:
  using Left = std::map<std::string, bool>;  // by the number: false: given back
  // Empty: nothing is kept of it any more.
  const Left& left_of(const std::string& name) {
    const auto [at, is_new] = sessions_.try_emplace(name);
    if (!is_new) return at->second;
    const auto session = find_stored_session(state_, name + "~1");
    const auto found = session ? session : find_stored_session(state_, name);
    const auto history = found ? supervisor::read_history(state_, *found) : forward(found.error());
    if (!history) return at->second;
    for (const supervisor::UndoEntry& entry : history->entries)
      at->second[std::to_string(entry.number)] = !history->undone.contains(entry.number);
    return at->second;
  }

  std::string state_;
  std::map<std::string, Left> sessions_;
};

// Where sessions began to work: the folder of their first command.
class SessionFolders {
 public:
  explicit SessionFolders(AuditReader& reader) : reader_(reader) {}

  std::string operator()(const std::string& session) {
    const auto [at, is_new] = folders_.try_emplace(session);
    std::string& folder = at->second;
    if (!is_new) return folder;
    AuditFilter filter;
    filter.session = session;
    filter.acts = {"exec"};
    // A folder that is not found is left out of no path.
    (void)reader_.each(filter, [&](const StoredRecord& stored) {
      folder = stored.record.cwd;
      return false;
    });
    return folder;
  }

 private:
  AuditReader& reader_;
  std::map<std::string, std::string> folders_;
};

// A search by name shows each record.
bool wants_each(const ParsedOptions& options) {
  constexpr std::array kByName = {"all", "act", "rule", "by", "path", "command", "undo", "json"};
  return std::ranges::any_of(kByName, [&](const char* name) { return options.has(name); });
}

// A descriptor that CMD began with and kept is no act of anybody's.
bool is_kept_descriptor(const StoredRecord& stored) {
  return stored.record.act == supervisor::kInheritTool && stored.record.decision == "allow";
}

// A record a line, under one heading. The columns are as wide as the first records need them.
class Lines {
 public:
  Lines(const ParsedOptions& options, const std::string& state, AuditReader& reader)
      : json_(options.has("json")), folds_(!wants_each(options)) {
    listing_.columns = screen_columns();
    listing_.times = ShownTimes(options.has("utc"));
    listing_.folder_of = [folders = std::make_shared<SessionFolders>(reader)](
                             const std::string& session) { return (*folders)(session); };
    listing_.undo_ids = options.has("undo");
    if (listing_.undo_ids)
      listing_.undo_state = [states = std::make_shared<UndoStates>(state)](
                                const std::string& undo_id) { return (*states)(undo_id); };
  }
  // The first so many lines are counted, and not printed.
  void skip(std::uint64_t lines) { skipped_ = lines; }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  // Nobody takes silence for a record that is empty.
  [[nodiscard]] bool printed_any() const { return has_heading_ || json_; }

  Result<void> print_record(const StoredRecord& stored) {
    if (json_) return print(printed_json(supervisor::to_json(stored)) + "\n");
    if (!folds_) return print_one(stored);
    return is_kept_descriptor(stored) ? Result<void>() : print_all(answers_.take(stored));
  }
  // Nothing more comes for now.
  Result<void> print_held() {
    Result<void> printed = print_all(answers_.rest());
    if (printed) printed = print_folded();
    return printed ? print_lines_held() : printed;
  }

 private:
  static constexpr std::size_t kHeld = 256;

  Result<void> print_all(const std::vector<StoredRecord>& records) {
    Result<void> printed;
    for (const StoredRecord& stored : records)
      if (printed) printed = is_gits_own(stored) ? fold(stored) : print_unfolded(stored);
    return printed;
  }
  Result<void> print_unfolded(const StoredRecord& stored) {
    const auto printed = print_folded();
    return printed ? print_one(stored) : printed;
  }

  // One line for a run of them; it has the place and the time of the first.
  Result<void> fold(const StoredRecord& stored) {
    if (folded_ && folded_->record.session_id != stored.record.session_id) {
      if (const auto printed = print_folded(); !printed) return printed;
    }
    if (!folded_) folded_ = stored;
    folded_->record.risk_tier = std::max(folded_->record.risk_tier, stored.record.risk_tier);
    last_folded_ = stored.record.seq;
    ++folded_count_;
    return {};
  }
  Result<void> print_folded() {
    if (!folded_) return {};
    StoredRecord line = std::move(*folded_);
    folded_.reset();
    const std::uint64_t count = std::exchange(folded_count_, 0);
    if (count > 1) {
      line.record.argv.clear();
      line.record.result_summary = "git's own files: " + std::to_string(count) + " acts, to #" +
                                   std::to_string(last_folded_) + " (--all lists each)";
    }
    return print_one(line);
  }

  Result<void> print_one(const StoredRecord& stored) {
    if (++count_ <= skipped_) return {};
    widen(listing_, stored);
    if (has_heading_) return print(audit_line(stored, listing_) + "\n");
    held_.push_back(stored);
    return held_.size() < kHeld ? Result<void>() : print_lines_held();
  }
  Result<void> print_lines_held() {
    Result<void> printed;
    if (!held_.empty()) {
      printed = print(audit_heading(listing_) + "\n");
      has_heading_ = true;
    }
    for (const StoredRecord& stored : held_)
      if (printed) printed = print(audit_line(stored, listing_) + "\n");
    held_.clear();
    return printed;
  }

  bool json_;
  bool folds_;
  AnswerFold answers_;
  std::optional<StoredRecord> folded_;
  std::uint64_t folded_count_ = 0;
  std::uint64_t last_folded_ = 0;
  AuditListing listing_;
  bool has_heading_ = false;
  std::uint64_t skipped_ = 0;
  std::uint64_t count_ = 0;
  std::vector<StoredRecord> held_;
};

Result<void> print_lines(AuditReader& reader, const AuditFilter& filter, Lines& lines) {
  Result<void> printed;
  const auto read = reader.each(filter, [&](const StoredRecord& stored) {
    printed = lines.print_record(stored);
    return printed.has_value();
  });
  if (printed) printed = lines.print_held();
  return printed ? read : printed;
}

// Where the newest lines begin that a person wants to see.
struct NewestLines {
  std::uint64_t records = 0;  // that they are made of, and those before them that are skipped
  std::uint64_t skipped = 0;  // lines
};

// One line may stand for thousands of records: so many more are read until there are enough lines,
// and one more, because the first may be a part of its run.
Result<NewestLines> newest_lines(AuditRequest& request) {
  constexpr std::uint64_t kGrowth = 4;
  const std::uint64_t wanted = request.filter.limit;
  AuditFilter filter = request.filter;
  for (filter.limit = wanted + 1;; filter.limit *= kGrowth) {
    Lines lines(request.options, request.state, *request.reader);
    lines.skip(std::numeric_limits<std::uint64_t>::max());
    std::uint64_t records = 0;
    const auto read = request.reader->each(filter, [&](const StoredRecord& stored) {
      ++records;
      return lines.print_record(stored).has_value();
    });
    if (!read) return forward(read.error());
    (void)lines.print_held();  // counts: it prints nothing
    if (lines.count() > wanted) return NewestLines{filter.limit, lines.count() - wanted};
    if (records < filter.limit) return NewestLines{filter.limit, 0};
  }
}

// --limit counts lines. A line that is stored meanwhile is left out.
Result<NewestLines> choose_newest(AuditRequest& request, Lines& lines) {
  if (request.filter.limit == 0 || request.options.has("json")) return NewestLines{};
  const auto last = request.reader->last_id();
  if (!last) return forward(last.error());
  request.filter.until_id = *last;
  const auto newest = newest_lines(request);
  if (!newest) return newest;
  request.filter.limit = newest->records;
  lines.skip(newest->skipped);
  return newest;
}

// A person who typed --limit knows that this is a part.
void say_when_a_part(const AuditRequest& request, const NewestLines& newest) {
  if (request.options.has("limit") || request.options.has("after") || newest.skipped == 0) return;
  std::fprintf(stderr, "these are the newest %llu, and there are more: --limit 0 lists all\n",
               static_cast<unsigned long long>(kListedByDefault));
}

// With a cursor what came after it, else the newest records by their time; then what is stored.
int follow(AuditRequest& request) {
  const EndSignals signals;
  Lines lines(request.options, request.state, *request.reader);
  const auto print_some = [&](const AuditFilter& filter) {
    return print_lines(*request.reader, filter, lines);
  };
  if (!request.options.has("after")) {
    const auto last = request.reader->last_id();
    if (!last) return finish(kListTable, forward(last.error()));
    request.filter.until_id = *last;
    if (const auto chosen = choose_newest(request, lines); !chosen)
      return finish(kListTable, forward(chosen.error()));
    if (const auto printed = print_some(request.filter); !printed)
      return finish(kListTable, printed);
    request.filter.after_id = request.filter.until_id;
    if (std::fflush(stdout) != 0) return finish(kListTable, fail_errno("standard output"));
  }
  const auto under_way = request.options.has("after") ? UnderWay::kHeldBack : UnderWay::kShown;
  return follow_records(kListTable, request, signals, under_way, print_some);
}

}  // namespace

int audit_list(const Words& words) {
  auto request = prepare(kListTable, words, kListedByDefault);
  if (!request) return request.error();
  const auto placed = go_on_after(request->options, *request->reader, request->filter);
  if (!placed) return finish_usage(kListTable, placed);
  if (request->options.has("follow")) return follow(*request);
  if (!request->options.has("json")) {
    Lines lines(request->options, request->state, *request->reader);
    const auto newest = choose_newest(*request, lines);
    if (!newest) return finish(kListTable, forward(newest.error()));
    const auto printed = print_lines(*request->reader, request->filter, lines);
    if (printed && !lines.printed_any()) std::fputs("no record fits\n", stderr);
    const int status = finish(kListTable, printed);
    if (printed) say_when_a_part(*request, *newest);
    return status;
  }
  return finish(kListTable, supervisor::export_records(*request->reader, request->filter,
                                                       supervisor::ExportFormat::kJson, print));
}

}  // namespace guard::console
