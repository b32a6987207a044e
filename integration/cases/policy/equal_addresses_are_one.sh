# SPDX-License-Identifier: Apache-2.0
# An address is the same however a rule and a command spell it. A number that programs take for an address is no
# name of a host: as a rule it does not load.
. "$LIB/case.sh"
cat >p.yaml <<'YAML'
rules:
  - {id: no-v6, when: {host: "2001:DB8:0::1"}, decision: deny}
  - {id: no-v4, when: {host: "::ffff:192.0.2.7"}, decision: deny}
  - {id: no-here, when: {host: "127.0.0.1"}, decision: deny}
YAML
rule_for() { # URL RULE
  guard check --json --policy p.yaml -- curl "$1" >"$OUT" || true
  QUESTION=$(<"$OUT")
  [[ $(json_of "[a['rule'] for a in data['later']] == ['$2']") == true ]] || fail "$1: $QUESTION"
}
for url in 'http://[2001:db8::1]/' 'http://[2001:DB8::1]:8080/' 'http://[2001:0db8:0:0:0:0:0:1]/'; do
  rule_for "$url" no-v6
done
for url in 'http://192.0.2.7/' 'http://[::ffff:192.0.2.7]/' 'http://0xc0000207/'; do rule_for "$url" no-v4; done
for url in 'http://127.0.0.1/' 'http://127.1/' 'http://0x7f000001/' 'http://2130706433/'; do rule_for "$url" no-here; done

for host in 127.1 0x7f000001 0177.0.0.1 2130706433; do
  printf 'rules: [{id: r, when: {host: "%s"}, decision: deny}]\n' "$host" >old.yaml
  status=0
  guard policy validate old.yaml >"$OUT" 2>"$ERR" || status=$?
  assert_status 1
  assert_says "$ERR" 'not an address: did you mean "127.0.0.1"?'
done
