# SPDX-License-Identifier: Apache-2.0
# rsync: -a, --delete, --inplace, --link-dest, over a pipe of its own. --delete and hosts ask.
# packages: rsync
# needs: rsync
# allow: command: [rsync, far]
setup() { mkdir -p a/b && for i in $(seq 30); do echo "$i" >"a/b/$i"; done && chmod 640 a/b/7 && ln -s 1 a/b/l && touch -d 2001-01-01 a/b/* && printf '#!/bin/sh\nshift\nexec "$@"\n' >far && chmod +x far; }
work() {
  rsync -aX a/ b/ && rm a/b/3 && echo more >>a/b/4 && rsync -a --delete a/ b/ && rsync -a --inplace --checksum a/ b/
  rsync -a --link-dest=../b a/ c/ && stat -c %h c/b/7 && rsync -a -e ./far a/ host:"$PWD/d/"
  diff -r a d && ls d/b | wc -l
}
