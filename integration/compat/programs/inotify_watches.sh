# SPDX-License-Identifier: Apache-2.0
# inotifywait sees what is done to files, in order and as bare.
# packages: inotify-tools
# needs: inotifywait
# known: guard looks into a folder before its removal, and a watcher sees that it was opened
work() {
  mkdir d; inotifywait -qm --format '%e %f' d >log 2>/dev/null & p=$!
  for _ in $(seq 100); do grep -q inotify /proc/$p/fdinfo/* 2>/dev/null && break; sleep 0.05; done; sleep 0.2
  echo a >d/a; mv d/a d/b; echo c >>d/b; chmod 600 d/b; mkdir d/e; rmdir d/e; ln -s x d/l; rm d/b d/l; : >d/end; rm d/end
  for _ in $(seq 100); do grep -q 'DELETE end' log && break; sleep 0.05; done
  kill $p; wait $p || true; cat log
}
