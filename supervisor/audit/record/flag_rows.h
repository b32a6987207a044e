// SPDX-License-Identifier: Apache-2.0
// The options of programs that hold secrets: the table, and which of its rows a word brings into
// play. A mask that belongs to one program is a row here; one that holds for any program is in
// secret_names.h. Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_FLAG_ROWS_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_FLAG_ROWS_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace guard::supervisor {

// The part of the value that is secret.
enum class Part {
  kAll,
  kBehindColon,    // "user:pass"; all of "token:"
  kBehindComma,    // "user,pass"
  kBehindPercent,  // "user%pass"
  kBehindEquals,   // "name=value"
  kPassPhrase,     // "pass:x"; not "env:X", "file:x"
  kCookie,         // "a=b"; not the name of a file
};

enum class Form {
  kNext,      // -u X, --user X, --user=X
  kAttached,  // -pX only: "-p" alone asks
  kEither,    // both, and -sSu X
};

struct FlagRow {
  std::string_view programs;  // of which one stands before, between blanks
  std::string_view flags;     // between blanks
  Part part;
  Form form = Form::kNext;
  std::string_view needs = "";  // a word that must stand before
};

// One bit a row.
using RowMask = std::uint64_t;

// The rows that a word brings into play, as a program or as the word they need.
struct WordMasks {
  RowMask programs = 0;
  RowMask needs = 0;
};

[[nodiscard]] const FlagRow& lowest_row(RowMask mask);  // of a mask that is not 0
[[nodiscard]] RowMask rows_without_needs();
[[nodiscard]] WordMasks masks_of(std::string_view base_name);
// Is the word in a list like " a b "?
[[nodiscard]] bool listed(std::string_view list, std::string_view word);
// The secret part of the value; nothing where it only names one.
[[nodiscard]] std::optional<std::string_view> part_of(Part part, std::string_view value);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_FLAG_ROWS_H_
