# SPDX-License-Identifier: Apache-2.0
# Harmless commands that look alike are not blocked.
. "$LIB/case.sh"
for line in 'ls /' 'rm -rf ./build' 'echo "rm -rf /"' 'git commit -m "rm -rf /"' 'grep -r "mkfs" /usr/share/doc' 'find . -name "*.o"' \
  'dd if=/dev/zero of=./image bs=1 count=1' 'chmod -R u+w .' 'f() { echo x; }; f' 'cat /dev/null > x'; do
  status=0
  guard check --json --shell "$line" >"$OUT" || status=$?
  QUESTION=$(<"$OUT")
  [[ $(json_of "data['decision']") != block ]] || fail "blocked: $line"
done
