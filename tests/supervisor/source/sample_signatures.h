// SPDX-License-Identifier: Apache-2.0
// Keys and signatures of one text. The private keys are gone.
#ifndef GUARD_TESTS_SUPERVISOR_SOURCE_SAMPLE_SIGNATURES_H_
#define GUARD_TESTS_SUPERVISOR_SOURCE_SAMPLE_SIGNATURES_H_

namespace guard::supervisor {

inline constexpr const char* kSignedText = "mode: paranoid\n";
inline constexpr const char* kSshKey =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIM1qmDaxJHryWwNh8xUH9n0wzDC4p/ft3SGobqc7rNwh ssh";
inline constexpr const char* kSshSignature = R"(-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgzWqYNrEkevJbA2HzFQf2fTDMML
in9+3dIahupzus3CEAAAAMZ3VhcmQtcG9saWN5AAAAAAAAAAZzaGE1MTIAAABTAAAAC3Nz
aC1lZDI1NTE5AAAAQGClwgQBQnXf0gHPX9OS6Hw8NDn+MeTxmTdtuPuH6QMDSEGkYQkNDp
AwzT/TLSwuyAmQOYO1/3upVqki4GHvHgo=
-----END SSH SIGNATURE-----
)";
inline constexpr const char* kSshSignatureOfFile = R"(-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgzWqYNrEkevJbA2HzFQf2fTDMML
in9+3dIahupzus3CEAAAAEZmlsZQAAAAAAAAAGc2hhNTEyAAAAUwAAAAtzc2gtZWQyNTUx
OQAAAEDwJkCgwjWKXvlMDHWffqHZaYcSik8z9oIaWbu91dyoOBUMIfT1AYudSnbh0YziIb
dI9WpnqJItQnkk1qtKWwED
-----END SSH SIGNATURE-----
)";
inline constexpr const char* kMinisignKey =
    "RWQBAgMEBQYHCCGd5Y45j4GL854ezgU1U5pX/JRUkBCL80IrchT613vE";
inline constexpr const char* kMinisignSignature = R"(untrusted comment: signature
RUQBAgMEBQYHCK2UsLlYPFvYTUj6FRIKQAGMKfTQag2Um8rTAEicQ1IZZxpjuHdm//YFm5fwsJnoxKn77KOPNEsnC46vOqVKDAs=
trusted comment: timestamp:1700000000	release 7
MxDyI2O9NG2OEn3oPZami+XdTk5ADOh7gBjoA+6dm9+9Edrl0h/gm5gfe3OenlfYwZiGlybUSdoNwEs4Jw/WAQ==
)";
inline constexpr const char* kMinisignOldSignature = R"(untrusted comment: signature
RWQBAgMEBQYHCITPB0nbB13bImGpaSjSeB9KVvS0Z+Xyhf2z1oVon7QYOnZ8vP6ZS5ZWFKaL996QF74FmVhCCAxp5cd5LKUDlgM=
trusted comment: timestamp:1700000000	release 7
zGEa9S5C7YQKhHfMtAiQoZmZBtiN3A65AOKzopD3alLz/En+tfn1EepRSaC30FTQQif4SOYhW7r1jABTIm4xAg==
)";

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_SOURCE_SAMPLE_SIGNATURES_H_
