// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/operand_secrets.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "supervisor/audit/record/flag_rows.h"
#include "supervisor/audit/redaction/secret_value.h"

namespace guard::supervisor {

// kWhenFirst: any word will do where the program begins the command; else, and for kLooking, only
// what looks like a secret, or prose ("fix the vault login page") would be hidden.
enum class Proof { kWhenFirst, kLooking };

struct OperandRow {
  std::string_view programs;    // one of them, between blanks
  std::string_view subcommand;  // one of these is the first operand; empty: none is needed
  std::size_t place;            // behind the subcommand, from 1; 0: each
  Proof proof;
  std::string_view valued;  // options whose value is the next word, between blanks
  char flag = 0;            // this letter must be among the short options
  char shorter = 0;         // with this one the place is one less
};

namespace {

constexpr std::array kOperandSecretsRows = {
    OperandRow{" htpasswd ", "", 3, Proof::kWhenFirst, " -C -r ", 'b', 'n'},
    OperandRow{" openssl ", " passwd ", 0, Proof::kWhenFirst, " -salt -in -rand -writerand "},
    OperandRow{" vault bao ", " login ", 1, Proof::kLooking, " -method -path -address -namespace "},
    OperandRow{" mysqladmin mariadb-admin ", " password ", 1, Proof::kWhenFirst, " -u -h -P -S "},
    OperandRow{" vault secret secrets credential credentials keychain keystore ",
               " set put add create store write update ", 2, Proof::kLooking, ""},
    OperandRow{" rabbitmqctl ", " add_user change_password authenticate_user ", 2,
               Proof::kWhenFirst, " -n --node -p "},
    OperandRow{" virsh ", " secret-set-value ", 2, Proof::kLooking, " -c --connect "},
    OperandRow{" mosquitto_passwd ", "", 3, Proof::kWhenFirst, "", 'b'},
    OperandRow{" wpa_passphrase ", "", 2, Proof::kWhenFirst, ""},
    OperandRow{" radtest ", "", 2, Proof::kWhenFirst, " -t -P "},
    OperandRow{" mc mcli ", " alias ", 5, Proof::kWhenFirst, ""},
    OperandRow{" sqlplus sqlldr expdp impdp ", "", 1, Proof::kLooking, ""},
    OperandRow{" net ", " user ", 2, Proof::kLooking, " -U -S "},
};

// The words that may stand before a program at the start of a command, and their options with
// values.
constexpr std::string_view kStarters =
    " sudo doas env exec command nohup nice ionice time timeout setsid stdbuf xargs then do else { "
    "! ";
constexpr std::string_view kStartersValued = " -u -g ";

bool starts_command(std::string_view word) {
  return listed(kStarters, base_name(word)) || word.find('=') != std::string_view::npos ||
         has_digit(word.substr(0, 1));
}

bool looks_secret(std::string_view word) {
  constexpr std::size_t kLeast = 6;
  constexpr std::size_t kSurely = 20;
  // "username=ana" is a field; at the end they fill up base64.
  if (word.find('=') < word.size() - std::min<std::size_t>(word.size(), 2)) return false;
  return word.size() >= kSurely || (word.size() >= kLeast && has_digit(word));
}

}  // namespace

bool OperandWatch::is_secret(std::string_view word) {
  if (word.data() == nullptr) {
    *this = OperandWatch();
    return false;
  }
  if (skip_) {
    skip_ = false;
    return false;
  }
  if (word.size() > 1 && word.front() == '-') {
    see_option(word);
    return false;
  }
  if (row_ != nullptr && see_operand(word)) return true;
  if (row_ == nullptr) see_program(word);
  return false;
}

void OperandWatch::see_option(std::string_view word) {
  skip_ = listed(row_ == nullptr ? kStartersValued : row_->valued, word);
  if (row_ == nullptr || row_->flag == 0 || word.starts_with("--")) return;
  const std::array<char, 2> last = {'-', word.back()};  // of a cluster: "-bBC 10"
  skip_ = listed(row_->valued, std::string_view(last.data(), last.size()));
  flag_ = flag_ || word.find(row_->flag) != std::string_view::npos;
  shorter_ = shorter_ || word.find(row_->shorter) != std::string_view::npos;
}

void OperandWatch::see_program(std::string_view word) {
  const std::string_view name = base_name(word);
  const auto* found =
      std::find_if(kOperandSecretsRows.begin(), kOperandSecretsRows.end(),
                   [&](const OperandRow& row) { return listed(row.programs, name); });
  if (found == kOperandSecretsRows.end()) {
    at_start_ = at_start_ && starts_command(word);
    return;
  }
  row_ = found;
  program_ = name;
  from_start_ = at_start_;
  named_ = row_->subcommand.empty();
  flag_ = row_->flag == 0;
}

// A program may have rows for several of its subcommands.
bool OperandWatch::take_subcommand(std::string_view word) {
  const auto* found = std::find_if(
      kOperandSecretsRows.begin(), kOperandSecretsRows.end(), [&](const OperandRow& row) {
        return listed(row.programs, program_) && listed(row.subcommand, word);
      });
  if (found == kOperandSecretsRows.end()) return false;
  row_ = found;
  flag_ = row_->flag == 0;
  return true;
}

bool OperandWatch::see_operand(std::string_view word) {
  if (!named_) {
    named_ = take_subcommand(word);
    if (named_) return false;
    // Another subcommand, or only a word of that name: go on looking.
    *this = OperandWatch();
    at_start_ = false;
    return false;
  }
  ++operands_;
  const std::size_t place = row_->place - (shorter_ ? 1 : 0);
  if (!flag_ || (row_->place != 0 && operands_ != place)) return false;
  return (from_start_ && row_->proof == Proof::kWhenFirst) || looks_secret(word);
}

}  // namespace guard::supervisor
