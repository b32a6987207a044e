// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/flag_secrets.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/text.h"
#include "supervisor/audit/record/flag_rows.h"
#include "supervisor/audit/redaction/operand_secrets.h"
#include "supervisor/audit/redaction/secret_names.h"
#include "supervisor/audit/redaction/secret_shapes.h"
#include "supervisor/audit/redaction/text_runs.h"

namespace guard::supervisor {
namespace {

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

// openssl-passphrase-options(1): where the secret is, not what it is.
bool is_pass_source(std::string_view value) {
  constexpr std::array<std::string_view, 4> kSources = {"env:", "file:", "fd:", "stdin"};
  return std::any_of(kSources.begin(), kSources.end(),
                     [&](std::string_view source) { return value.starts_with(source); });
}

class Finder {
 public:
  explicit Finder(std::span<const std::string_view> words) : words_(words) {}

  Secrets find() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      look_at(words_[at_]);
      note(words_[at_]);
      if (operands_.is_secret(words_[at_])) add(words_[at_]);
    }
    return std::move(found_);
  }

 private:
  void look_at(std::string_view word) {
    if (word.starts_with('-')) {
      if (by_rows(word)) return;
      if (is_long(word)) return by_option_name(word);
      return by_single_dash(word);
    }
    by_assignment(word);
    by_rows_without_dash(word);
    if (setting_) by_setting(word);
  }

  // nmcli ... password X; netrc's "machine H login L password X".
  void by_rows_without_dash(std::string_view word) {
    const auto next = next_word();
    for (RowMask rows = next ? seen_.programs & seen_.needs : 0; rows != 0; rows &= rows - 1) {
      const FlagRow& row = lowest_row(rows);
      if (listed(row.flags, word)) add(part_of(row.part, *next));
    }
  }

  // RESTIC_PASSWORD_COMMAND='echo X': a command tells it; only what says it itself is one.
  bool by_told_command(std::string_view name, std::string_view value) {
    if (!is_command_that_tells(name)) return false;
    value = without_quotes(value);
    for (const std::string_view says : {"echo ", "printf ", "/bin/echo ", "/usr/bin/printf "}) {
      if (value.starts_with(says)) add(value.substr(says.size()));
    }
    return true;
  }

  // Rows of programs that stand before. Was a secret found?
  bool by_rows(std::string_view word) {
    const std::size_t before = found_.size();
    for (RowMask rows = seen_.programs & seen_.needs; rows != 0; rows &= rows - 1) {
      const FlagRow& row = lowest_row(rows);
      if (const auto value = value_of(row, word)) add(part_of(row.part, *value));
    }
    return found_.size() > before;
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
    if (is_command_that_tells(name)) {
      const auto told =
          equals == std::string_view::npos ? next_word() : std::optional(word.substr(equals + 1));
      by_told_command(name, told.value_or(std::string_view()));
      return;
    }
    const OptionKind option = kind_of_option(name);
    if (option == OptionKind::kPlain) return;
    const bool password = kind_of_name(name) == NameKind::kPassword;
    const auto value =
        equals == std::string_view::npos ? next_word() : std::optional(word.substr(equals + 1));
    if (!value || value->starts_with("id=") || is_pass_source(*value)) return;
    if (option == OptionKind::kMode && is_mode(*value)) return;
    if (password || !is_key_file(*value)) add(*value);
  }

  // Any program: -password X, -passin pass:X, -storepass=X.
  void by_single_dash(std::string_view word) {
    const std::size_t equals = word.find('=');
    const std::string_view name =
        word.substr(1, equals == std::string_view::npos ? equals : equals - 1);
    if (!is_single_dash_option(name)) return;
    auto value =
        equals == std::string_view::npos ? next_word() : std::optional(word.substr(equals + 1));
    if (!value || is_pass_source(*value) || is_mode(*value) || is_path(*value)) return;
    // `ffmpeg -pass 1` is the first of two.
    if (value->size() < 3 && has_digit(*value)) return;
    if (value->starts_with("pass:")) value = value->substr(5);
    add(*value);
  }

  // sh -c TEXT: of the text only a word is the value, which is found in there.
  [[nodiscard]] bool is_text_of_program() const {
    if (at_ == 0) return false;
    const std::string_view before = words_[at_ - 1];
    constexpr std::size_t kLongest = 5;  // "-euxc"
    return before.size() >= 2 && before.size() <= kLongest && before.front() == '-' &&
           before.find('c') != std::string_view::npos &&
           std::all_of(before.begin() + 1, before.end(), is_letter);
  }

  // NAME=VALUE: the rest of the word is the value.
  void by_assignment(std::string_view word) {
    if (is_text_of_program()) return;
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string_view::npos) return;
    const std::string_view name = word.substr(0, equals);
    if (trailing_name(name) != name) return;
    const NameKind kind = kind_of_name(name);
    const std::string_view value = word.substr(equals + 1);
    if (by_told_command(name, value)) return;
    const bool kept = storing_ && kind_of_option(name) != OptionKind::kMode;
    if (kept || kind == NameKind::kVariable || kind == NameKind::kPassword) add(value);
  }

  // npm config set //registry/:_authToken X; aws configure set aws_secret_access_key X
  void by_setting(std::string_view word) {
    if (word.find('=') != std::string_view::npos) return;
    if (word.starts_with("http-basic.") && at_ + 2 < words_.size()) add(words_[at_ + 2]);
    const std::string_view head = word.substr(0, word.find('.'));  // "pypi-token.pypi"
    const bool heads = head.size() < word.size() && kind_of_name(head) == NameKind::kHinting;
    const NameKind kind = heads ? NameKind::kHinting : kind_of_name(trailing_name(word));
    // "set the auth header" is prose.
    if (kind != NameKind::kPlain && kind != NameKind::kSigning) add(next_word());
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
    const WordMasks masks = masks_of(base_name(word));
    seen_.programs |= masks.programs;
    seen_.needs |= masks.needs;
    setting_ = setting_ || word == "set" || word == "config" || word.ends_with(":set");
    // fly secrets set A=B: each is one, whatever its name.
    storing_ = storing_ || (secrets_ && listed(" set put add create import update write ", word));
    setting_ = setting_ || storing_;
    secrets_ = listed(" secret secrets kv vault bao ", word);
  }

  std::span<const std::string_view> words_;
  std::size_t at_ = 0;
  WordMasks seen_ = {0, rows_without_needs()};  // of the words before
  bool setting_ = false;
  bool secrets_ = false;  // the word before was "secrets"
  bool storing_ = false;
  OperandWatch operands_;
  Secrets found_;
};

}  // namespace

Secrets secrets_behind_flags(std::span<const std::string_view> words) {
  return Finder(words).find();
}

}  // namespace guard::supervisor
