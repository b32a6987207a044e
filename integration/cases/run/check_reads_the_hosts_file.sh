# SPDX-License-Identifier: Apache-2.0
# A name that the hosts file leads somewhere is checked as a program would connect: to loopback unasked, to another machine by its
# address, which a rule for the name means too.
. "$LIB/case.sh"
printf '127.0.0.1 localhost dev.local\n192.0.2.7 build.internal # a remark\n' >hosts
how=(unshare -m)
[[ $(id -u) == 0 ]] || how=(unshare -rm)
"${how[@]}" true 2>/dev/null || skip "no mount namespace here"
checked() { # HOST WORD...
  "${how[@]}" sh -c 'mount --bind hosts /etc/hosts && shift && exec "$@"' sh "$1" "$GUARD" check "${@:2}" -- curl "http://$1:8080/" >"$OUT" || [[ $? == 3 ]]
}
for name in dev.local localhost; do
  checked "$name"
  assert_silent "$OUT" "asks later"
done
for name in build.internal elsewhere.example.org; do
  checked "$name"
  assert_says "$OUT" "asks later: connect $name (tier 2) [network.other]"
done
echo 'network: {allow: [build.internal]}' >allow.yaml
checked build.internal --policy allow.yaml
assert_silent "$OUT" "asks later"
