// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/flag_secrets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "base/text.h"
#include "supervisor/audit/secret_names.h"
#include "supervisor/audit/secret_shapes.h"

namespace guard::supervisor {
namespace {

// Which part of the value is secret.
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

constexpr std::array kRows = {
    FlagRow{" curl ", " -u --user -U --proxy-user ", Part::kBehindColon, Form::kEither},
    FlagRow{" curl ", " -b --cookie ", Part::kCookie, Form::kEither},
    FlagRow{" curl ", " --oauth2-bearer ", Part::kAll},
    FlagRow{" http https xh xhs ", " -a --auth ", Part::kBehindColon, Form::kEither},
    FlagRow{" lftp ", " -u --user ", Part::kBehindComma, Form::kEither},
    FlagRow{" mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mariadb mariadb-dump "
            "mariadb-admin mycli ",
            " -p ", Part::kAll, Form::kAttached},
    FlagRow{" sshpass ", " -p ", Part::kAll, Form::kEither},
    FlagRow{" docker podman nerdctl buildah skopeo helm oc az ", " -p ", Part::kAll, Form::kEither,
            "login"},
    FlagRow{" mongo mongosh mongodump mongorestore mongoexport mongoimport ", " -p ", Part::kAll,
            Form::kEither},
    FlagRow{" redis-cli ", " -a ", Part::kAll},
    FlagRow{" sqlcmd bcp ", " -P ", Part::kAll, Form::kEither},
    FlagRow{" 7z 7za 7zr 7zz ", " -p ", Part::kAll, Form::kAttached},
    FlagRow{" zip unzip zipcloak ", " -P ", Part::kAll, Form::kEither},
    FlagRow{" ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd ", " -w ", Part::kAll,
            Form::kEither},
    FlagRow{" smbclient rpcclient ", " -U --user ", Part::kBehindPercent, Form::kEither},
    FlagRow{" openssl ", " -passin -passout -pass ", Part::kPassPhrase},
    FlagRow{" openssl ", " -k -K ", Part::kAll},
    FlagRow{" ssh-keygen ", " -N -P ", Part::kAll},
    FlagRow{" keytool jarsigner ", " -storepass -keypass -srcstorepass -deststorepass ",
            Part::kAll},
    FlagRow{" kubectl oc ", " --from-literal ", Part::kBehindEquals},
    FlagRow{" gh ", " -b --body ", Part::kAll, Form::kEither, "secret"},
};

bool listed(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (std::size_t at = list.find(word); at != std::string_view::npos;
       at = list.find(word, at + 1)) {
    if (list[at - 1] == ' ' && list[at + word.size()] == ' ') return true;
  }
  return false;
}

// One bit a row.
using RowMask = std::uint32_t;
static_assert(kRows.size() <= 32);

// Which rows a word brings into play, as a program or as the word they need.
struct WordMasks {
  RowMask programs = 0;
  RowMask needs = 0;
};
using MasksByWord = std::unordered_map<std::string_view, WordMasks>;

void add_programs(MasksByWord& masks, std::string_view list, RowMask bit) {
  for (std::size_t begin = 1; begin < list.size();) {
    const std::size_t end = list.find(' ', begin);
    masks[list.substr(begin, end - begin)].programs |= bit;
    begin = end + 1;
  }
}

MasksByWord masks_by_word() {
  MasksByWord masks;
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    const RowMask bit = RowMask{1} << i;
    add_programs(masks, kRows[i].programs, bit);
    if (!kRows[i].needs.empty()) masks[kRows[i].needs].needs |= bit;
  }
  return masks;
}

RowMask rows_without_needs() {
  RowMask mask = 0;
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].needs.empty()) mask |= RowMask{1} << i;
  }
  return mask;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<std::string_view> behind(std::string_view value, char sign) {
  const std::size_t at = value.find(sign);
  if (at == std::string_view::npos) return std::nullopt;
  return value.substr(at + 1);
}

std::optional<std::string_view> behind_colon(std::string_view value) {
  constexpr std::size_t kLongEnoughForAToken = 16;
  const auto password = behind(value, ':');
  if (password && password->empty() && value.size() > kLongEnoughForAToken) {
    return value.substr(0, value.size() - 1);
  }
  if (password && is_number(*password) && is_number(value.substr(0, value.find(':')))) {
    return std::nullopt;  // user and group ids
  }
  return password;
}

std::optional<std::string_view> pass_phrase(std::string_view value) {
  return value.starts_with("pass:") ? std::optional(value.substr(5)) : std::nullopt;
}

std::optional<std::string_view> cookie(std::string_view value) {
  return value.find('=') == std::string_view::npos ? std::nullopt : std::optional(value);
}

std::optional<std::string_view> part_of(Part part, std::string_view value) {
  using enum Part;
  if (part == kBehindColon) return behind_colon(value);
  if (part == kBehindComma) return behind(value, ',');
  if (part == kBehindPercent) return behind(value, '%');
  if (part == kBehindEquals) return behind(value, '=');
  if (part == kPassPhrase) return pass_phrase(value);
  return part == kCookie ? cookie(value) : value;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_long(std::string_view word) {
  return word.starts_with("--") && word.size() > 2;
}

std::string_view trailing_name(std::string_view word) {
  std::size_t begin = word.size();
  const auto belongs = [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  while (begin > 0 && belongs(word[begin - 1])) --begin;
  return word.substr(begin);
}

class Finder {
 public:
  explicit Finder(std::span<const std::string_view> words) : words_(words) {}

  Secrets find() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      look_at(words_[at_]);
      note(words_[at_]);
    }
    return std::move(found_);
  }

 private:
  void look_at(std::string_view word) {
    if (word.starts_with('-')) {
      by_rows(word);
      if (is_long(word)) by_option_name(word);
      return;
    }
    by_assignment(word);
    if (setting_) by_setting(word);
  }

  // Rows of programs that stand before.
  void by_rows(std::string_view word) {
    for (RowMask rows = seen_.programs & seen_.needs; rows != 0; rows &= rows - 1) {
      const FlagRow& row = kRows[static_cast<std::size_t>(std::countr_zero(rows))];
      if (const auto value = value_of(row, word)) add(part_of(row.part, *value));
    }
  }

  [[nodiscard]] std::optional<std::string_view> value_of(const FlagRow& row,
                                                         std::string_view word) const {
    if (listed(row.flags, word)) {
      return row.form == Form::kAttached ? std::nullopt : next_word();
    }
    if (is_long(word)) {
      const std::size_t equals = word.find('=');
      if (equals == std::string_view::npos || !listed(row.flags, word.substr(0, equals))) {
        return std::nullopt;
      }
      return word.substr(equals + 1);
    }
    return row.form == Form::kNext || word.size() < 3 ? std::nullopt : short_value(row, word);
  }

  // "-uVALUE"; or a cluster: "-sSu VALUE", "-sSuUSER:PASS".
  [[nodiscard]] std::optional<std::string_view> short_value(const FlagRow& row,
                                                            std::string_view word) const {
    for (std::size_t i = 1; i < word.size() && is_letter(word[i]); ++i) {
      const std::array<char, 2> flag = {'-', word[i]};
      if (!listed(row.flags, std::string_view(flag.data(), flag.size()))) continue;
      const std::string_view rest = word.substr(i + 1);
      if (rest.empty()) return row.form == Form::kEither ? next_word() : std::nullopt;
      // Behind other letters any word would do: only a colon tells it from one.
      if (i == 1 || row.part == Part::kBehindColon) return rest;
    }
    return std::nullopt;
  }

  // Any program: --client-secret X, --password=X.
  void by_option_name(std::string_view word) {
    const std::size_t equals = word.find('=');
    const std::string_view name =
        word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
    if (!is_secret_option(name)) return;
    const bool password = kind_of_name(name) == NameKind::kPassword;
    const auto value =
        equals == std::string_view::npos ? next_word() : std::optional(word.substr(equals + 1));
    if (value && (password || !is_path(*value)) && !value->starts_with("id=")) add(*value);
  }

  // NAME=VALUE: the rest of the word is the value.
  void by_assignment(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string_view::npos) return;
    const std::string_view name = word.substr(0, equals);
    if (trailing_name(name) != name) return;
    const NameKind kind = kind_of_name(name);
    const std::string_view value = word.substr(equals + 1);
    if (kind == NameKind::kVariable || kind == NameKind::kPassword) add(value);
  }

  // npm config set //registry/:_authToken X; aws configure set aws_secret_access_key X
  void by_setting(std::string_view word) {
    if (word.find('=') != std::string_view::npos) return;
    if (kind_of_name(trailing_name(word)) != NameKind::kPlain) add(next_word());
  }

  [[nodiscard]] std::optional<std::string_view> next_word() const {
    if (at_ + 1 >= words_.size()) return std::nullopt;
    const std::string_view next = words_[at_ + 1];
    // The next option, not a value.
    const bool option = next.size() > 1 && next.front() == '-';
    return option ? std::nullopt : std::optional(next);
  }

  void add(std::optional<std::string_view> value) {
    if (value && !is_placeholder(*value)) found_.push_back(whole_secret(without_quotes(*value)));
  }

  void note(std::string_view word) {
    static const MasksByWord kMasks = masks_by_word();
    if (const auto found = kMasks.find(base_name(word)); found != kMasks.end()) {
      seen_.programs |= found->second.programs;
      seen_.needs |= found->second.needs;
    }
    setting_ = setting_ || word == "set" || word == "config";
  }

  std::span<const std::string_view> words_;
  std::size_t at_ = 0;
  WordMasks seen_ = {0, rows_without_needs()};  // of the words before
  bool setting_ = false;
  Secrets found_;
};

}  // namespace

Secrets secrets_behind_flags(std::span<const std::string_view> words) {
  return Finder(words).find();
}

}  // namespace guard::supervisor
