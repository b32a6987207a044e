# SPDX-License-Identifier: Apache-2.0
# Written first, run later, by whatever reads it: what it then does is judged. Threat 42.
. "$LIB/case.sh"
stand_in sudo
lines=(
  "python3 -c \"open('x.sh', 'w').write('rm -rf nest; sudo id')\"; bash x.sh" "printf 'rm -rf nest; sudo id' >x.sh; sh ./x.sh" "printf '#!/bin/sh\nrm -rf nest; sudo id\n' >x; chmod +x x; ./x"
  "printf 'rm -rf nest; sudo id' >x; . ./x" "printf 'rm -rf nest; sudo id' | bash" "cat >x <<'E'
rm -rf nest; sudo id
E
bash <x" "echo 'import os, shutil; os.system(\"sudo id\"); shutil.rmtree(\"nest\")' >x.py; python3 x.py" "echo 'unlink \"nest/egg\"; system \"sudo id\"' >x.pl; perl x.pl"
  "printf 'x:\n\trm -rf nest; sudo id\n' >m; make -f m" "echo 'require(\"fs\").rmSync(\"nest\", {recursive: true})' >x.js; node x.js" "mkdir -p n; echo 'sudo id; rm -rf nest' >n/s; BASH_ENV=n/s bash -c :"
  "cp /bin/rm r; ./r -rf nest; cp bin/sudo s; ./bin/sudo id"
)
for line in "${lines[@]}"; do
  rm -rf x x.sh x.py x.pl x.js m n r s
  precious nest/egg
  guard_run --on-ask deny -- bash -c "$line"
  assert_untouched nest/egg
  assert_nothing_ran "$line"
done
assert_recorded "r['act'] == 'delete' and r['decision'] in ('ask', 'deny')"
assert_recorded "r['act'] == 'exec' and 'SUDO' in r['categories']"
guard_run --on-ask deny -- bash -c "printf 'echo written; touch a; rm a' >x.sh; bash x.sh"
assert_content "$OUT" written
