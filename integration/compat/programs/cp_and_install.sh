# SPDX-License-Identifier: Apache-2.0
# cp -a, --reflink, --sparse, --backup; install; mv over; ln -f; dd; truncate; split; mktemp. Bits that lend rights, and shred, ask.
# quick
setup() {
  mkdir -p a/b && for i in $(seq 20); do echo "$i" >"a/b/$i"; done
  chmod 751 a/b/1 && chmod 600 a/b/2 && ln -s nowhere a/dangling && ln a/b/3 a/hard && mkfifo a/fifo && truncate -s 2M a/hole && touch -d 2001-01-01 a/b/4
  echo old >file && echo old2 >file2
}
work() {
  cp -a a c && cp -a --remove-destination a/. c && cp --sparse=always a/hole h && cp --reflink=auto -p a/b/4 k && cp -b file file2 && cp -rL a/b l
  install -D -m 711 a/b/1 i/j/1 && install -d -m 1777 i/t && mv file file2 && ln -f k file2 && ln -sfn a/b link && ln -sfn a link
  dd if=/dev/zero of=d bs=1k count=8 status=none && dd if=a/b/4 of=d conv=notrunc status=none && truncate -s 3 d && split -b 10 a/b/20 part.
  t=$(mktemp -p .) && rm "$t" && chmod -R g+w,o-r a && find a -newer k -type f | wc -l && touch -r k d && stat -c %Y k d && tee -a e <k >/dev/null && rmdir i/t
}
