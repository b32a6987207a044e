// SPDX-License-Identifier: Apache-2.0
#include "console/watch/row_view.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/text.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

std::string column(std::string text, std::size_t width) {
  if (text.size() > width) text.resize(width);
  text.resize(width + 1, ' ');
  return text;
}

std::string number_field(const Json& object, const char* name) {
  const auto field = object.find(name);
  return field != object.end() && field->is_number_integer() ? std::to_string(field->get<long>())
                                                             : "";
}

std::string clock_text(const std::string& iso) {
  return local_time_text(iso, kClock);
}

// Times of a row by the clock on the wall, lists side by side.
std::string field_text_of(const Json& body, const char* name) {
  const auto field = body.is_object() ? body.find(name) : body.end();
  if (body.is_object() && field != body.end() && field->is_array()) {
    std::string text;
    for (const std::string& one : list_field(body, name)) text += (text.empty() ? "" : ", ") + one;
    return text;
  }
  const std::string text = text_field(body, name);
  const bool is_time = std::string_view(name) == "time" || std::string_view(name) == "until" ||
                       std::string_view(name) == "started";
  return is_time ? local_time_text(text, kDayAndClock) : text;
}

// The text of a row, behind columns that are not cut.
struct RowText {
  std::string lead;
  std::string text;
};

struct QuestionColumn {
  const char* head;
  std::size_t width;
  int rank;  // where there is little room the highest go first
};
constexpr std::array<QuestionColumn, 4> kQuestionColumns = {
    {{"ID", 8, 1}, {"TIER", 4, 0}, {"DENIES", 9, 2}, {"SESSION", 10, 3}}};
constexpr std::size_t kLeastWhat = 20;

std::size_t lead_width(int most_rank) {
  std::size_t width = 1;
  for (const QuestionColumn& one : kQuestionColumns)
    if (one.rank <= most_rank) width += one.width + 1;
  return width;
}

int shown_rank(std::size_t columns) {
  int rank = kQuestionColumns.size() - 1;
  while (rank > 0 && lead_width(rank) + kLeastWhat > columns) --rank;
  return rank;
}

std::string question_lead(const std::array<std::string, 4>& texts, std::size_t columns) {
  std::string lead;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (kQuestionColumns[i].rank <= shown_rank(columns))
      lead += column(texts[i], kQuestionColumns[i].width);
  return lead;
}

RowText question_line(const WatchModel& model, const WatchRow& row, std::size_t columns,
                      TimePoint now) {
  const char* mark = model.answering(row) ? ">" : model.marked(row) ? "*" : " ";
  return {mark + question_lead({short_id(row.body), number_field(row.body, "tier"),
                                until_text(row.body, now), row.session},
                               columns),
          text_field(row.body, "what")};
}

RowText act_line(const WatchModel&, const WatchRow& row, std::size_t, TimePoint) {
  const std::string outcome = text_field(row.body, "outcome");
  return {column(clock_text(text_field(row.body, "time")), 8) + column(row.session, 10) +
              column(number_field(row.body, "tier"), 4) + column(outcome, 8),
          text_field(row.body, "what")};
}

RowText grant_line(const WatchModel&, const WatchRow& row, std::size_t, TimePoint) {
  const std::string category = text_field(row.body, "category");
  const std::string what =
      category.empty() ? text_field(row.body, "covers") : "everything of " + category;
  return {column(row.session, 10) + column(text_field(row.body, "scope"), 8) +
              column(clock_text(text_field(row.body, "until")), 8),
          (row.body.value("denies", false) ? "never: " : "") + what};
}

// "second (2 files: a, b)" of other sessions that wrote the same files, and nobody committed them.
std::string beside_text(const Json& about) {
  std::string text;
  if (!about.is_object() || !about.contains("beside")) return text;
  for (const Json& other : about["beside"]) {
    const std::size_t files = other.value("files", 0U);
    std::string names;
    for (const std::string& name : list_field(other, "names"))
      names += (names.empty() ? "" : ", ") + std::string(base_name(name));
    text += (text.empty() ? "" : "; ") + text_field(other, "session") +
            (other.value("lives", false) ? "" : ", which ended,") + " (" +
            count_text(files, "file", "files") + ": " + names + ")";
  }
  return text;
}

constexpr std::size_t kWideSessions = 70;  // columns: below that the workspace has the room

RowText session_line(const WatchModel& model, const WatchRow& row, std::size_t columns, TimePoint) {
  const auto known = model.known().sessions().find(row.session);
  const bool troubled = known != model.known().sessions().end() && !known->second.trouble.empty();
  if (troubled) return {column(row.session, 10), known->second.trouble};
  std::string lead = column(row.session, 10);
  if (columns >= kWideSessions)
    lead += column(text_field(row.body, "mode"), 9) + column(text_field(row.body, "level"), 9) +
            column(clock_text(text_field(row.body, "started")), 8);
  const std::string state = text_field(row.body, "state");
  const bool runs = state.empty() || state == "running";
  const std::string beside = beside_text(row.body);
  return {lead, (runs ? "" : state + ": ") +
                    (beside.empty() ? "" : "same files as " + beside + "  ") +
                    field_text_of(row.body, "workspace") + "  " + text_field(row.body, "command")};
}

struct View {
  const char* head;
  RowText (*line)(const WatchModel&, const WatchRow&, std::size_t columns, TimePoint);
  // label and field of what is shown besides
  std::array<std::pair<const char*, const char*>, 10> fields;
};

// In the order of Tab. Questions have a view of their own for details.
constexpr std::array<View, kTabs> kViews = {{
    {"", question_line, {}},  // its head: kQuestionColumns
    {"TIME     SESSION    TIER OUTCOME  WHAT",
     act_line,
     {{{"What", "what"},
       {"Outcome", "outcome"},
       {"Decision", "decision"},
       {"Answer", "approval_status"},
       {"Category", "category"},
       {"Rule", "rule"},
       {"Reason", "reason"},
       {"Act", "act"},
       {"Time", "time"}}}},
    {"SESSION    SCOPE    UNTIL    WHAT IT COVERS",
     grant_line,
     {{{"Covers", "covers"},
       {"Category", "category"},
       {"Scope", "scope"},
       {"Until", "until"},
       {"Question", "approval_id"},
       {"By", "by"}}}},
    {"SESSION    MODE      LEVEL     STARTED  WORKSPACE, COMMAND",
     session_line,
     {{{"Command", "command"},
       {"In", "workspace"},
       {"State", "state"},
       {"Mode", "mode"},
       {"Level", "level"},
       {"Started", "started"},
       {"Policy", "policy_hash"}}}},
}};

const View& view_of(Tab tab) {
  return kViews[static_cast<std::size_t>(tab)];
}

void add_numbers(const WatchRow& row, std::vector<DetailField>& fields) {
  for (const auto& [label, name] :
       {std::pair{"Tier", "tier"}, std::pair{"Errno", "errno"}, std::pair{"Pid", "pid"}})
    fields.push_back({label, number_field(row.body, name)});
}

}  // namespace

std::string row_head(Tab tab, std::size_t columns) {
  if (tab == Tab::kSessions && columns < kWideSessions) return "SESSION    WORKSPACE, COMMAND";
  if (tab != Tab::kQuestions) return view_of(tab).head;
  std::array<std::string, kQuestionColumns.size()> heads;
  for (std::size_t i = 0; i < heads.size(); ++i) heads[i] = kQuestionColumns[i].head;
  return " " + question_lead(heads, columns) + "WHAT";
}

std::string row_line(const WatchModel& model, const WatchRow& row, const ViewStyle& style,
                     TimePoint now) {
  const RowText said = view_of(model.tab()).line(model, row, style.columns, now);
  const std::size_t used = columns_of(said.lead);
  const std::size_t room = style.columns > used ? style.columns - used : 0;
  return said.lead + fitted_ends(said.text, room, style);
}

bool rows_say_what(std::size_t columns) {
  return columns >= lead_width(0) + kLeastWhat;
}

std::vector<DetailField> row_fields(const WatchModel& model, const WatchRow& row,
                                    const ViewStyle& style) {
  std::vector<DetailField> fields;
  if (model.tab() == Tab::kQuestions) {
    fields = question_fields(row.body, Detail::kEverything, style);
    std::erase_if(fields, [](const DetailField& field) {
      return std::string_view(field.label) == "Answer";  // here the keys do that
    });
    fields.insert(fields.begin(), {"Level", level_text(row.body)});
    // The lasting meaning of an answer stands above all that may be cut off below.
    fields.insert(fields.begin() + 1, {"Remember", model.scope_of(row)});
  }
  for (const auto& [label, name] : view_of(model.tab()).fields)
    if (label != nullptr) fields.push_back({label, field_text_of(row.body, name)});
  if (model.tab() == Tab::kActs) add_numbers(row, fields);
  fields.push_back({"Session", model.known().session_text(row.session)});
  if (model.tab() == Tab::kSessions) {
    fields.push_back({"Beside", beside_text(row.body)});
    const auto known = model.known().sessions().find(row.session);
    if (known != model.known().sessions().end())
      fields.push_back({"Trouble", known->second.trouble});
  }
  std::erase_if(fields, [](const DetailField& field) { return field.text.empty(); });
  return fields;
}

int row_tier(const WatchRow& row) {
  const auto tier = row.body.is_object() ? row.body.find("tier") : row.body.end();
  return tier != row.body.end() && tier->is_number_integer() ? tier->get<int>() : 0;
}

}  // namespace guard::console
