# SPDX-License-Identifier: Apache-2.0
# vim -es: edit, swap file, backup, undo file, write.
# packages: vim-tiny
# needs: vim
# leave-out: .viminfo .undo
setup() { seq 10 >f && chmod 640 f && ln f hard && seq 3 >g; }
work() {
  vim -es -u NONE -c 'set backup swapfile' -c '%s/^/line /' -c wq f
  vim -es -u NONE -c 'set backupcopy=no writebackup' -c 'normal Gonew' -c wq g
  cat f g && ls
}
