// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/flag_rows.h"

#include <array>
#include <bit>
#include <unordered_map>

namespace guard::supervisor {
namespace {

constexpr std::array kFlagRows = {
    FlagRow{" curl ", " -u --user -U --proxy-user ", Part::kBehindColon, Form::kEither},
    FlagRow{" curl ", " -E --cert --proxy-cert ", Part::kBehindColon, Form::kEither},
    FlagRow{" twine ", " -p ", Part::kAll, Form::kEither},
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
    // Words that say that what follows is kept as a secret, whatever the program.
    FlagRow{
        " secret secrets secretsmanager variable variables vault keyvault credential credentials "
        "put-parameter create-secret update-secret put-secret-value parameter parameters kv "
        "env:set keychain keyring ",
        " --value --secret-value --secret-string --secret-binary --string-value --body "
        "--plaintext --content --data-value ",
        Part::kAll},
    // Flags without a dash.
    FlagRow{" nmcli netsh connmanctl wpa_cli iwctl ",
            " password psk passphrase wifi-sec.psk 802-11-wireless-security.psk 802-1x.password "
            "wifi-sec.wep-key0 wep_key0 gsm.password pppoe.password vpn.secrets ",
            Part::kAll},
    FlagRow{" iwconfig iw ", " key ", Part::kAll},
    // netrc(5)
    FlagRow{" machine default ", " password passwd ", Part::kAll, Form::kNext, "login"},
    FlagRow{" user role USER ROLE ", " password PASSWORD ", Part::kAll, Form::kNext, "alter"},
    FlagRow{" user role USER ROLE ", " password PASSWORD ", Part::kAll, Form::kNext, "ALTER"},
    FlagRow{" user role USER ROLE ", " password PASSWORD ", Part::kAll, Form::kNext, "create"},
    FlagRow{" user role USER ROLE ", " password PASSWORD ", Part::kAll, Form::kNext, "CREATE"},
    FlagRow{" identified IDENTIFIED ", " by BY ", Part::kAll},
    FlagRow{" redis-cli valkey-cli keydb-cli ",
            " requirepass REQUIREPASS masterauth MASTERAUTH auth AUTH ", Part::kAll},
    FlagRow{" ipmitool ", " -P ", Part::kAll, Form::kEither},
    FlagRow{" snmpwalk snmpget snmpset snmpbulkwalk ", " -A -X ", Part::kAll, Form::kEither},
    FlagRow{" security ", " -w -p ", Part::kAll, Form::kNext, "add-generic-password"},
    FlagRow{" security ", " -w -p ", Part::kAll, Form::kNext, "add-internet-password"},
    FlagRow{" security ", " -p ", Part::kAll, Form::kNext, "unlock-keychain"},
    FlagRow{" mosquitto_pub mosquitto_sub ", " -P --pw ", Part::kAll},
    FlagRow{" cqlsh ", " -p ", Part::kAll, Form::kEither},
    FlagRow{" rar unrar ", " -p -hp ", Part::kAll, Form::kAttached},
    FlagRow{" ncat ", " --proxy-auth ", Part::kBehindColon},
    FlagRow{" rdesktop ", " -p ", Part::kAll},
    FlagRow{" impacket-smbclient crackmapexec nxc evil-winrm smbmap ", " -p -H ", Part::kAll},
};

static_assert(kFlagRows.size() <= 64);

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
  for (std::size_t i = 0; i < kFlagRows.size(); ++i) {
    const RowMask bit = RowMask{1} << i;
    add_programs(masks, kFlagRows[i].programs, bit);
    if (!kFlagRows[i].needs.empty()) masks[kFlagRows[i].needs].needs |= bit;
  }
  return masks;
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

}  // namespace

bool listed(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (std::size_t at = list.find(word); at != std::string_view::npos;
       at = list.find(word, at + 1)) {
    if (list[at - 1] == ' ' && list[at + word.size()] == ' ') return true;
  }
  return false;
}

const FlagRow& lowest_row(RowMask mask) {
  return kFlagRows[static_cast<std::size_t>(std::countr_zero(mask))];
}

RowMask rows_without_needs() {
  RowMask mask = 0;
  for (std::size_t i = 0; i < kFlagRows.size(); ++i) {
    if (kFlagRows[i].needs.empty()) mask |= RowMask{1} << i;
  }
  return mask;
}

WordMasks masks_of(std::string_view base_name) {
  static const MasksByWord kMasks = masks_by_word();
  const auto found = kMasks.find(base_name);
  return found == kMasks.end() ? WordMasks{} : found->second;
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

}  // namespace guard::supervisor
