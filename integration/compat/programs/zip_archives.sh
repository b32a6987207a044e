# SPDX-License-Identifier: Apache-2.0
# zip and unzip: new, update, delete, over what is there.
# packages: zip unzip
# needs: zip unzip
# leave-out: .zip
setup() { mkdir a && for i in $(seq 20); do echo "$i" >a/$i; done && touch -d 2001-01-01 a/* && chmod 755 a/3 && ln -s 1 a/l; }
work() { zip -qry t.zip a && echo new >a/4 && zip -qu t.zip a/4 && zip -qd t.zip a/5 && unzip -q t.zip -d x && unzip -qo t.zip -d x && unzip -l t.zip | tail -1 | awk '{print $2}' && unzip -qt t.zip | sed 's/ of .*//'; }
