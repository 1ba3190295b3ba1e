BEGIN TRANSACTION;
CREATE TABLE captures (
  capture INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  name TEXT NOT NULL,
  as_of INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  span_from INTEGER,
  span_to INTEGER,
  min_magnitude REAL,
  whole INTEGER NOT NULL,
  shown INTEGER NOT NULL,
  trusted INTEGER,
  UNIQUE (feed, sha256)
) STRICT;
INSERT INTO "captures" VALUES(1,'afad-api','829b72e2da8437a8908060f78212efee5990046b17939358f1c65321e75dfc41','test/golden/old-and-odd/input/1/afad.csv',1709251200000,1789732860000,1709251199000,1709251200000,1.2,0,2,NULL);
INSERT INTO "captures" VALUES(2,'historical-file','37022d0ef2cddf7b7f8799e37096ae14256d892c08f62df312a29dfb81458ac1','test/golden/old-and-odd/input/1/historical.csv',934848099400,1789732860000,-60210777600000,934848099400,6.9,0,5,NULL);
INSERT INTO "captures" VALUES(3,'usgs-fdsn','d0fb97c830356cda4cc99a8e4a08e6edf7a7a56c3b6b1ef2a72e7117062af0d0','test/golden/old-and-odd/input/1/usgs.geojson',1711929600000,1789732860000,1710929700000,1711016100500,2.1,0,2,NULL);
INSERT INTO "captures" VALUES(4,'afad-api','9a36f0fcda6f4ee4bcd03f438812136154371ff419d9df1055828e42bf4bb57b','test/golden/second-thoughts/input/1/afad.json',1675738821000,1789732920000,1675738821000,1675738821000,5.0,0,1,NULL);
INSERT INTO "captures" VALUES(5,'usgs-fdsn','712707bd749feed3c82b5329d888c0245491779203f3d2971d52b5f5d8280979','test/golden/second-thoughts/input/1/usgs.geojson',1675814400000,1789732920000,1675684800000,1675738840000,3.9,0,4,NULL);
INSERT INTO "captures" VALUES(6,'usgs-fdsn','fad200bfd5e29395ef74b0f682f58b5bb80dc00c18ad15bf43c92da971270590','test/golden/second-thoughts/input/2/usgs.geojson',1675900800000,1789732980000,1675695600000,1675738821800,4.0,0,3,NULL);
CREATE TABLE changes (
  sequence INTEGER PRIMARY KEY,
  earthquake INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('record', 'retracted', 'merged')),
  band INTEGER NOT NULL,
  time INTEGER NOT NULL,
  before_band INTEGER,
  before_time INTEGER,
  before_latitude REAL,
  before_longitude REAL,
  merged_into INTEGER,
  history TEXT NOT NULL
) STRICT;
INSERT INTO "changes" VALUES(1,1,1789732860000,'record',6,-60210777600000,NULL,NULL,NULL,NULL,NULL,'9c42c8ffc4edcc7798f7060f');
INSERT INTO "changes" VALUES(2,2,1789732860000,'record',6,-14825894400000,NULL,NULL,NULL,NULL,NULL,'7170ee2999a052e0d1817e3d');
INSERT INTO "changes" VALUES(3,3,1789732860000,'record',0,-12219271200000,NULL,NULL,NULL,NULL,NULL,'f025f7a92725d3e5071e62ca');
INSERT INTO "changes" VALUES(4,4,1789732860000,'record',6,-2381837760000,NULL,NULL,NULL,NULL,NULL,'897475c1969b9579f2333d94');
INSERT INTO "changes" VALUES(5,5,1789732860000,'record',6,934848099000,NULL,NULL,NULL,NULL,NULL,'45283ecb649c2f288886baf2');
INSERT INTO "changes" VALUES(6,6,1789732860000,'record',1,1709251199000,NULL,NULL,NULL,NULL,NULL,'ada967f77ec4af60db48f9e9');
INSERT INTO "changes" VALUES(7,7,1789732860000,'record',3,1709251200000,NULL,NULL,NULL,NULL,NULL,'691869ee186fc1979c3bf7fd');
INSERT INTO "changes" VALUES(8,8,1789732860000,'record',2,1710929700000,NULL,NULL,NULL,NULL,NULL,'c1ecfb831fe99a611ea2db4a');
INSERT INTO "changes" VALUES(9,9,1789732860000,'record',0,1711016100000,NULL,NULL,NULL,NULL,NULL,'608aaa8832fd44ebfd4e2c4c');
INSERT INTO "changes" VALUES(10,10,1789732920000,'record',4,1675684800000,NULL,NULL,NULL,NULL,NULL,'6e3f47a993609b1049fc2ec3');
INSERT INTO "changes" VALUES(11,11,1789732920000,'record',4,1675695600000,NULL,NULL,NULL,NULL,NULL,'afffa7b8e2e226c1b80377f5');
INSERT INTO "changes" VALUES(12,12,1789732920000,'record',3,1675727998000,NULL,NULL,NULL,NULL,NULL,'c0588dc1262248cc6b859d13');
INSERT INTO "changes" VALUES(13,13,1789732920000,'record',5,1675738821000,NULL,NULL,NULL,NULL,NULL,'99eb4aaa1b37fd097c618b86');
INSERT INTO "changes" VALUES(14,12,1789732980000,'record',4,1675728001000,3,1675727998200,37.26,36.73,NULL,'2d5fc15f6014629934c18492');
INSERT INTO "changes" VALUES(15,13,1789732980000,'record',5,1675738821000,5,1675738821000,37.2,36.75,NULL,'ad1a76ba2ebeb3cb5a6acfda');
INSERT INTO "changes" VALUES(16,11,1789732980000,'retracted',4,1675695600000,4,1675695600000,37.19,36.74,NULL,'225e47714c76c69d11dc8ad5');
CREATE TABLE dirty_earthquakes (earthquake INTEGER PRIMARY KEY, heir INTEGER) STRICT;
CREATE TABLE dirty_products (product INTEGER PRIMARY KEY) STRICT;
CREATE TABLE dirty_threads (thread INTEGER PRIMARY KEY) STRICT;
CREATE TABLE earthquakes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('current', 'merged', 'withdrawn')),
  merged_into INTEGER,
  band INTEGER NOT NULL,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  slug TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  record TEXT NOT NULL -- Earthquake
) STRICT;
INSERT INTO "earthquakes" VALUES(1,'a2f4864d8c3c7cb9','current',NULL,6,-60210777600000,35.2,25.1,'sentetik-girit-m6-9',1,'{"id":1,"eventId":"a2f4864d8c3c7cb9","slug":"sentetik-girit-m6-9","time":-60210777600000,"precision":"year","latitude":35.2,"longitude":25.1,"depthKm":null,"magnitude":6.9,"magnitudeType":null,"location":"Sentetik, Girit","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s0062","time":-60210777600000,"precision":"year","latitude":35.2,"longitude":25.1,"depthKm":null,"magnitudes":[{"type":null,"value":6.9}],"quality":"reviewed","place":"Sentetik, Girit","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(2,'eb2e53a289a78515','current',NULL,6,-14825894400000,40.9,28.7,'sentetik-marmara-m7-1',2,'{"id":2,"eventId":"eb2e53a289a78515","slug":"sentetik-marmara-m7-1","time":-14825894400000,"precision":"day","latitude":40.9,"longitude":28.7,"depthKm":null,"magnitude":7.1,"magnitudeType":null,"location":"Sentetik Marmara","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s1500","time":-14825894400000,"precision":"day","latitude":40.9,"longitude":28.7,"depthKm":null,"magnitudes":[{"type":null,"value":7.1}],"quality":"reviewed","place":"Sentetik Marmara","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(3,'40e0ffccaab02eb9','current',NULL,0,-12219271200000,38.4,27.1,'izmir',3,'{"id":3,"eventId":"40e0ffccaab02eb9","slug":"izmir","time":-12219271200000,"precision":"hour","latitude":38.4,"longitude":27.1,"depthKm":15,"magnitude":null,"magnitudeType":null,"location":"İzmir","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s1582","time":-12219271200000,"precision":"hour","latitude":38.4,"longitude":27.1,"depthKm":15,"magnitudes":[],"quality":"reviewed","place":"İzmir","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(4,'f95bc4ceac373d92','current',NULL,6,-2381837760000,40.73,29.25,'izmit-korfezi-m7-0',4,'{"id":4,"eventId":"f95bc4ceac373d92","slug":"izmit-korfezi-m7-0","time":-2381837760000,"precision":"minute","latitude":40.73,"longitude":29.25,"depthKm":null,"magnitude":7,"magnitudeType":"Ms","location":"İzmit Körfezi","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s1894","time":-2381837760000,"precision":"minute","latitude":40.73,"longitude":29.25,"depthKm":null,"magnitudes":[{"type":"Ms","value":7}],"quality":"reviewed","place":"İzmit Körfezi","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(5,'4969aeb1952b26d9','current',NULL,6,934848099400,40.76,29.95,'cmd-c-calc-a0-b-m7-6',5,'{"id":5,"eventId":"4969aeb1952b26d9","slug":"cmd-c-calc-a0-b-m7-6","time":934848099400,"precision":"second","latitude":40.76,"longitude":29.95,"depthKm":17,"magnitude":7.6,"magnitudeType":"Mw","location":"=cmd|'' /C calc''!A0 & <b>","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s1999","time":934848099400,"precision":"second","latitude":40.76,"longitude":29.95,"depthKm":17,"magnitudes":[{"type":"Mw","value":7.6}],"quality":"reviewed","place":"=cmd|'' /C calc''!A0 & <b>","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(6,'6943ea0e917cd301','current',NULL,1,1709251199000,37.1,30.5,'kepez-antalya-m1-2',6,'{"id":6,"eventId":"6943ea0e917cd301","slug":"kepez-antalya-m1-2","time":1709251199000,"precision":"second","latitude":37.1,"longitude":30.5,"depthKm":7,"magnitude":1.2,"magnitudeType":"ML","location":"Kepez (Antalya)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"910001","time":1709251199000,"precision":"second","latitude":37.1,"longitude":30.5,"depthKm":7,"magnitudes":[{"type":"ML","value":1.2}],"quality":null,"place":"Kepez (Antalya)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["afad"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(7,'e5c5a0ab5bdad2b2','current',NULL,3,1709251200000,37.2,30.6,'serik-antalya-m3-0',7,'{"id":7,"eventId":"e5c5a0ab5bdad2b2","slug":"serik-antalya-m3-0","time":1709251200000,"precision":"second","latitude":37.2,"longitude":30.6,"depthKm":-0.5,"magnitude":3,"magnitudeType":"MD","location":"Serik (Antalya)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"910002","time":1709251200000,"precision":"second","latitude":37.2,"longitude":30.6,"depthKm":-0.5,"magnitudes":[{"type":"MD","value":3}],"quality":null,"place":"Serik (Antalya)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["afad"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(8,'9fdfbeb1ab9a85f9','current',NULL,2,1710929700000,39.15,27.6,'3-km-s-of-soma-turkey-m2-1',8,'{"id":8,"eventId":"9fdfbeb1ab9a85f9","slug":"3-km-s-of-soma-turkey-m2-1","time":1710929700000,"precision":"second","latitude":39.15,"longitude":27.6,"depthKm":0,"magnitude":2.1,"magnitudeType":"mb","location":"3 km S of Soma, Turkey","source":"usgs","quality":"reviewed","eventType":"quarry blast","solutions":[{"agency":"usgs","eventId":"us7000blst","time":1710929700000,"precision":"second","latitude":39.15,"longitude":27.6,"depthKm":0,"magnitudes":[{"type":"mb","value":2.1}],"quality":"reviewed","place":"3 km S of Soma, Turkey","eventType":"quarry blast","updatedAt":1710979200000}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["usgs"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(9,'ba95ba31af25d705','current',NULL,0,1711016100500,35.0,33.1,'5-km-ssw-of-mitsero-cyprus',9,'{"id":9,"eventId":"ba95ba31af25d705","slug":"5-km-ssw-of-mitsero-cyprus","time":1711016100500,"precision":"second","latitude":35,"longitude":33.1,"depthKm":null,"magnitude":null,"magnitudeType":null,"location":"5 km SSW of Mitseró, Cyprus","source":"usgs","quality":"automatic","eventType":"earthquake","solutions":[{"agency":"usgs","eventId":"us7000none","time":1711016100500,"precision":"second","latitude":35,"longitude":33.1,"depthKm":null,"magnitudes":[],"quality":"automatic","place":null,"eventType":"earthquake","updatedAt":1711018800000}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["usgs"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(10,'7cd6afcd8bc5050f','current',NULL,4,1675684800000,37.22,36.74,'5-km-n-of-nurdagi-turkey-m4-4',10,'{"id":10,"eventId":"7cd6afcd8bc5050f","slug":"5-km-n-of-nurdagi-turkey-m4-4","time":1675684800000,"precision":"second","latitude":37.22,"longitude":36.74,"depthKm":10,"magnitude":4.4,"magnitudeType":"mb","location":"5 km N of Nurdağı, Turkey","source":"usgs","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"usgs","eventId":"us6000keep","time":1675684800000,"precision":"second","latitude":37.22,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.4}],"quality":"reviewed","place":"5 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675686600000}],"mechanism":null,"shakemap":null,"updatedAt":1789732920000,"revisions":[{"at":1789732920000,"agencies":["usgs"],"changed":["created"]}]}');
INSERT INTO "earthquakes" VALUES(11,'b28bdf1bd0c8d6ac','withdrawn',NULL,4,1675695600000,37.19,36.74,'1-km-n-of-nurdagi-turkey-m4-1',16,'{"id":11,"eventId":"b28bdf1bd0c8d6ac","slug":"1-km-n-of-nurdagi-turkey-m4-1","time":1675695600000,"precision":"second","latitude":37.19,"longitude":36.74,"depthKm":10,"magnitude":4.1,"magnitudeType":"mb","location":"1 km N of Nurdağı, Turkey","source":"usgs","quality":"automatic","eventType":"earthquake","solutions":[{"agency":"usgs","eventId":"us6000gone","time":1675695600000,"precision":"second","latitude":37.19,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.1}],"quality":"automatic","place":"1 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675697400000}],"mechanism":null,"shakemap":null,"updatedAt":1789732920000,"revisions":[{"at":1789732920000,"agencies":["usgs"],"changed":["created"]},{"at":1789732980000,"agencies":["usgs"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO "earthquakes" VALUES(12,'d1cd6829e245ce57','current',NULL,4,1675728001100,37.25,36.73,'8-km-n-of-nurdagi-turkey-m4-0',14,'{"id":12,"eventId":"d1cd6829e245ce57","slug":"8-km-n-of-nurdagi-turkey-m4-0","time":1675728001100,"precision":"second","latitude":37.25,"longitude":36.73,"depthKm":8.4,"magnitude":4,"magnitudeType":"mb","location":"8 km N of Nurdağı, Turkey","source":"usgs","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"usgs","eventId":"us6000move","time":1675728001100,"precision":"second","latitude":37.25,"longitude":36.73,"depthKm":8.4,"magnitudes":[{"type":"mb","value":4}],"quality":"reviewed","place":"8 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675850400000}],"mechanism":null,"shakemap":null,"updatedAt":1789732980000,"revisions":[{"at":1789732920000,"agencies":["usgs"],"changed":["created"]},{"at":1789732980000,"agencies":["usgs"],"changed":["occurred_at","latitude","depth_km","magnitude","location","quality","sources"],"previous":{"occurred_at":"2023-02-06 23:59:58","latitude":37.26,"depth_km":10,"magnitude":3.9,"location":"9 km N of Nurdağı, Turkey","quality":"automatic","slug":"9-km-n-of-nurdagi-turkey-m3-9","occurred_at_utc":"2023-02-06T23:59:58.200Z","sources":[{"name":"usgs","event_id":"us6000move","occurred_at":"2023-02-06 23:59:58","occurred_at_utc":"2023-02-06T23:59:58.200Z","latitude":37.26,"longitude":36.73,"depth_km":10,"magnitude":3.9,"magnitude_type":"mb","magnitudes":[{"magnitude":3.9,"magnitude_type":"mb"}],"quality":"automatic","location":"9 km N of Nurdağı, Turkey","updated_at":"2023-02-07T00:20:00Z"}]}}]}');
INSERT INTO "earthquakes" VALUES(13,'a5dff615b16254f7','current',NULL,5,1675738821000,37.2,36.75,'nurdagi-gaziantep-m5-1',15,'{"id":13,"eventId":"a5dff615b16254f7","slug":"nurdagi-gaziantep-m5-1","time":1675738821000,"precision":"second","latitude":37.2,"longitude":36.75,"depthKm":7,"magnitude":5.1,"magnitudeType":"Mww","location":"Nurdağı (Gaziantep)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"920001","time":1675738821000,"precision":"second","latitude":37.2,"longitude":36.75,"depthKm":7,"magnitudes":[{"type":"ML","value":5}],"quality":null,"place":"Nurdağı (Gaziantep)","eventType":"earthquake","updatedAt":null},{"agency":"usgs","eventId":"us6000twin","time":1675738821800,"precision":"second","latitude":37.21,"longitude":36.76,"depthKm":10,"magnitudes":[{"type":"Mww","value":5.1}],"quality":"reviewed","place":"Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675857600000}],"mechanism":null,"shakemap":null,"updatedAt":1789732980000,"revisions":[{"at":1789732920000,"agencies":["afad","usgs"],"changed":["created"]},{"at":1789732980000,"agencies":["usgs"],"changed":["magnitude","magnitude_type","sources"],"previous":{"magnitude":5,"magnitude_type":"ML","sources":[{"name":"afad"},{"name":"usgs","event_id":"us6000twin","occurred_at":"2023-02-07 03:00:40","occurred_at_utc":"2023-02-07T03:00:40Z","latitude":37.9,"longitude":36.2,"depth_km":10,"magnitude":4.9,"magnitude_type":"mb","magnitudes":[{"magnitude":4.9,"magnitude_type":"mb"}],"quality":"automatic","location":"40 km W of Nurdağı, Turkey","updated_at":"2023-02-07T03:10:00Z"}],"slug":"nurdagi-gaziantep-m5-0","magnitude_mw":null}}]}');
CREATE TABLE feeds (
  feed TEXT PRIMARY KEY,
  last_attempt INTEGER,
  last_success INTEGER,
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE observations (
  observation INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  magnitude REAL,
  replaces_time INTEGER,
  first_as_of INTEGER NOT NULL,
  last_as_of INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  thread INTEGER,
  content TEXT NOT NULL, -- Statement
  UNIQUE (feed, key, hash)
) STRICT;
INSERT INTO "observations" VALUES(1,'afad-api','910001','199c7f8b771a21193f6794ca',1709251199000,37.1,30.5,1.2,NULL,1709251200000,1709251200000,1789732860000,1,'{"key":"910001","aliases":[],"time":1709251199000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.1,"longitude":30.5,"depthKm":7,"magnitudes":[{"type":"ML","value":1.2}],"quality":null,"place":"Kepez (Antalya)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO "observations" VALUES(2,'afad-api','910002','ab0157344ca3166968f11c75',1709251200000,37.2,30.6,3.0,NULL,1709251200000,1709251200000,1789732860000,2,'{"key":"910002","aliases":[],"time":1709251200000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.2,"longitude":30.6,"depthKm":-0.5,"magnitudes":[{"type":"MD","value":3}],"quality":null,"place":"Serik (Antalya)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO "observations" VALUES(3,'historical-file','s0062','17a6be8c91c1b713fda1143d',-60210777600000,35.2,25.1,6.9,NULL,934848099400,934848099400,1789732860000,3,'{"key":"s0062","aliases":[],"time":-60210777600000,"precision":"year","alternativeTime":null,"replacesTime":null,"latitude":35.2,"longitude":25.1,"depthKm":null,"magnitudes":[{"type":null,"value":6.9}],"quality":"reviewed","place":"Sentetik, Girit","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO "observations" VALUES(4,'historical-file','s1500','cea6eb980f26c1cb6a8ad853',-14825894400000,40.9,28.7,7.1,NULL,934848099400,934848099400,1789732860000,4,'{"key":"s1500","aliases":[],"time":-14825894400000,"precision":"day","alternativeTime":null,"replacesTime":null,"latitude":40.9,"longitude":28.7,"depthKm":null,"magnitudes":[{"type":null,"value":7.1}],"quality":"reviewed","place":"Sentetik Marmara","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO "observations" VALUES(5,'historical-file','s1582','92665463c22709c7f140460b',-12219271200000,38.4,27.1,NULL,NULL,934848099400,934848099400,1789732860000,5,'{"key":"s1582","aliases":[],"time":-12219271200000,"precision":"hour","alternativeTime":null,"replacesTime":null,"latitude":38.4,"longitude":27.1,"depthKm":15,"magnitudes":[],"quality":"reviewed","place":"İzmir","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO "observations" VALUES(6,'historical-file','s1894','824f49f76424bc04da8ec0d5',-2381837760000,40.73,29.25,7.0,NULL,934848099400,934848099400,1789732860000,6,'{"key":"s1894","aliases":[],"time":-2381837760000,"precision":"minute","alternativeTime":null,"replacesTime":null,"latitude":40.73,"longitude":29.25,"depthKm":null,"magnitudes":[{"type":"Ms","value":7}],"quality":"reviewed","place":"İzmit Körfezi","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO "observations" VALUES(7,'historical-file','s1999','3a549ff962330829ae968b7a',934848099400,40.76,29.95,7.6,NULL,934848099400,934848099400,1789732860000,7,'{"key":"s1999","aliases":[],"time":934848099400,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":40.76,"longitude":29.95,"depthKm":17,"magnitudes":[{"type":"Mw","value":7.6}],"quality":"reviewed","place":"=cmd|'' /C calc''!A0 & <b>","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO "observations" VALUES(8,'usgs-fdsn','us7000blst','177df2884dba962dbb83507c',1710929700000,39.15,27.6,2.1,NULL,1711929600000,1711929600000,1789732860000,8,'{"key":"us7000blst","aliases":[],"time":1710929700000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":39.15,"longitude":27.6,"depthKm":0,"magnitudes":[{"type":"mb","value":2.1}],"quality":"reviewed","place":"3 km S of Soma, Turkey","eventType":"quarry blast","updatedAt":1710979200000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us7000blst"}');
INSERT INTO "observations" VALUES(9,'usgs-fdsn','us7000none','3000bfb9199d506ef1e23c27',1711016100500,35.0,33.1,NULL,NULL,1711929600000,1711929600000,1789732860000,9,'{"key":"us7000none","aliases":[],"time":1711016100500,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":35,"longitude":33.1,"depthKm":null,"magnitudes":[],"quality":"automatic","place":null,"eventType":"earthquake","updatedAt":1711018800000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us7000none"}');
INSERT INTO "observations" VALUES(10,'afad-api','920001','cc3cc2095e5afbb7fdfd4ce3',1675738821000,37.2,36.75,5.0,NULL,1675738821000,1675738821000,1789732920000,10,'{"key":"920001","aliases":[],"time":1675738821000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.2,"longitude":36.75,"depthKm":7,"magnitudes":[{"type":"ML","value":5}],"quality":null,"place":"Nurdağı (Gaziantep)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO "observations" VALUES(11,'usgs-fdsn','us6000keep','a117a610d8942f987affc579',1675684800000,37.22,36.74,4.4,NULL,1675814400000,1675814400000,1789732920000,11,'{"key":"us6000keep","aliases":[],"time":1675684800000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.22,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.4}],"quality":"reviewed","place":"5 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675686600000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000keep"}');
INSERT INTO "observations" VALUES(12,'usgs-fdsn','us6000move','c43fabdec0971c5bb4c8cd52',1675727998200,37.26,36.73,3.9,NULL,1675814400000,1675814400000,1789732920000,12,'{"key":"us6000move","aliases":[],"time":1675727998200,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.26,"longitude":36.73,"depthKm":10,"magnitudes":[{"type":"mb","value":3.9}],"quality":"automatic","place":"9 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675729200000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000move"}');
INSERT INTO "observations" VALUES(13,'usgs-fdsn','us6000gone','f68f5f3876486fc3c4e57c12',1675695600000,37.19,36.74,4.1,NULL,1675814400000,1675814400000,1789732920000,13,'{"key":"us6000gone","aliases":[],"time":1675695600000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.19,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.1}],"quality":"automatic","place":"1 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675697400000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000gone"}');
INSERT INTO "observations" VALUES(14,'usgs-fdsn','us6000twin','8e560be9848a8b59f31469b2',1675738840000,37.9,36.2,4.9,NULL,1675814400000,1675814400000,1789732920000,14,'{"key":"us6000twin","aliases":[],"time":1675738840000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.9,"longitude":36.2,"depthKm":10,"magnitudes":[{"type":"mb","value":4.9}],"quality":"automatic","place":"40 km W of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675739400000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000twin"}');
INSERT INTO "observations" VALUES(15,'usgs-fdsn','us6000move','b96958ef5ab3af19d79b382c',1675728001100,37.25,36.73,4.0,NULL,1675900800000,1675900800000,1789732980000,12,'{"key":"us6000move","aliases":[],"time":1675728001100,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.25,"longitude":36.73,"depthKm":8.4,"magnitudes":[{"type":"mb","value":4}],"quality":"reviewed","place":"8 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675850400000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000move"}');
INSERT INTO "observations" VALUES(16,'usgs-fdsn','us6000gone','868eb53cf5eb203852f5b424',1675695600000,37.19,36.74,4.1,NULL,1675900800000,1675900800000,1789732980000,13,'{"key":"us6000gone","aliases":[],"time":1675695600000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.19,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.1}],"quality":null,"place":"1 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675854000000,"withdrawn":true,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000gone"}');
INSERT INTO "observations" VALUES(17,'usgs-fdsn','us6000twin','64c3096a0a7ae60b02521d50',1675738821800,37.21,36.76,5.1,NULL,1675900800000,1675900800000,1789732980000,14,'{"key":"us6000twin","aliases":[],"time":1675738821800,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.21,"longitude":36.76,"depthKm":10,"magnitudes":[{"type":"Mww","value":5.1}],"quality":"reviewed","place":"Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675857600000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000twin"}');
CREATE TABLE products (
  product INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  kind TEXT NOT NULL,
  agency_key TEXT,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  magnitude REAL,
  as_of INTEGER NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL,
  thread INTEGER,
  cost REAL
) STRICT;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "settings" VALUES('agencies','kandilli,afad,usgs,turhec,historical');
CREATE TABLE slugs (
  date TEXT NOT NULL,
  slug TEXT NOT NULL,
  earthquake INTEGER NOT NULL,
  PRIMARY KEY (date, slug)
) STRICT, WITHOUT ROWID;
INSERT INTO "slugs" VALUES('0062-01-01','sentetik-girit-m6-9',1);
INSERT INTO "slugs" VALUES('1500-02-29','sentetik-marmara-m7-1',2);
INSERT INTO "slugs" VALUES('1582-10-15','izmir',3);
INSERT INTO "slugs" VALUES('1894-07-10','izmit-korfezi-m7-0',4);
INSERT INTO "slugs" VALUES('1999-08-17','cmd-c-calc-a0-b-m7-6',5);
INSERT INTO "slugs" VALUES('2024-02-29','kepez-antalya-m1-2',6);
INSERT INTO "slugs" VALUES('2024-03-01','serik-antalya-m3-0',7);
INSERT INTO "slugs" VALUES('2024-03-20','3-km-s-of-soma-turkey-m2-1',8);
INSERT INTO "slugs" VALUES('2024-03-21','5-km-ssw-of-mitsero-cyprus',9);
INSERT INTO "slugs" VALUES('2023-02-06','5-km-n-of-nurdagi-turkey-m4-4',10);
INSERT INTO "slugs" VALUES('2023-02-06','1-km-n-of-nurdagi-turkey-m4-1',11);
INSERT INTO "slugs" VALUES('2023-02-06','9-km-n-of-nurdagi-turkey-m3-9',12);
INSERT INTO "slugs" VALUES('2023-02-07','8-km-n-of-nurdagi-turkey-m4-0',12);
INSERT INTO "slugs" VALUES('2023-02-07','nurdagi-gaziantep-m5-0',13);
INSERT INTO "slugs" VALUES('2023-02-07','nurdagi-gaziantep-m5-1',13);
CREATE TABLE stations (network TEXT NOT NULL, code TEXT NOT NULL, station TEXT NOT NULL, PRIMARY KEY (network, code)) STRICT, WITHOUT ROWID;
CREATE TABLE thread_keys (
  slot INTEGER NOT NULL,
  key TEXT NOT NULL,
  thread INTEGER NOT NULL,
  PRIMARY KEY (slot, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "thread_keys" VALUES(3,'910001',1);
INSERT INTO "thread_keys" VALUES(3,'910002',2);
INSERT INTO "thread_keys" VALUES(3,'920001',10);
INSERT INTO "thread_keys" VALUES(5,'us6000gone',13);
INSERT INTO "thread_keys" VALUES(5,'us6000keep',11);
INSERT INTO "thread_keys" VALUES(5,'us6000move',12);
INSERT INTO "thread_keys" VALUES(5,'us6000twin',14);
INSERT INTO "thread_keys" VALUES(5,'us7000blst',8);
INSERT INTO "thread_keys" VALUES(5,'us7000none',9);
INSERT INTO "thread_keys" VALUES(7,'s0062',3);
INSERT INTO "thread_keys" VALUES(7,'s1500',4);
INSERT INTO "thread_keys" VALUES(7,'s1582',5);
INSERT INTO "thread_keys" VALUES(7,'s1894',6);
INSERT INTO "thread_keys" VALUES(7,'s1999',7);
CREATE TABLE threads (
  thread INTEGER PRIMARY KEY,
  slot INTEGER NOT NULL,
  key TEXT NOT NULL,
  observation INTEGER,
  withdrawn INTEGER NOT NULL DEFAULT 0,
  time INTEGER,
  alternative_time INTEGER,
  precision INTEGER, -- index into DATE_PRECISIONS
  latitude REAL,
  longitude REAL,
  magnitude REAL, -- the agency's preferred one
  magnitude_type TEXT,
  automatic INTEGER,
  earthquake INTEGER,
  UNIQUE (slot, key)
) STRICT;
INSERT INTO "threads" VALUES(1,3,'910001',1,0,1709251199000,NULL,0,37.1,30.5,1.2,'ML',0,6);
INSERT INTO "threads" VALUES(2,3,'910002',2,0,1709251200000,NULL,0,37.2,30.6,3.0,'MD',0,7);
INSERT INTO "threads" VALUES(3,7,'s0062',3,0,-60210777600000,NULL,5,35.2,25.1,6.9,NULL,0,1);
INSERT INTO "threads" VALUES(4,7,'s1500',4,0,-14825894400000,NULL,3,40.9,28.7,7.1,NULL,0,2);
INSERT INTO "threads" VALUES(5,7,'s1582',5,0,-12219271200000,NULL,2,38.4,27.1,NULL,NULL,0,3);
INSERT INTO "threads" VALUES(6,7,'s1894',6,0,-2381837760000,NULL,1,40.73,29.25,7.0,'Ms',0,4);
INSERT INTO "threads" VALUES(7,7,'s1999',7,0,934848099400,NULL,0,40.76,29.95,7.6,'Mw',0,5);
INSERT INTO "threads" VALUES(8,5,'us7000blst',8,0,1710929700000,NULL,0,39.15,27.6,2.1,'mb',0,8);
INSERT INTO "threads" VALUES(9,5,'us7000none',9,0,1711016100500,NULL,0,35.0,33.1,NULL,NULL,1,9);
INSERT INTO "threads" VALUES(10,3,'920001',10,0,1675738821000,NULL,0,37.2,36.75,5.0,'ML',0,13);
INSERT INTO "threads" VALUES(11,5,'us6000keep',11,0,1675684800000,NULL,0,37.22,36.74,4.4,'mb',0,10);
INSERT INTO "threads" VALUES(12,5,'us6000move',15,0,1675728001100,NULL,0,37.25,36.73,4.0,'mb',0,12);
INSERT INTO "threads" VALUES(13,5,'us6000gone',16,1,1675695600000,NULL,0,37.19,36.74,4.1,'mb',0,11);
INSERT INTO "threads" VALUES(14,5,'us6000twin',17,0,1675738821800,NULL,0,37.21,36.76,5.1,'Mww',0,13);
CREATE TABLE validators (url TEXT PRIMARY KEY, etag TEXT, last_modified TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX captures_by_as_of ON captures (feed, as_of);
CREATE INDEX captures_unjudged ON captures (capture) WHERE whole = 1 AND trusted IS NULL;
CREATE INDEX observations_by_time ON observations (feed, time);
CREATE INDEX observations_by_thread ON observations (thread);
CREATE INDEX observations_loose ON observations (feed, time) WHERE thread IS NULL;
CREATE INDEX threads_by_time ON threads (time);
CREATE INDEX threads_by_slot ON threads (slot, time);
CREATE INDEX threads_by_earthquake ON threads (earthquake);
CREATE INDEX threads_vague ON threads (thread) WHERE precision > 0 OR alternative_time IS NOT NULL;
CREATE INDEX products_by_time ON products (time);
CREATE INDEX products_by_key ON products (agency_key) WHERE agency_key IS NOT NULL;
CREATE INDEX products_by_thread ON products (thread) WHERE thread IS NOT NULL;
CREATE INDEX earthquakes_by_band ON earthquakes (band, time) WHERE state = 'current';
CREATE INDEX earthquakes_by_time ON earthquakes (time) WHERE state = 'current';
CREATE INDEX earthquakes_merged ON earthquakes (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX slugs_by_earthquake ON slugs (earthquake);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('earthquakes',13);
COMMIT;
PRAGMA user_version = 3;
