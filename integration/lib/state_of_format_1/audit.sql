BEGIN TRANSACTION;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO "meta" VALUES('synced','-');
CREATE TABLE outcomes (
  id INTEGER PRIMARY KEY,
  duration_ms INTEGER NOT NULL,
  errno INTEGER NOT NULL,
  hash TEXT NOT NULL,
  intent_seq INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  request_id TEXT NOT NULL,
  result_summary TEXT NOT NULL,
  seq INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  timestamp TEXT NOT NULL
) STRICT;
INSERT INTO "outcomes" VALUES(1,1911,0,'f45a9047e54b9e90c0e72ea94ab5b071ee842e7a94437336a03f778b79e6400b',5,'done','d2fd03ac4eeb3139cf5c1b64a446053588ad05daa0bfae4a2030989120f15165','48890f52-109f-48c8-b0f8-11418fcb43a9','',6,'before','2026-11-27T07:17:18.564256Z');
INSERT INTO "outcomes" VALUES(2,606487,0,'15a692065b1ec90f44812fd5a67e4ea9b69df076ea25a8f37428e7cca2d7178f',9,'done','35efefc415b578c27045c1eb969416ae693edf18bc02e8b3dce993ab636854c0','2f3855aa-ee45-4a9c-96c8-241451f9691c','',10,'before','2026-11-27T07:27:25.056408Z');
CREATE TABLE records (
  id INTEGER PRIMARY KEY,
  act TEXT NOT NULL,
  approval_id TEXT,
  approval_status TEXT,
  args_hash TEXT NOT NULL,
  argv TEXT NOT NULL,
  categories TEXT NOT NULL,
  category TEXT NOT NULL,
  chain TEXT NOT NULL,
  cwd TEXT NOT NULL,
  decision TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  effect TEXT NOT NULL,
  errno INTEGER NOT NULL,
  exe TEXT NOT NULL,
  hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  level TEXT NOT NULL,
  objects TEXT NOT NULL,
  outcome TEXT NOT NULL,
  pid INTEGER NOT NULL,
  prev_hash TEXT NOT NULL,
  reason TEXT NOT NULL,
  request_id TEXT NOT NULL,
  result_summary TEXT NOT NULL,
  risk_tier INTEGER NOT NULL,
  rule TEXT NOT NULL,
  seq INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  syscall TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  undo_id TEXT,
  user_id TEXT NOT NULL
) STRICT;
INSERT INTO "records" VALUES(1,'inherit',NULL,NULL,'','[]','[]','','[]','','allow',0,'{"descriptor":1,"is":"open for writing"}',0,'','9876a465f4168b7064359ed949aed98f90d8c2df35fbacdcc48f1500491a4398','act','mediated','["/tmp/fx/o"]','done',0,'0000000000000000000000000000000000000000000000000000000000000000','standard streams stay open: no rule sees what is done through them','03d5b75c-7121-4c57-95b1-4e034bead044','inherited descriptor 1: /tmp/fx/o, open for writing',1,'descriptors.stream',1,'before','','2026-11-27T07:17:16.647597Z','inherit',NULL,'root');
INSERT INTO "records" VALUES(2,'inherit',NULL,NULL,'','[]','[]','','[]','','allow',0,'{"descriptor":2,"is":"open for writing"}',0,'','004c06a130e53f181bcd9488787887edf43bdebcef4fe096bd3c6488c34a249b','act','mediated','["/tmp/fx/o"]','done',0,'9876a465f4168b7064359ed949aed98f90d8c2df35fbacdcc48f1500491a4398','standard streams stay open: no rule sees what is done through them','e2ee381e-7f01-4838-b8bb-78872ec3dbe0','inherited descriptor 2: /tmp/fx/o, open for writing',1,'descriptors.stream',2,'before','','2026-11-27T07:17:16.647656Z','inherit',NULL,'root');
INSERT INTO "records" VALUES(3,'exec',NULL,'auto','e56485bb8dd347baa093c4e23af14db570560a61b28117ab4e121a3a3ae2e6f2','["bash","-c","rm .env; rm -r logs"]','[]','','["22808 guard"]','/tmp/fx/project','allow',2,'null',0,'/usr/bin/bash','c6d499e9d2e53e343b106c4a0101f7296201c3153f6bf185d4729795c4c9645c','act','mediated','[]','done',22808,'004c06a130e53f181bcd9488787887edf43bdebcef4fe096bd3c6488c34a249b','an ordinary program','0656b59d-b7f6-4e2d-9b67-d4abf4500186','bash -c ''rm .env; rm -r logs''',0,'exec.ordinary',3,'before','execve','2026-11-27T07:17:16.650433Z','exec',NULL,'root');
INSERT INTO "records" VALUES(4,'answer','5f2d61e5-7eb2-4f22-b636-d50dc7a5c565','approved','','[]','[]','','[]','','allow',1902,'{"by":"root (guard approve)","scope":"once"}',0,'','229b04a54d269cab7a08dfd1b00963a67e2eb1fb8309982efbe6859a13845558','act','mediated','[]','done',0,'c6d499e9d2e53e343b106c4a0101f7296201c3153f6bf185d4729795c4c9645c','','0be30525-f2f1-4207-b3ae-137faa6d27bb','approved by root (guard approve): rm .env',2,'fs.delete',4,'before','','2026-11-27T07:17:18.555169Z','answer',NULL,'root');
INSERT INTO "records" VALUES(5,'exec','5f2d61e5-7eb2-4f22-b636-d50dc7a5c565','approved','36e0c08cd22b891211f0ff94cd983e6acedd5f0bbbc7e7df3010eb195a314d47','["rm",".env"]','["FS_CONFIG_SECRETS","FS_DELETE_OVERWRITE"]','FS_CONFIG_SECRETS','["22818 bash","22808 bash"]','/tmp/fx/project','ask',0,'{"born":0,"built":0,"bytes":16,"complete":true,"directories":0,"files":1,"preexisting":1,"secrets":1}',0,'/usr/bin/rm','d2fd03ac4eeb3139cf5c1b64a446053588ad05daa0bfae4a2030989120f15165','intent','mediated','["/tmp/fx/project/.env"]','',22818,'229b04a54d269cab7a08dfd1b00963a67e2eb1fb8309982efbe6859a13845558','deletes /tmp/fx/project/.env: it may hold a secret','48890f52-109f-48c8-b0f8-11418fcb43a9','rm .env',2,'fs.delete',5,'before','execve','2026-11-27T07:17:18.555302Z','exec',NULL,'root');
INSERT INTO "records" VALUES(6,'delete','5f2d61e5-7eb2-4f22-b636-d50dc7a5c565','auto','7e434edefeaf21487ac63f739d74a4e4adc8abfa2f23257c0f135332e239ca1a','[]','["FS_CONFIG_SECRETS","FS_DELETE_OVERWRITE"]','FS_CONFIG_SECRETS','["22818 rm","22808 bash"]','/tmp/fx/project','allow',3,'null',0,'/usr/bin/rm','f5ddbdd9f1b71aee8b9f03b1d75ff0e9f9bc2dbf3e1a521c1a06a096fc3c7341','act','mediated','["/tmp/fx/project/.env"]','done',22818,'f45a9047e54b9e90c0e72ea94ab5b071ee842e7a94437336a03f778b79e6400b','covered by an approved question','5c48681b-3d2c-4f0b-899c-ba2c1dc3dd60','delete /tmp/fx/project/.env',1,'lease',7,'before','unlinkat','2026-11-27T07:17:18.568219Z','delete','before:2','root');
INSERT INTO "records" VALUES(7,'answer','fdbe8fcf-99bd-4603-9ab1-65e36429127e','approved','','[]','[]','','[]','','allow',606483,'{"by":"root (guard approve)","scope":"always"}',0,'','830ca8b1dd23e97a63049f1952e0ba81ad49a7f52fb7cb3c54aeb04a17e3ded5','act','mediated','[]','done',0,'f5ddbdd9f1b71aee8b9f03b1d75ff0e9f9bc2dbf3e1a521c1a06a096fc3c7341','','ff9ae37f-c751-4da0-bc6b-ad5bac298dbe','approved by root (guard approve): rm -r logs',2,'fs.delete',8,'before','','2026-11-27T07:27:25.051963Z','answer',NULL,'root');
INSERT INTO "records" VALUES(8,'exec','fdbe8fcf-99bd-4603-9ab1-65e36429127e','approved','1a2a3702dba9ef7d45181d5da8d9bde92181becd9301e7d500d370c6b80ad17e','["rm","-r","logs"]','["FS_DELETE_OVERWRITE"]','FS_DELETE_OVERWRITE','["22808 bash"]','/tmp/fx/project','ask',0,'{"born":0,"built":0,"bytes":6,"complete":true,"directories":1,"files":1,"preexisting":2,"secrets":0}',0,'/usr/bin/rm','35efefc415b578c27045c1eb969416ae693edf18bc02e8b3dce993ab636854c0','intent','mediated','["/tmp/fx/project/logs"]','',22808,'830ca8b1dd23e97a63049f1952e0ba81ad49a7f52fb7cb3c54aeb04a17e3ded5','deletes 1 directory, 1 file, 6 B that existed before','2f3855aa-ee45-4a9c-96c8-241451f9691c','rm -r logs',2,'fs.delete',9,'before','execve','2026-11-27T07:27:25.055156Z','exec',NULL,'root');
INSERT INTO "records" VALUES(9,'delete',NULL,'auto','7e434edefeaf21487ac63f739d74a4e4adc8abfa2f23257c0f135332e239ca1a','[]','["FS_DELETE_OVERWRITE"]','FS_DELETE_OVERWRITE','["22808 rm"]','/tmp/fx/project','allow',0,'null',0,'/usr/bin/rm','d337538787f714d319a97d4e5a983df56db2308380ad864705df70eaed5c778f','act','mediated','["/tmp/fx/project/logs/notes.txt"]','done',22808,'15a692065b1ec90f44812fd5a67e4ea9b69df076ea25a8f37428e7cca2d7178f','deletes /tmp/fx/project/logs/notes.txt: saved for undo','dcccc5fd-419f-4b86-b3ac-4fcd185082d8','delete /tmp/fx/project/logs/notes.txt',1,'fs.delete',11,'before','unlinkat','2026-11-27T07:27:25.057657Z','delete','before:4','root');
INSERT INTO "records" VALUES(10,'delete',NULL,'auto','7e434edefeaf21487ac63f739d74a4e4adc8abfa2f23257c0f135332e239ca1a','[]','["FS_DELETE_OVERWRITE"]','FS_DELETE_OVERWRITE','["22808 rm"]','/tmp/fx/project','allow',0,'null',0,'/usr/bin/rm','72317fa78c7dd697ccb445dd13407fdcfbf4544b20b8f0fa6235d932016b6d29','act','mediated','["/tmp/fx/project/logs"]','done',22808,'d337538787f714d319a97d4e5a983df56db2308380ad864705df70eaed5c778f','deletes /tmp/fx/project/logs: saved for undo','6ac27347-2c4a-4b33-b8a1-e2dc6babf41f','delete /tmp/fx/project/logs',1,'fs.delete',12,'before','unlinkat','2026-11-27T07:27:25.057850Z','delete','before:5','root');
INSERT INTO "records" VALUES(11,'audit',NULL,NULL,'','[]','[]','','[]','','',0,'{"links":13,"mode":"balanced","policy":"7c7f670e890da0b5","workspace":"/tmp/fx/project"}',0,'','2a5828129ba14e835ddd329135c2c369cc400019facb1ffebab3d68e14c5ffad','end','','[]','done',0,'72317fa78c7dd697ccb445dd13407fdcfbf4544b20b8f0fa6235d932016b6d29','','5d84be73-38d8-489c-8aab-a949f141377e','the session ended',0,'',13,'before','','2026-11-27T07:27:25.089556Z','audit',NULL,'');
CREATE UNIQUE INDEX records_by_session ON records(session_id, seq);
CREATE INDEX records_by_time ON records(timestamp);
CREATE UNIQUE INDEX outcomes_by_session ON outcomes(session_id, seq);
CREATE INDEX outcomes_by_intent ON outcomes(session_id, intent_seq);
COMMIT;