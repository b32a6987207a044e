# SPDX-License-Identifier: Apache-2.0
# An answer for one file, given to all of its folder for the command, covers nothing of another kind in that
# folder: no secret, nothing that steers programs, no history.
. "$LIB/case.sh"
precious a.txt b.txt sub/c
git init -q .
printf 'TOKEN=1\n' >.env
mkdir .vscode && printf '{}\n' >.vscode/settings.json
start_guarded -- python3 -c '
import os
for name in ("a.txt", "b.txt", "sub/c", ".env", ".vscode/settings.json", ".git/HEAD"):
    try: os.unlink(name)
    except OSError as error: print(name, error.strerror)'
wait_for_question
guard approve --scope command "$question_id" >/dev/null
# Nor does a denial, once, answer for the next one.
for name in .env .vscode/settings.json .git/HEAD; do
  wait_for_question
  [[ $(json_of "data[0]['what']") == "delete $PWD/$name" ]] || fail "asked $(json_of "data[0]['what']")"
  guard deny "$question_id" >/dev/null
done
finish_guarded
assert_missing a.txt b.txt sub/c
assert_exists .env .vscode/settings.json .git/HEAD
