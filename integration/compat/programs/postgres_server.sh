# SPDX-License-Identifier: Apache-2.0
# postgres: initdb, a server on a Unix socket, a table, a checkpoint, stop. Its server refuses root.
# as: user
# leave-out: data log
# timeout: 180
usable() { find_pg >/dev/null || { echo "not installed: postgresql"; return 1; }; }
find_pg() { local found; found=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1) && [[ -x $found/initdb ]] && echo "$found"; }
work() {
  PATH=$(find_pg):$PATH; unset LC_ALL; export PGHOST=$PWD PGUSER=me
  initdb -D data -U me --no-sync --auth=trust --locale=C -E UTF8 >log 2>&1 && pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $PWD -c fsync=off" start >/dev/null
  psql -qAt -d postgres -c 'create table t(a int)' -c 'insert into t select generate_series(1, 1000)' -c 'select sum(a) from t' -c 'checkpoint' -c 'vacuum full t' -c 'select count(*) from t'
  createdb two && psql -qAt -d two -c 'select current_database()' && pg_dump -d postgres | grep -c '^[0-9]'
  pg_ctl -D data -w -m fast stop >/dev/null && ls
}
