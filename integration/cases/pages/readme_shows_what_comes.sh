# SPDX-License-Identifier: Apache-2.0
# The commands of README.md, typed on a terminal, show what the page shows.
. "$LIB/case.sh"
. "$LIB/replay.sh"
replays "$PAGES/README.md" <<'SETUPS'
before_1() {
  mkdir tmp_a tmp_b tmp_important_backup
  head -c 1000 /dev/zero | tee tmp_a/1 tmp_a/2 >tmp_a/3
  head -c 206000 /dev/zero >tmp_important_backup/data
}
before_4() {
  rm -r tmp_*
  git init -q -b main
  mkdir shared
  echo common >shared/settings
  echo local/ >.gitignore
  git add .
  git commit -qm "one folder for all"
  git switch -qc links
  ln -s shared local
  git add local
  git commit -qm "local: a link to shared"
  git switch -q main
  mkdir local
  echo mine >local/settings
  echo ideas >local/notes.md
}
SETUPS
