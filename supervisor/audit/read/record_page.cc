// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/record_page.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "supervisor/audit/read/filter_sql.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/read/row.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {
namespace {

constexpr std::uint64_t kPiece = 4096;  // rows, between two looks at whether it is enough
constexpr std::size_t kLongestPlace = 64;

std::string place_text(const RowKey& key) {
  const auto* const number = std::get_if<std::int64_t>(&key.first);
  return (number != nullptr ? std::to_string(*number) : std::get<std::string>(key.first)) + "_" +
         std::to_string(key.id);
}

std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

Result<std::optional<RowKey>> key_of(const std::string& place, OrderedBy ordered_by) {
  if (place.empty()) return std::optional<RowKey>();
  const bool is_number = ordered_by == OrderedBy::kNumber;
  const std::size_t mark = place.rfind('_');
  const std::string first = place.substr(0, mark);
  const auto id = mark == std::string::npos ? std::nullopt : number_of(place.substr(mark + 1));
  const auto number = number_of(first);
  if (!id || place.size() > kLongestPlace || (is_number && !number))
    return fail(Code::kInvalid, "not a place in this record");
  return RowKey{is_number ? SqlValue(*number) : SqlValue(first), *id};
}

AuditFilter in_order(AuditFilter filter, Towards towards) {
  filter.order = towards == Towards::kOlder ? Order::kNewestFirst : Order::kOldestFirst;
  return filter;
}

bool is_before(const RowKey& a, const RowKey& b) {
  return a.first != b.first ? a.first < b.first : a.id < b.id;
}

// FILTER's bounds of time, or of places in a session, as two places in between: no row has the id
// 0. As conditions beside those of a piece they would be what the index is searched by, and each
// piece would look at all rows up to them.
struct Ends {
  std::optional<RowKey> oldest;
  std::optional<RowKey> newest;
};

Ends ends_of(const AuditFilter& filter) {
  Ends ends;
  const auto at_seq = [](std::uint64_t seq) { return RowKey{static_cast<std::int64_t>(seq), 0}; };
  if (filter.session.empty()) {
    if (!filter.since.empty()) ends.oldest = RowKey{filter.since, 0};
    if (!filter.until.empty()) ends.newest = RowKey{filter.until, 0};
    return ends;
  }
  if (filter.first_seq > 0) ends.oldest = at_seq(filter.first_seq);
  if (filter.last_seq > 0) ends.newest = at_seq(filter.last_seq + 1);
  return ends;
}

AuditFilter without_ends(AuditFilter filter) {
  if (filter.session.empty()) filter.since = filter.until = "";
  if (!filter.session.empty()) filter.first_seq = filter.last_seq = 0;
  return filter;
}

AuditFilter session_of(const AuditFilter& filter) {
  AuditFilter session;
  session.session = filter.session;
  session.order = filter.order;
  return session;
}

// Walks the record piece by piece; of each, what fits.
class PageReader {
 public:
  // FILTER's order is the one that it walks in.
  PageReader(Database& database, const AuditFilter& filter, std::optional<RowKey> from)
      : database_(database),
        sql_(without_ends(filter)),
        keys_(session_of(filter)),
        is_to_older_(filter.order == Order::kNewestFirst),
        from_(std::move(from)) {
    Ends ends = ends_of(filter);
    auto& begin = is_to_older_ ? ends.newest : ends.oldest;
    stop_ = is_to_older_ ? ends.oldest : ends.newest;
    if (begin && (!from_ || is_beyond(*begin, *from_))) from_ = std::move(begin);
  }

  // One more than a page has, if there is one.
  Result<void> read(std::uint64_t wanted, std::uint64_t most_rows) {
    while (rows_.size() < wanted && looked_at_ < most_rows && !at_end_) {
      const std::uint64_t piece = std::min(kPiece, most_rows - looked_at_);
      auto edge = edge_of(piece);
      if (!edge) return forward(edge.error());
      at_end_ = !*edge || (stop_ && is_beyond(**edge, *stop_));
      const auto taken = take(at_end_ ? stop_ : *edge, wanted - rows_.size());
      if (!taken || at_end_) return taken;
      from_ = std::move(*edge);
      looked_at_ += piece;
    }
    return {};
  }

  // Where to go on behind PAGE records; empty: nothing is left.
  [[nodiscard]] std::string rest(std::size_t page) const {
    if (rows_.size() > page) return place_text(rows_[page - 1].key);
    return at_end_ || !from_ ? std::string() : place_text(*from_);
  }
  [[nodiscard]] std::vector<Row>& rows() { return rows_; }
  [[nodiscard]] std::uint64_t looked_at() const { return looked_at_; }

 private:
  // In the direction of the walk.
  [[nodiscard]] bool is_beyond(const RowKey& key, const RowKey& other) const {
    return is_to_older_ ? is_before(key, other) : is_before(other, key);
  }

  [[nodiscard]] RowsFrom start() const { return from_ ? RowsFrom::kBehindKey : RowsFrom::kStart; }

  Result<std::optional<RowKey>> edge_of(std::uint64_t piece) {
    auto statement = database_.prepare(keys_.edge_sql(start(), piece - 1));
    if (!statement) return forward(statement.error());
    keys_.bind(*statement, from_ ? &*from_ : nullptr);
    const auto found = statement->step();
    if (!found) return forward(found.error());
    if (!*found) return std::optional<RowKey>();
    return std::optional<RowKey>(read_key(*statement, 0, keys_.ordered_by()));
  }

  Result<void> take(const std::optional<RowKey>& edge, std::uint64_t most) {
    const RowsTo end = edge ? RowsTo::kKey : RowsTo::kEnd;
    auto statement = database_.prepare(sql_.rows_sql(start(), most, end));
    if (!statement) return forward(statement.error());
    sql_.bind(*statement, from_ ? &*from_ : nullptr, edge ? &*edge : nullptr);
    for (;;) {
      const auto found = statement->step();
      if (!found) return forward(found.error());
      if (!*found) return {};
      read_row(*statement, sql_.ordered_by(), rows_.emplace_back());
    }
  }

  Database& database_;
  const FilterSql sql_;
  const FilterSql keys_;
  const bool is_to_older_;
  std::optional<RowKey> from_;  // what was looked at ends there
  std::optional<RowKey> stop_;  // nothing beyond it is looked at
  std::vector<Row> rows_;
  std::uint64_t looked_at_ = 0;
  bool at_end_ = false;
};

}  // namespace

Result<RecordPage> AuditReader::page(const AuditFilter& filter, const PageWish& wish) {
  const AuditFilter ordered = in_order(filter, wish.towards);
  auto from = key_of(wish.place, FilterSql(ordered).ordered_by());
  if (!from) return forward(from.error());
  PageReader reader(*database_, ordered, std::move(*from));
  if (const auto read = reader.read(wish.records + 1, wish.rows); !read)
    return forward(read.error());
  RecordPage page;
  page.looked_at = reader.looked_at();
  std::string rest = reader.rest(wish.records);
  auto& rows = reader.rows();
  if (rows.size() > wish.records) rows.resize(wish.records);
  std::string back = wish.place.empty() || rows.empty() ? wish.place : place_text(rows[0].key);
  for (Row& row : rows) {
    auto answer = answers_.find(row.stored.record);
    if (!answer) return forward(answer.error());
    row.stored.answer = std::move(*answer);
    page.records.push_back(std::move(row.stored));
  }
  if (wish.towards == Towards::kNewer) std::ranges::reverse(page.records);
  page.older = wish.towards == Towards::kOlder ? std::move(rest) : back;
  page.newer = wish.towards == Towards::kOlder ? std::move(back) : std::move(rest);
  return page;
}

}  // namespace guard::supervisor
