# SPDX-License-Identifier: Apache-2.0
# node: worker threads, child processes, promises of fs, a cluster on loopback.
# packages: nodejs
# needs: node
# quick
setup() {
  cat >main.js <<'JS'
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const { execFileSync, fork } = require('child_process');
const fs = require('fs'), http = require('http');
if (!isMainThread) {
  fs.writeFileSync(`w${workerData}`, 'w'.repeat(workerData));
  fs.renameSync(`w${workerData}`, `v${workerData}`);
  parentPort.postMessage(workerData * 2);
} else if (process.argv[2] === 'child') {
  process.send({ from: 'child' });
} else {
  (async () => {
    const all = [1, 2, 3, 4].map(n => new Promise((done, no) => new Worker(__filename, { workerData: n }).on('message', done).on('error', no)));
    console.log((await Promise.all(all)).join(' '));
    console.log(execFileSync('sh', ['-c', 'echo from sh']).toString().trim());
    console.log(await new Promise(done => fork(__filename, ['child']).on('message', m => done(m.from))));
    await Promise.all([...Array(50).keys()].map(async n => { await fs.promises.writeFile(`f${n}`, `${n}`); await fs.promises.copyFile(`f${n}`, `g${n}`); await fs.promises.unlink(`f${n}`); }));
    await fs.promises.mkdir('a/b/c', { recursive: true }); await fs.promises.rm('a', { recursive: true });
    const server = http.createServer((q, a) => a.end('served')).listen(0, '127.0.0.1', () =>
      http.get({ port: server.address().port, host: '127.0.0.1' }, a => { a.on('data', d => console.log(`${d}`)); a.on('end', () => server.close()); }));
  })();
}
JS
}
work() { node main.js; }
