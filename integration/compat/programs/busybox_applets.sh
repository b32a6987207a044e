# SPDX-License-Identifier: Apache-2.0
# busybox: its shell and applets, which are one program of many names.
# packages: busybox
# needs: busybox
# quick
work() {
  busybox sh -ec 'mkdir -p a/b; echo x >a/b/f; cp -a a c; mv c d; rm -r d/b; ln -s f a/b/l; chmod 640 a/b/f; tar cf - a | tar xf - -C d; find . | sort; sed -i s/x/y/ a/b/f; cat a/b/f; truncate -s 9 t; touch -d 2001-01-01 t; stat -c %s t; rm t; wc -c <a/b/f; busybox ash -c "echo in ash"'
}
