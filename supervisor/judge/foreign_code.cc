// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/foreign_code.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace guard::supervisor {
namespace {

// Each makes a program load libraries or modules of a folder or a file that it names: the C library
// (GCONV_PATH), OpenSSL, OpenSSH, Kerberos, SASL, GLib; interpreters, for programs written in them.
constexpr std::array<std::string_view, 18> kForeignCode = {"LD_",
                                                           "GCONV_PATH=",
                                                           "OPENSSL_CONF=",
                                                           "OPENSSL_MODULES=",
                                                           "OPENSSL_ENGINES=",
                                                           "SSH_SK_",
                                                           "KRB5_",
                                                           "SASL_",
                                                           "GIO_",
                                                           "GTK_",
                                                           "PYTHONPATH=",
                                                           "PYTHONHOME=",
                                                           "PYTHONUSERBASE=",
                                                           "PERL5LIB=",
                                                           "PERLLIB=",
                                                           "RUBYLIB=",
                                                           "NODE_PATH=",
                                                           "NODE_OPTIONS="};

}  // namespace

bool loads_other_code(const std::vector<std::string>& environment_changes) {
  return std::any_of(
      environment_changes.begin(), environment_changes.end(), [](const std::string& change) {
        return std::any_of(kForeignCode.begin(), kForeignCode.end(),
                           [&](std::string_view name) { return change.starts_with(name); });
      });
}

}  // namespace guard::supervisor
