# SPDX-License-Identifier: Apache-2.0
# A .pem that begins as a certificate is public only when no private key follows.
. "$LIB/case.sh"
printf -- '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' >ca.pem
{ cat ca.pem; printf -- '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n'; } >server.pem
guard_run --on-ask deny -- cat ca.pem
assert_status 0
guard_run --on-ask deny -- cat server.pem
assert_status 1
assert_silent "$OUT" canary
assert_says "$ERR" 'denied read'
