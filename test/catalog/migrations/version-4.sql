BEGIN TRANSACTION;
CREATE TABLE captures (
  capture INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  name TEXT NOT NULL,
  as_of INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  -- Span of origin times that the document speaks of (inclusive), its lowest magnitude, and whether it promises to be whole there.
  span_from INTEGER,
  span_to INTEGER,
  min_magnitude REAL,
  whole INTEGER NOT NULL,
  -- How many different rows it shows.
  shown INTEGER NOT NULL,
  -- Whether the promise of a whole one is believed: 1 or 0, null until it is judged.
  trusted INTEGER,
  UNIQUE (feed, sha256)
) STRICT;
INSERT INTO captures VALUES(1,'kandilli-zeqdb','a','zeqdb',1710158400000,1789732800000,7506143000,942429720000,4.7999999999999998223,0,5,NULL);
INSERT INTO captures VALUES(2,'afad-api','9a36f0fcda6f4ee4bcd03f438812136154371ff419d9df1055828e42bf4bb57b','test/golden/second-thoughts/input/1/afad.json',1675738821000,1789732860000,1675738821000,1675738821000,5.0,0,1,NULL);
INSERT INTO captures VALUES(3,'usgs-fdsn','712707bd749feed3c82b5329d888c0245491779203f3d2971d52b5f5d8280979','test/golden/second-thoughts/input/1/usgs.geojson',1675814400000,1789732860000,1675684800000,1675738840000,3.8999999999999999111,0,4,NULL);
INSERT INTO captures VALUES(4,'usgs-fdsn','fad200bfd5e29395ef74b0f682f58b5bb80dc00c18ad15bf43c92da971270590','test/golden/second-thoughts/input/2/usgs.geojson',1675900800000,1789732920000,1675695600000,1675738821800,4.0,0,3,NULL);
INSERT INTO captures VALUES(5,'afad-api','16eaaee768f502eb2fd4322855ebdcb2b8e9744aa2be598a14983455f3530365','test/golden/three-agencies/input/1/afad.json',1789594969440,1789732980000,1789594432000,1789594969440,2.3999999999999999111,0,2,NULL);
INSERT INTO captures VALUES(6,'kandilli-live','5cdead1fb215e7ce16d55d3aaddceee86e316b091f4887fd58dbeb956664ec3c','test/golden/three-agencies/input/1/kandilli.html',1789595432000,1789732980000,1789560534000,1789594968000,2.2999999999999998223,0,3,NULL);
INSERT INTO captures VALUES(7,'usgs-fdsn','7fd5cadfd87fd0ba59848fa809a6957ba6c3bd064494a097f8e8e4195028a1d8','test/golden/three-agencies/input/1/usgs.geojson',1789603200000,1789732980000,1789594433120,1789594433120,6.5,0,1,NULL);
INSERT INTO captures VALUES(8,'afad-api','829b72e2da8437a8908060f78212efee5990046b17939358f1c65321e75dfc41','test/golden/old-and-odd/input/1/afad.csv',1709251200000,1789733040000,1709251199000,1709251200000,1.1999999999999999555,0,2,NULL);
INSERT INTO captures VALUES(9,'historical-file','37022d0ef2cddf7b7f8799e37096ae14256d892c08f62df312a29dfb81458ac1','test/golden/old-and-odd/input/1/historical.csv',934848099400,1789733040000,-60210777600000,934848099400,6.9000000000000003552,0,5,NULL);
INSERT INTO captures VALUES(10,'usgs-fdsn','d0fb97c830356cda4cc99a8e4a08e6edf7a7a56c3b6b1ef2a72e7117062af0d0','test/golden/old-and-odd/input/1/usgs.geojson',1711929600000,1789733040000,1710929700000,1711016100500,2.1000000000000000888,0,2,NULL);
INSERT INTO captures VALUES(11,'afad-api','b','afad',1710158400000,1789733040000,1710072000000,1710072000000,4.2000000000000001776,0,1,NULL);
CREATE TABLE observations (
  observation INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  -- The agency's identifier, or time and place as published where it gives none.
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  -- The greatest one given; null where none is.
  magnitude REAL,
  -- Origin time of the earlier row that this one says it replaces.
  replaces_time INTEGER,
  first_as_of INTEGER NOT NULL,
  last_as_of INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  thread INTEGER,
  content TEXT NOT NULL, -- Statement
  UNIQUE (feed, key, hash)
) STRICT;
INSERT INTO observations VALUES(1,'kandilli-zeqdb','7506143000|37.3|37.1','3fc9d64a0d136a2d3920f3ec',7506143000,37.299999999999997157,37.10000000000000142,7.0,NULL,1710158400000,1710158400000,1789732800000,1,'{"key":null,"aliases":[],"time":7506143000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"Mw","value":6.2},{"type":"Ms","value":7}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(2,'kandilli-zeqdb','259966943000|37.3|37.1','61ecd608b75d82013d45dc2b',259966943000,37.299999999999997157,37.10000000000000142,6.0,NULL,1710158400000,1710158400000,1789732800000,2,'{"key":null,"aliases":[],"time":259966943000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"Mw","value":5},{"type":"Ms","value":6}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(3,'kandilli-zeqdb','942429120000|37.3|37.1','d28145cba19c92fbf1e36c1d',942429120000,37.299999999999997157,37.10000000000000142,4.7999999999999998223,NULL,1710158400000,1710158400000,1789732800000,3,'{"key":null,"aliases":[],"time":942429120000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"MD","value":4.8}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(4,'kandilli-zeqdb','942429420000|37.3|37.1','e0bda79b0d78b4a75f627328',942429420000,37.299999999999997157,37.10000000000000142,4.7999999999999998223,NULL,1710158400000,1710158400000,1789732800000,4,'{"key":null,"aliases":[],"time":942429420000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"MD","value":4.8}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(5,'kandilli-zeqdb','942429720000|37.3|37.1','a64120d84b21521cb1fd582f',942429720000,37.299999999999997157,37.10000000000000142,4.7999999999999998223,NULL,1710158400000,1710158400000,1789732800000,5,'{"key":null,"aliases":[],"time":942429720000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"MD","value":4.8}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(6,'afad-api','920001','cc3cc2095e5afbb7fdfd4ce3',1675738821000,37.200000000000002843,36.749999999999999999,5.0,NULL,1675738821000,1675738821000,1789732860000,6,'{"key":"920001","aliases":[],"time":1675738821000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.2,"longitude":36.75,"depthKm":7,"magnitudes":[{"type":"ML","value":5}],"quality":null,"place":"Nurdağı (Gaziantep)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(7,'usgs-fdsn','us6000keep','a117a610d8942f987affc579',1675684800000,37.219999999999998862,36.740000000000001989,4.4000000000000003552,NULL,1675814400000,1675814400000,1789732860000,7,'{"key":"us6000keep","aliases":[],"time":1675684800000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.22,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.4}],"quality":"reviewed","place":"5 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675686600000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000keep"}');
INSERT INTO observations VALUES(8,'usgs-fdsn','us6000move','c43fabdec0971c5bb4c8cd52',1675727998200,37.25999999999999801,36.729999999999996874,3.8999999999999999111,NULL,1675814400000,1675814400000,1789732860000,8,'{"key":"us6000move","aliases":[],"time":1675727998200,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.26,"longitude":36.73,"depthKm":10,"magnitudes":[{"type":"mb","value":3.9}],"quality":"automatic","place":"9 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675729200000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000move"}');
INSERT INTO observations VALUES(9,'usgs-fdsn','us6000gone','f68f5f3876486fc3c4e57c12',1675695600000,37.189999999999997725,36.740000000000001989,4.0999999999999996447,NULL,1675814400000,1675814400000,1789732860000,9,'{"key":"us6000gone","aliases":[],"time":1675695600000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.19,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.1}],"quality":"automatic","place":"1 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675697400000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000gone"}');
INSERT INTO observations VALUES(10,'usgs-fdsn','us6000twin','8e560be9848a8b59f31469b2',1675738840000,37.899999999999998579,36.200000000000002841,4.9000000000000003552,NULL,1675814400000,1675814400000,1789732860000,10,'{"key":"us6000twin","aliases":[],"time":1675738840000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.9,"longitude":36.2,"depthKm":10,"magnitudes":[{"type":"mb","value":4.9}],"quality":"automatic","place":"40 km W of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675739400000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000twin"}');
INSERT INTO observations VALUES(11,'usgs-fdsn','us6000move','b96958ef5ab3af19d79b382c',1675728001100,37.249999999999999999,36.729999999999996874,4.0,NULL,1675900800000,1675900800000,1789732920000,8,'{"key":"us6000move","aliases":[],"time":1675728001100,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.25,"longitude":36.73,"depthKm":8.4,"magnitudes":[{"type":"mb","value":4}],"quality":"reviewed","place":"8 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675850400000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000move"}');
INSERT INTO observations VALUES(12,'usgs-fdsn','us6000gone','868eb53cf5eb203852f5b424',1675695600000,37.189999999999997725,36.740000000000001989,4.0999999999999996447,NULL,1675900800000,1675900800000,1789732920000,9,'{"key":"us6000gone","aliases":[],"time":1675695600000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.19,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.1}],"quality":null,"place":"1 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675854000000,"withdrawn":true,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000gone"}');
INSERT INTO observations VALUES(13,'usgs-fdsn','us6000twin','64c3096a0a7ae60b02521d50',1675738821800,37.210000000000000852,36.759999999999998011,5.0999999999999996447,NULL,1675900800000,1675900800000,1789732920000,10,'{"key":"us6000twin","aliases":[],"time":1675738821800,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.21,"longitude":36.76,"depthKm":10,"magnitudes":[{"type":"Mww","value":5.1}],"quality":"reviewed","place":"Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675857600000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us6000twin"}');
INSERT INTO observations VALUES(14,'afad-api','900001','f1027d08bc0a30954f868bbf',1789594432000,37.287280000000002644,37.039960000000000661,6.4000000000000003552,NULL,1789594969440,1789594969440,1789732980000,11,'{"key":"900001","aliases":[],"time":1789594432000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.28728,"longitude":37.03996,"depthKm":8.6,"magnitudes":[{"type":"Mw","value":6.4}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(15,'afad-api','900002','5a2a24a2df68737d488e07ac',1789594969440,38.829659999999996955,26.88346999999999909,2.3999999999999999111,NULL,1789594969440,1789594969440,1789732980000,12,'{"key":"900002","aliases":[],"time":1789594969440,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":38.82966,"longitude":26.88347,"depthKm":9.18,"magnitudes":[{"type":"ML","value":2.4}],"quality":null,"place":"Ege Denizi - [07.44 km] Aliağa (İzmir)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(16,'kandilli-live','1789594968000|38.8302|26.8887','1b88729be28c78a541a1b556',1789594968000,38.830199999999997829,26.888700000000000044,2.2999999999999998223,NULL,1789595432000,1789595432000,1789732980000,16,'{"key":null,"aliases":[],"time":1789594968000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":38.8302,"longitude":26.8887,"depthKm":7.1,"magnitudes":[{"type":"ML","value":2.3}],"quality":"automatic","place":"ALIAGA (IZMIR)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(17,'kandilli-live','1789594431000|37.285|37.0485','f7d5269ba21b2b7cf147ecb7',1789594431000,37.284999999999996588,37.0484999999999971,6.4000000000000003552,1789594435000,1789595432000,1789595432000,1789732980000,15,'{"key":null,"aliases":[],"time":1789594431000,"precision":"second","alternativeTime":null,"replacesTime":1789594435000,"latitude":37.285,"longitude":37.0485,"depthKm":5,"magnitudes":[{"type":"Mw","value":6.4},{"type":"ML","value":6.3}],"quality":"reviewed","place":"SALMANIPAK-PAZARCIK (KAHRAMANMARAS)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(18,'kandilli-live','1789560534000|36.6653|25.7097','5c1a68057da84c8f236e3ce9',1789560534000,36.665300000000002,25.709700000000001551,3.5,NULL,1789595432000,1789595432000,1789732980000,14,'{"key":null,"aliases":[],"time":1789560534000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":36.6653,"longitude":25.7097,"depthKm":6.2,"magnitudes":[{"type":"ML","value":3.5},{"type":"MD","value":3.3}],"quality":"automatic","place":"EGE DENIZI","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(19,'usgs-fdsn','us8000aaaa','0a1a3fde49eb8b4dec498df8',1789594433120,37.299999999999997157,37.049999999999997158,6.5,NULL,1789603200000,1789603200000,1789732980000,13,'{"key":"us8000aaaa","aliases":[],"time":1789594433120,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.3,"longitude":37.05,"depthKm":10,"magnitudes":[{"type":"Mww","value":6.5}],"quality":"reviewed","place":"12 km NE of Pazarcık, Türkiye","eventType":"earthquake","updatedAt":1789596600000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us8000aaaa"}');
INSERT INTO observations VALUES(20,'afad-api','910001','199c7f8b771a21193f6794ca',1709251199000,37.10000000000000142,30.499999999999999999,1.1999999999999999555,NULL,1709251200000,1709251200000,1789733040000,17,'{"key":"910001","aliases":[],"time":1709251199000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.1,"longitude":30.5,"depthKm":7,"magnitudes":[{"type":"ML","value":1.2}],"quality":null,"place":"Kepez (Antalya)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(21,'afad-api','910002','ab0157344ca3166968f11c75',1709251200000,37.200000000000002843,30.600000000000001421,3.0,NULL,1709251200000,1709251200000,1789733040000,18,'{"key":"910002","aliases":[],"time":1709251200000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.2,"longitude":30.6,"depthKm":-0.5,"magnitudes":[{"type":"MD","value":3}],"quality":null,"place":"Serik (Antalya)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(22,'historical-file','s0062','17a6be8c91c1b713fda1143d',-60210777600000,35.200000000000002842,25.10000000000000142,6.9000000000000003552,NULL,934848099400,934848099400,1789733040000,19,'{"key":"s0062","aliases":[],"time":-60210777600000,"precision":"year","alternativeTime":null,"replacesTime":null,"latitude":35.2,"longitude":25.1,"depthKm":null,"magnitudes":[{"type":null,"value":6.9}],"quality":"reviewed","place":"Sentetik, Girit","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(23,'historical-file','s1500','cea6eb980f26c1cb6a8ad853',-14825894400000,40.899999999999998578,28.699999999999999289,7.0999999999999996447,NULL,934848099400,934848099400,1789733040000,20,'{"key":"s1500","aliases":[],"time":-14825894400000,"precision":"day","alternativeTime":null,"replacesTime":null,"latitude":40.9,"longitude":28.7,"depthKm":null,"magnitudes":[{"type":null,"value":7.1}],"quality":"reviewed","place":"Sentetik Marmara","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(24,'historical-file','s1582','92665463c22709c7f140460b',-12219271200000,38.399999999999998578,27.10000000000000142,NULL,NULL,934848099400,934848099400,1789733040000,21,'{"key":"s1582","aliases":[],"time":-12219271200000,"precision":"hour","alternativeTime":null,"replacesTime":null,"latitude":38.4,"longitude":27.1,"depthKm":15,"magnitudes":[],"quality":"reviewed","place":"İzmir","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(25,'historical-file','s1894','824f49f76424bc04da8ec0d5',-2381837760000,40.729999999999996875,29.25,7.0,NULL,934848099400,934848099400,1789733040000,22,'{"key":"s1894","aliases":[],"time":-2381837760000,"precision":"minute","alternativeTime":null,"replacesTime":null,"latitude":40.73,"longitude":29.25,"depthKm":null,"magnitudes":[{"type":"Ms","value":7}],"quality":"reviewed","place":"İzmit Körfezi","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(26,'historical-file','s1999','3a549ff962330829ae968b7a',934848099400,40.759999999999998012,29.949999999999999289,7.5999999999999996447,NULL,934848099400,934848099400,1789733040000,23,'{"key":"s1999","aliases":[],"time":934848099400,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":40.76,"longitude":29.95,"depthKm":17,"magnitudes":[{"type":"Mw","value":7.6}],"quality":"reviewed","place":"=cmd|'' /C calc''!A0 & <b>","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(27,'usgs-fdsn','us7000blst','177df2884dba962dbb83507c',1710929700000,39.149999999999998578,27.60000000000000142,2.1000000000000000888,NULL,1711929600000,1711929600000,1789733040000,24,'{"key":"us7000blst","aliases":[],"time":1710929700000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":39.15,"longitude":27.6,"depthKm":0,"magnitudes":[{"type":"mb","value":2.1}],"quality":"reviewed","place":"3 km S of Soma, Turkey","eventType":"quarry blast","updatedAt":1710979200000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us7000blst"}');
INSERT INTO observations VALUES(28,'usgs-fdsn','us7000none','3000bfb9199d506ef1e23c27',1711016100500,35.0,33.100000000000001421,NULL,NULL,1711929600000,1711929600000,1789733040000,25,'{"key":"us7000none","aliases":[],"time":1711016100500,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":35,"longitude":33.1,"depthKm":null,"magnitudes":[],"quality":"automatic","place":null,"eventType":"earthquake","updatedAt":1711018800000,"withdrawn":false,"url":"https://earthquake.usgs.gov/earthquakes/eventpage/us7000none"}');
INSERT INTO observations VALUES(29,'afad-api','700001','017c446c010d9403319ba124',1710072000000,37.299999999999997157,37.10000000000000142,4.2000000000000001776,NULL,1710158400000,1710158400000,1789733040000,26,'{"key":"700001","aliases":[],"time":1710072000000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
CREATE TABLE threads (
  thread INTEGER PRIMARY KEY,
  slot INTEGER NOT NULL,
  -- Stable name of the thread within its slot; an earthquake's event_id is made from it.
  key TEXT NOT NULL,
  -- The current statement; null while it waits to be chosen.
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
INSERT INTO threads VALUES(1,0,'19700328210223',1,0,7506143000,NULL,0,37.299999999999997157,37.10000000000000142,6.2000000000000001776,'Mw',0,1);
INSERT INTO threads VALUES(2,0,'19780328210223',2,0,259966943000,NULL,0,37.299999999999997157,37.10000000000000142,5.0,'Mw',0,2);
INSERT INTO threads VALUES(3,0,'19991112175200',3,0,942429120000,NULL,0,37.299999999999997157,37.10000000000000142,4.7999999999999998223,'MD',0,3);
INSERT INTO threads VALUES(4,0,'19991112175700',4,0,942429420000,NULL,0,37.299999999999997157,37.10000000000000142,4.7999999999999998223,'MD',0,4);
INSERT INTO threads VALUES(5,0,'19991112180200',5,0,942429720000,NULL,0,37.299999999999997157,37.10000000000000142,4.7999999999999998223,'MD',0,5);
INSERT INTO threads VALUES(6,3,'920001',6,0,1675738821000,NULL,0,37.200000000000002843,36.749999999999999999,5.0,'ML',0,9);
INSERT INTO threads VALUES(7,5,'us6000keep',7,0,1675684800000,NULL,0,37.219999999999998862,36.740000000000001989,4.4000000000000003552,'mb',0,6);
INSERT INTO threads VALUES(8,5,'us6000move',11,0,1675728001100,NULL,0,37.249999999999999999,36.729999999999996874,4.0,'mb',0,8);
INSERT INTO threads VALUES(9,5,'us6000gone',12,1,1675695600000,NULL,0,37.189999999999997725,36.740000000000001989,4.0999999999999996447,'mb',0,7);
INSERT INTO threads VALUES(10,5,'us6000twin',13,0,1675738821800,NULL,0,37.210000000000000852,36.759999999999998011,5.0999999999999996447,'Mww',0,9);
INSERT INTO threads VALUES(11,3,'900001',14,0,1789594432000,NULL,0,37.287280000000002644,37.039960000000000661,6.4000000000000003552,'Mw',0,11);
INSERT INTO threads VALUES(12,3,'900002',15,0,1789594969440,NULL,0,38.829659999999996955,26.88346999999999909,2.3999999999999999111,'ML',0,12);
INSERT INTO threads VALUES(13,5,'us8000aaaa',19,0,1789594433120,NULL,0,37.299999999999997157,37.049999999999997158,6.5,'Mww',0,11);
INSERT INTO threads VALUES(14,2,'20260916120854',18,0,1789560534000,NULL,0,36.665300000000002,25.709700000000001551,3.5,'ML',1,10);
INSERT INTO threads VALUES(15,2,'20260916213351',17,0,1789594431000,NULL,0,37.284999999999996588,37.0484999999999971,6.4000000000000003552,'Mw',0,11);
INSERT INTO threads VALUES(16,2,'20260916214248',16,0,1789594968000,NULL,0,38.830199999999997829,26.888700000000000044,2.2999999999999998223,'ML',1,12);
INSERT INTO threads VALUES(17,3,'910001',20,0,1709251199000,NULL,0,37.10000000000000142,30.499999999999999999,1.1999999999999999555,'ML',0,18);
INSERT INTO threads VALUES(18,3,'910002',21,0,1709251200000,NULL,0,37.200000000000002843,30.600000000000001421,3.0,'MD',0,19);
INSERT INTO threads VALUES(19,7,'s0062',22,0,-60210777600000,NULL,5,35.200000000000002842,25.10000000000000142,6.9000000000000003552,NULL,0,13);
INSERT INTO threads VALUES(20,7,'s1500',23,0,-14825894400000,NULL,3,40.899999999999998578,28.699999999999999289,7.0999999999999996447,NULL,0,14);
INSERT INTO threads VALUES(21,7,'s1582',24,0,-12219271200000,NULL,2,38.399999999999998578,27.10000000000000142,NULL,NULL,0,15);
INSERT INTO threads VALUES(22,7,'s1894',25,0,-2381837760000,NULL,1,40.729999999999996875,29.25,7.0,'Ms',0,16);
INSERT INTO threads VALUES(23,7,'s1999',26,0,934848099400,NULL,0,40.759999999999998012,29.949999999999999289,7.5999999999999996447,'Mw',0,17);
INSERT INTO threads VALUES(24,5,'us7000blst',27,0,1710929700000,NULL,0,39.149999999999998578,27.60000000000000142,2.1000000000000000888,'mb',0,20);
INSERT INTO threads VALUES(25,5,'us7000none',28,0,1711016100500,NULL,0,35.0,33.100000000000001421,NULL,NULL,1,21);
INSERT INTO threads VALUES(26,3,'700001',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE thread_keys (
  slot INTEGER NOT NULL,
  key TEXT NOT NULL,
  thread INTEGER NOT NULL,
  PRIMARY KEY (slot, key)
) STRICT, WITHOUT ROWID;
INSERT INTO thread_keys VALUES(3,'700001',26);
INSERT INTO thread_keys VALUES(3,'900001',11);
INSERT INTO thread_keys VALUES(3,'900002',12);
INSERT INTO thread_keys VALUES(3,'910001',17);
INSERT INTO thread_keys VALUES(3,'910002',18);
INSERT INTO thread_keys VALUES(3,'920001',6);
INSERT INTO thread_keys VALUES(5,'us6000gone',9);
INSERT INTO thread_keys VALUES(5,'us6000keep',7);
INSERT INTO thread_keys VALUES(5,'us6000move',8);
INSERT INTO thread_keys VALUES(5,'us6000twin',10);
INSERT INTO thread_keys VALUES(5,'us7000blst',24);
INSERT INTO thread_keys VALUES(5,'us7000none',25);
INSERT INTO thread_keys VALUES(5,'us8000aaaa',13);
INSERT INTO thread_keys VALUES(7,'s0062',19);
INSERT INTO thread_keys VALUES(7,'s1500',20);
INSERT INTO thread_keys VALUES(7,'s1582',21);
INSERT INTO thread_keys VALUES(7,'s1894',22);
INSERT INTO thread_keys VALUES(7,'s1999',23);
CREATE TABLE dirty_threads (thread INTEGER PRIMARY KEY) STRICT;
INSERT INTO dirty_threads VALUES(26);
CREATE TABLE dirty_earthquakes (earthquake INTEGER PRIMARY KEY, heir INTEGER) STRICT;
CREATE TABLE products (
  product INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The event as its source names it; of the statements of a kind under one name the latest counts.
  agency_key TEXT,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  magnitude REAL,
  as_of INTEGER NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  -- ProductReport['product'], or null: the event has none (any more).
  content TEXT NOT NULL,
  -- Whose it is, and how badly they agree; null for nobody's.
  thread INTEGER,
  cost REAL
) STRICT;
CREATE TABLE dirty_products (product INTEGER PRIMARY KEY) STRICT;
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
INSERT INTO earthquakes VALUES(1,'b92d04da4760aa7d','current',NULL,6,7506143000,37.299999999999997157,37.10000000000000142,'pazarcik-kahramanmaras-m6-2',1,'{"id":1,"eventId":"b92d04da4760aa7d","slug":"pazarcik-kahramanmaras-m6-2","time":7506143000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitude":6.2,"magnitudeType":"Mw","location":"Pazarcık (Kahramanmaraş)","locationEn":"Ördekdede, Pazarcık (Kahramanmaraş)","source":"kandilli","quality":null,"eventType":"earthquake","solutions":[{"agency":"kandilli","eventId":"19700328210223","time":7506143000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"Mw","value":6.2},{"type":"Ms","value":7}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732800000,"revisions":[{"at":1789732800000,"agencies":["kandilli"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(2,'f37d878fe5f6184c','current',NULL,5,259966943000,37.299999999999997157,37.10000000000000142,'pazarcik-kahramanmaras-m5-0',2,'{"id":2,"eventId":"f37d878fe5f6184c","slug":"pazarcik-kahramanmaras-m5-0","time":259966943000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitude":5,"magnitudeType":"Mw","location":"Pazarcık (Kahramanmaraş)","locationEn":"Ördekdede, Pazarcık (Kahramanmaraş)","source":"kandilli","quality":null,"eventType":"earthquake","solutions":[{"agency":"kandilli","eventId":"19780328210223","time":259966943000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"Mw","value":5},{"type":"Ms","value":6}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732800000,"revisions":[{"at":1789732800000,"agencies":["kandilli"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(3,'c53aebf28153044b','current',NULL,4,942429120000,37.299999999999997157,37.10000000000000142,'pazarcik-kahramanmaras-m4-8',3,'{"id":3,"eventId":"c53aebf28153044b","slug":"pazarcik-kahramanmaras-m4-8","time":942429120000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitude":4.8,"magnitudeType":"MD","location":"Pazarcık (Kahramanmaraş)","locationEn":"Ördekdede, Pazarcık (Kahramanmaraş)","source":"kandilli","quality":null,"eventType":"earthquake","solutions":[{"agency":"kandilli","eventId":"19991112175200","time":942429120000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"MD","value":4.8}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732800000,"revisions":[{"at":1789732800000,"agencies":["kandilli"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(4,'c835584d3367fdbe','current',NULL,4,942429420000,37.299999999999997157,37.10000000000000142,'pazarcik-kahramanmaras-m4-8-2',4,'{"id":4,"eventId":"c835584d3367fdbe","slug":"pazarcik-kahramanmaras-m4-8-2","time":942429420000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitude":4.8,"magnitudeType":"MD","location":"Pazarcık (Kahramanmaraş)","locationEn":"Ördekdede, Pazarcık (Kahramanmaraş)","source":"kandilli","quality":null,"eventType":"earthquake","solutions":[{"agency":"kandilli","eventId":"19991112175700","time":942429420000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"MD","value":4.8}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732800000,"revisions":[{"at":1789732800000,"agencies":["kandilli"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(5,'a2ed6ec005fa9284','current',NULL,4,942429720000,37.299999999999997157,37.10000000000000142,'pazarcik-kahramanmaras-m4-8-3',5,'{"id":5,"eventId":"a2ed6ec005fa9284","slug":"pazarcik-kahramanmaras-m4-8-3","time":942429720000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitude":4.8,"magnitudeType":"MD","location":"Pazarcık (Kahramanmaraş)","locationEn":"Ördekdede, Pazarcık (Kahramanmaraş)","source":"kandilli","quality":null,"eventType":"earthquake","solutions":[{"agency":"kandilli","eventId":"19991112180200","time":942429720000,"precision":"second","latitude":37.3,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"MD","value":4.8}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732800000,"revisions":[{"at":1789732800000,"agencies":["kandilli"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(6,'bcd6afcd8bc5050f','current',NULL,4,1675684800000,37.219999999999998862,36.740000000000001989,'bademli-nurdagi-gaziantep-m4-4',6,'{"id":6,"eventId":"bcd6afcd8bc5050f","slug":"bademli-nurdagi-gaziantep-m4-4","time":1675684800000,"precision":"second","latitude":37.22,"longitude":36.74,"depthKm":10,"magnitude":4.4,"magnitudeType":"mb","location":"Bademli, Nurdağı (Gaziantep)","locationEn":"Bademli, Nurdağı (Gaziantep)","source":"usgs","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"usgs","eventId":"us6000keep","time":1675684800000,"precision":"second","latitude":37.22,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.4}],"quality":"reviewed","place":"5 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675686600000}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["usgs"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(7,'b28bdf1bd0c8d6ac','withdrawn',NULL,4,1675695600000,37.189999999999997725,36.740000000000001989,'nurdagi-gaziantep-m4-1',12,'{"id":7,"eventId":"b28bdf1bd0c8d6ac","slug":"nurdagi-gaziantep-m4-1","time":1675695600000,"precision":"second","latitude":37.19,"longitude":36.74,"depthKm":10,"magnitude":4.1,"magnitudeType":"mb","location":"Nurdağı (Gaziantep)","locationEn":"Nurdağı (Gaziantep)","source":"usgs","quality":"automatic","eventType":"earthquake","solutions":[{"agency":"usgs","eventId":"us6000gone","time":1675695600000,"precision":"second","latitude":37.19,"longitude":36.74,"depthKm":10,"magnitudes":[{"type":"mb","value":4.1}],"quality":"automatic","place":"1 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675697400000}],"mechanism":null,"shakemap":null,"updatedAt":1789732860000,"revisions":[{"at":1789732860000,"agencies":["usgs"],"changed":["created"]},{"at":1789732920000,"agencies":["usgs"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(8,'d1cd6829e245ce57','current',NULL,4,1675728001100,37.249999999999999999,36.729999999999996874,'dedeler-turkoglu-kahramanmaras-m4-0',10,'{"id":8,"eventId":"d1cd6829e245ce57","slug":"dedeler-turkoglu-kahramanmaras-m4-0","time":1675728001100,"precision":"second","latitude":37.25,"longitude":36.73,"depthKm":8.4,"magnitude":4,"magnitudeType":"mb","location":"Dedeler, Türkoğlu (Kahramanmaraş)","locationEn":"Dedeler, Türkoğlu (Kahramanmaraş)","source":"usgs","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"usgs","eventId":"us6000move","time":1675728001100,"precision":"second","latitude":37.25,"longitude":36.73,"depthKm":8.4,"magnitudes":[{"type":"mb","value":4}],"quality":"reviewed","place":"8 km N of Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675850400000}],"mechanism":null,"shakemap":null,"updatedAt":1789732920000,"revisions":[{"at":1789732860000,"agencies":["usgs"],"changed":["created"]},{"at":1789732920000,"agencies":["usgs"],"changed":["occurred_at","latitude","depth_km","magnitude","quality","sources"],"previous":{"occurred_at":"2023-02-06 23:59:58","latitude":37.26,"depth_km":10,"magnitude":3.9,"agency_location":"9 km N of Nurdağı, Turkey","quality":"automatic","slug":"dedeler-turkoglu-kahramanmaras-m3-9","occurred_at_utc":"2023-02-06T23:59:58.200Z","sources":[{"name":"usgs","event_id":"us6000move","occurred_at":"2023-02-06 23:59:58","occurred_at_utc":"2023-02-06T23:59:58.200Z","latitude":37.26,"longitude":36.73,"depth_km":10,"magnitude":3.9,"magnitude_type":"mb","magnitudes":[{"magnitude":3.9,"magnitude_type":"mb"}],"quality":"automatic","location":"9 km N of Nurdağı, Turkey","updated_at":"2023-02-07T00:20:00Z"}]}}]}');
INSERT INTO earthquakes VALUES(9,'a5dff615b16254f7','current',NULL,5,1675738821000,37.200000000000002843,36.749999999999999999,'nurdagi-gaziantep-m5-1',11,'{"id":9,"eventId":"a5dff615b16254f7","slug":"nurdagi-gaziantep-m5-1","time":1675738821000,"precision":"second","latitude":37.2,"longitude":36.75,"depthKm":7,"magnitude":5.1,"magnitudeType":"Mww","location":"Nurdağı (Gaziantep)","locationEn":"Başpınar, Nurdağı (Gaziantep)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"920001","time":1675738821000,"precision":"second","latitude":37.2,"longitude":36.75,"depthKm":7,"magnitudes":[{"type":"ML","value":5}],"quality":null,"place":"Nurdağı (Gaziantep)","eventType":"earthquake","updatedAt":null},{"agency":"usgs","eventId":"us6000twin","time":1675738821800,"precision":"second","latitude":37.21,"longitude":36.76,"depthKm":10,"magnitudes":[{"type":"Mww","value":5.1}],"quality":"reviewed","place":"Nurdağı, Turkey","eventType":"earthquake","updatedAt":1675857600000}],"mechanism":null,"shakemap":null,"updatedAt":1789732920000,"revisions":[{"at":1789732860000,"agencies":["afad","usgs"],"changed":["created"]},{"at":1789732920000,"agencies":["usgs"],"changed":["magnitude","magnitude_type","sources"],"previous":{"magnitude":5,"magnitude_type":"ML","sources":[{"name":"afad"},{"name":"usgs","event_id":"us6000twin","occurred_at":"2023-02-07 03:00:40","occurred_at_utc":"2023-02-07T03:00:40Z","latitude":37.9,"longitude":36.2,"depth_km":10,"magnitude":4.9,"magnitude_type":"mb","magnitudes":[{"magnitude":4.9,"magnitude_type":"mb"}],"quality":"automatic","location":"40 km W of Nurdağı, Turkey","updated_at":"2023-02-07T03:10:00Z"}],"slug":"nurdagi-gaziantep-m5-0","magnitude_mw":null}}]}');
INSERT INTO earthquakes VALUES(10,'b1274a0dcd8dd00b','current',NULL,3,1789560534000,36.665300000000002,25.709700000000001551,'ege-denizi-amorgos-yunanistan-25-km-gb-m3-5',13,'{"id":10,"eventId":"b1274a0dcd8dd00b","slug":"ege-denizi-amorgos-yunanistan-25-km-gb-m3-5","time":1789560534000,"precision":"second","latitude":36.6653,"longitude":25.7097,"depthKm":6.2,"magnitude":3.5,"magnitudeType":"ML","location":"Ege Denizi, Amorgós (Yunanistan) 25 km GB","locationEn":"Aegean Sea, 25 km SW of Amorgós, Greece","source":"kandilli","quality":"automatic","eventType":"earthquake","solutions":[{"agency":"kandilli","eventId":"20260916120854","time":1789560534000,"precision":"second","latitude":36.6653,"longitude":25.7097,"depthKm":6.2,"magnitudes":[{"type":"ML","value":3.5},{"type":"MD","value":3.3}],"quality":"automatic","place":"EGE DENIZI","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732980000,"revisions":[{"at":1789732980000,"agencies":["kandilli"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(11,'d30ef73e70605526','current',NULL,6,1789594432000,37.287280000000002644,37.039960000000000661,'pazarcik-kahramanmaras-m6-4',14,'{"id":11,"eventId":"d30ef73e70605526","slug":"pazarcik-kahramanmaras-m6-4","time":1789594432000,"precision":"second","latitude":37.28728,"longitude":37.03996,"depthKm":8.6,"magnitude":6.4,"magnitudeType":"Mw","location":"Pazarcık (Kahramanmaraş)","locationEn":"Akdemir, Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"900001","time":1789594432000,"precision":"second","latitude":37.28728,"longitude":37.03996,"depthKm":8.6,"magnitudes":[{"type":"Mw","value":6.4}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null},{"agency":"kandilli","eventId":"20260916213351","time":1789594431000,"precision":"second","latitude":37.285,"longitude":37.0485,"depthKm":5,"magnitudes":[{"type":"Mw","value":6.4},{"type":"ML","value":6.3}],"quality":"reviewed","place":"SALMANIPAK-PAZARCIK (KAHRAMANMARAS)","eventType":"earthquake","updatedAt":null},{"agency":"usgs","eventId":"us8000aaaa","time":1789594433120,"precision":"second","latitude":37.3,"longitude":37.05,"depthKm":10,"magnitudes":[{"type":"Mww","value":6.5}],"quality":"reviewed","place":"12 km NE of Pazarcık, Türkiye","eventType":"earthquake","updatedAt":1789596600000}],"mechanism":null,"shakemap":null,"updatedAt":1789732980000,"revisions":[{"at":1789732980000,"agencies":["afad","kandilli","usgs"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(12,'e521be7b2a2b67fe','current',NULL,2,1789594969440,38.829659999999996955,26.88346999999999909,'ege-denizi-07-44-km-aliaga-izmir-m2-4',15,'{"id":12,"eventId":"e521be7b2a2b67fe","slug":"ege-denizi-07-44-km-aliaga-izmir-m2-4","time":1789594969440,"precision":"second","latitude":38.82966,"longitude":26.88347,"depthKm":9.18,"magnitude":2.4,"magnitudeType":"ML","location":"Ege Denizi - [07.44 km] Aliağa (İzmir)","locationEn":"Aegean Sea, 8 km WNW of Aliağa (İzmir)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"900002","time":1789594969440,"precision":"second","latitude":38.82966,"longitude":26.88347,"depthKm":9.18,"magnitudes":[{"type":"ML","value":2.4}],"quality":null,"place":"Ege Denizi - [07.44 km] Aliağa (İzmir)","eventType":"earthquake","updatedAt":null},{"agency":"kandilli","eventId":"20260916214248","time":1789594968000,"precision":"second","latitude":38.8302,"longitude":26.8887,"depthKm":7.1,"magnitudes":[{"type":"ML","value":2.3}],"quality":"automatic","place":"ALIAGA (IZMIR)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789732980000,"revisions":[{"at":1789732980000,"agencies":["afad","kandilli"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(13,'a2f4864d8c3c7cb9','current',NULL,6,-60210777600000,35.200000000000002842,25.10000000000000142,'sentetik-girit-m6-9',16,'{"id":13,"eventId":"a2f4864d8c3c7cb9","slug":"sentetik-girit-m6-9","time":-60210777600000,"precision":"year","latitude":35.2,"longitude":25.1,"depthKm":null,"magnitude":6.9,"magnitudeType":null,"location":"Sentetik, Girit","locationEn":"1 km S of Profítis Ilías, Greece","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s0062","time":-60210777600000,"precision":"year","latitude":35.2,"longitude":25.1,"depthKm":null,"magnitudes":[{"type":null,"value":6.9}],"quality":"reviewed","place":"Sentetik, Girit","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789733040000,"revisions":[{"at":1789733040000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(14,'eb2e53a289a78515','current',NULL,6,-14825894400000,40.899999999999998578,28.699999999999999289,'sentetik-marmara-m7-1',17,'{"id":14,"eventId":"eb2e53a289a78515","slug":"sentetik-marmara-m7-1","time":-14825894400000,"precision":"day","latitude":40.9,"longitude":28.7,"depthKm":null,"magnitude":7.1,"magnitudeType":null,"location":"Sentetik Marmara","locationEn":"Sea of Marmara, 10 km S of Avcılar (İstanbul)","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s1500","time":-14825894400000,"precision":"day","latitude":40.9,"longitude":28.7,"depthKm":null,"magnitudes":[{"type":null,"value":7.1}],"quality":"reviewed","place":"Sentetik Marmara","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789733040000,"revisions":[{"at":1789733040000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(15,'e0e0ffccaab02eb9','current',NULL,0,-12219271200000,38.399999999999998578,27.10000000000000142,'izmir',18,'{"id":15,"eventId":"e0e0ffccaab02eb9","slug":"izmir","time":-12219271200000,"precision":"hour","latitude":38.4,"longitude":27.1,"depthKm":15,"magnitude":null,"magnitudeType":null,"location":"İzmir","locationEn":"Karabağlar (İzmir)","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s1582","time":-12219271200000,"precision":"hour","latitude":38.4,"longitude":27.1,"depthKm":15,"magnitudes":[],"quality":"reviewed","place":"İzmir","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789733040000,"revisions":[{"at":1789733040000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(16,'f95bc4ceac373d92','current',NULL,6,-2381837760000,40.729999999999996875,29.25,'izmit-korfezi-m7-0',19,'{"id":16,"eventId":"f95bc4ceac373d92","slug":"izmit-korfezi-m7-0","time":-2381837760000,"precision":"minute","latitude":40.73,"longitude":29.25,"depthKm":null,"magnitude":7,"magnitudeType":"Ms","location":"İzmit Körfezi","locationEn":"Sea of Marmara, 8 km N of Merkez (Yalova)","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s1894","time":-2381837760000,"precision":"minute","latitude":40.73,"longitude":29.25,"depthKm":null,"magnitudes":[{"type":"Ms","value":7}],"quality":"reviewed","place":"İzmit Körfezi","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789733040000,"revisions":[{"at":1789733040000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(17,'e969aeb1952b26d9','current',NULL,6,934848099400,40.759999999999998012,29.949999999999999289,'cmd-c-calc-a0-b-m7-6',20,'{"id":17,"eventId":"e969aeb1952b26d9","slug":"cmd-c-calc-a0-b-m7-6","time":934848099400,"precision":"second","latitude":40.76,"longitude":29.95,"depthKm":17,"magnitude":7.6,"magnitudeType":"Mw","location":"=cmd|'' /C calc''!A0 & <b>","locationEn":"Bekirpaşa, Erenler (Sakarya)","source":"historical","quality":"reviewed","eventType":"earthquake","solutions":[{"agency":"historical","eventId":"s1999","time":934848099400,"precision":"second","latitude":40.76,"longitude":29.95,"depthKm":17,"magnitudes":[{"type":"Mw","value":7.6}],"quality":"reviewed","place":"=cmd|'' /C calc''!A0 & <b>","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789733040000,"revisions":[{"at":1789733040000,"agencies":["historical"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(18,'a943ea0e917cd301','current',NULL,1,1709251199000,37.10000000000000142,30.499999999999999999,'kepez-antalya-m1-2',21,'{"id":18,"eventId":"a943ea0e917cd301","slug":"kepez-antalya-m1-2","time":1709251199000,"precision":"second","latitude":37.1,"longitude":30.5,"depthKm":7,"magnitude":1.2,"magnitudeType":"ML","location":"Kepez (Antalya)","locationEn":"Bayat Bademleri, Korkuteli (Antalya)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"910001","time":1709251199000,"precision":"second","latitude":37.1,"longitude":30.5,"depthKm":7,"magnitudes":[{"type":"ML","value":1.2}],"quality":null,"place":"Kepez (Antalya)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789733040000,"revisions":[{"at":1789733040000,"agencies":["afad"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(19,'e5c5a0ab5bdad2b2','current',NULL,3,1709251200000,37.200000000000002843,30.600000000000001421,'serik-antalya-m3-0',22,'{"id":19,"eventId":"e5c5a0ab5bdad2b2","slug":"serik-antalya-m3-0","time":1709251200000,"precision":"second","latitude":37.2,"longitude":30.6,"depthKm":-0.5,"magnitude":3,"magnitudeType":"MD","location":"Serik (Antalya)","locationEn":"Ilıcaköy, Döşemealtı (Antalya)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"910002","time":1709251200000,"precision":"second","latitude":37.2,"longitude":30.6,"depthKm":-0.5,"magnitudes":[{"type":"MD","value":3}],"quality":null,"place":"Serik (Antalya)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1789733040000,"revisions":[{"at":1789733040000,"agencies":["afad"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(20,'dfdfbeb1ab9a85f9','current',NULL,2,1710929700000,39.149999999999998578,27.60000000000000142,'darkale-soma-manisa-m2-1',23,'{"id":20,"eventId":"dfdfbeb1ab9a85f9","slug":"darkale-soma-manisa-m2-1","time":1710929700000,"precision":"second","latitude":39.15,"longitude":27.6,"depthKm":0,"magnitude":2.1,"magnitudeType":"mb","location":"Darkale, Soma (Manisa)","locationEn":"Darkale, Soma (Manisa)","source":"usgs","quality":"reviewed","eventType":"quarry blast","solutions":[{"agency":"usgs","eventId":"us7000blst","time":1710929700000,"precision":"second","latitude":39.15,"longitude":27.6,"depthKm":0,"magnitudes":[{"type":"mb","value":2.1}],"quality":"reviewed","place":"3 km S of Soma, Turkey","eventType":"quarry blast","updatedAt":1710979200000}],"mechanism":null,"shakemap":null,"updatedAt":1789733040000,"revisions":[{"at":1789733040000,"agencies":["usgs"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(21,'ba95ba31af25d705','current',NULL,0,1711016100500,35.0,33.100000000000001421,'mitsero-kibris-5-km-ggb',24,'{"id":21,"eventId":"ba95ba31af25d705","slug":"mitsero-kibris-5-km-ggb","time":1711016100500,"precision":"second","latitude":35,"longitude":33.1,"depthKm":null,"magnitude":null,"magnitudeType":null,"location":"Mitseró (Kıbrıs) 5 km GGB","locationEn":"5 km SSW of Mitseró, Cyprus","source":"usgs","quality":"automatic","eventType":"earthquake","solutions":[{"agency":"usgs","eventId":"us7000none","time":1711016100500,"precision":"second","latitude":35,"longitude":33.1,"depthKm":null,"magnitudes":[],"quality":"automatic","place":null,"eventType":"earthquake","updatedAt":1711018800000}],"mechanism":null,"shakemap":null,"updatedAt":1789733040000,"revisions":[{"at":1789733040000,"agencies":["usgs"],"changed":["created"]}]}');
CREATE TABLE slugs (
  date TEXT NOT NULL,
  slug TEXT NOT NULL,
  earthquake INTEGER NOT NULL,
  PRIMARY KEY (date, slug)
) STRICT, WITHOUT ROWID;
INSERT INTO slugs VALUES('1970-03-28','pazarcik-kahramanmaras-m6-2',1);
INSERT INTO slugs VALUES('1978-03-28','pazarcik-kahramanmaras-m5-0',2);
INSERT INTO slugs VALUES('1999-11-12','pazarcik-kahramanmaras-m4-8',3);
INSERT INTO slugs VALUES('1999-11-12','pazarcik-kahramanmaras-m4-8-2',4);
INSERT INTO slugs VALUES('1999-11-12','pazarcik-kahramanmaras-m4-8-3',5);
INSERT INTO slugs VALUES('2023-02-06','bademli-nurdagi-gaziantep-m4-4',6);
INSERT INTO slugs VALUES('2023-02-06','nurdagi-gaziantep-m4-1',7);
INSERT INTO slugs VALUES('2023-02-06','dedeler-turkoglu-kahramanmaras-m3-9',8);
INSERT INTO slugs VALUES('2023-02-07','dedeler-turkoglu-kahramanmaras-m4-0',8);
INSERT INTO slugs VALUES('2023-02-07','nurdagi-gaziantep-m5-0',9);
INSERT INTO slugs VALUES('2023-02-07','nurdagi-gaziantep-m5-1',9);
INSERT INTO slugs VALUES('2026-09-16','ege-denizi-amorgos-yunanistan-25-km-gb-m3-5',10);
INSERT INTO slugs VALUES('2026-09-16','pazarcik-kahramanmaras-m6-4',11);
INSERT INTO slugs VALUES('2026-09-16','ege-denizi-07-44-km-aliaga-izmir-m2-4',12);
INSERT INTO slugs VALUES('0062-01-01','sentetik-girit-m6-9',13);
INSERT INTO slugs VALUES('1500-02-29','sentetik-marmara-m7-1',14);
INSERT INTO slugs VALUES('1582-10-15','izmir',15);
INSERT INTO slugs VALUES('1894-07-10','izmit-korfezi-m7-0',16);
INSERT INTO slugs VALUES('1999-08-17','cmd-c-calc-a0-b-m7-6',17);
INSERT INTO slugs VALUES('2024-02-29','kepez-antalya-m1-2',18);
INSERT INTO slugs VALUES('2024-03-01','serik-antalya-m3-0',19);
INSERT INTO slugs VALUES('2024-03-20','darkale-soma-manisa-m2-1',20);
INSERT INTO slugs VALUES('2024-03-21','mitsero-kibris-5-km-ggb',21);
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
  -- The surviving earthquake at that moment, of a merged one.
  merged_into INTEGER,
  history TEXT NOT NULL
) STRICT;
INSERT INTO changes VALUES(1,1,1789732800000,'record',6,7506143000,NULL,NULL,NULL,NULL,NULL,'e8f9c52495f90a99c011dda7');
INSERT INTO changes VALUES(2,2,1789732800000,'record',5,259966943000,NULL,NULL,NULL,NULL,NULL,'671ebe4f91a8b71ff5f9326f');
INSERT INTO changes VALUES(3,3,1789732800000,'record',4,942429120000,NULL,NULL,NULL,NULL,NULL,'9e509d2fd41c0b9a18a65c27');
INSERT INTO changes VALUES(4,4,1789732800000,'record',4,942429420000,NULL,NULL,NULL,NULL,NULL,'093c78aad10e542a5b8b0408');
INSERT INTO changes VALUES(5,5,1789732800000,'record',4,942429720000,NULL,NULL,NULL,NULL,NULL,'5119d3276440b00309506cf3');
INSERT INTO changes VALUES(6,6,1789732860000,'record',4,1675684800000,NULL,NULL,NULL,NULL,NULL,'29a82af2bf0b8912927db6d9');
INSERT INTO changes VALUES(7,7,1789732860000,'record',4,1675695600000,NULL,NULL,NULL,NULL,NULL,'31586231e1d01838c96883c3');
INSERT INTO changes VALUES(8,8,1789732860000,'record',3,1675727998000,NULL,NULL,NULL,NULL,NULL,'6e3a25ca8080e5d2a811d214');
INSERT INTO changes VALUES(9,9,1789732860000,'record',5,1675738821000,NULL,NULL,NULL,NULL,NULL,'5767a070ace763e47bb25676');
INSERT INTO changes VALUES(10,8,1789732920000,'record',4,1675728001000,3,1675727998200,37.25999999999999801,36.729999999999996874,NULL,'41584dec908b8489936200e1');
INSERT INTO changes VALUES(11,9,1789732920000,'record',5,1675738821000,5,1675738821000,37.200000000000002843,36.749999999999999999,NULL,'386f85265ea449494c5e2810');
INSERT INTO changes VALUES(12,7,1789732920000,'retracted',4,1675695600000,4,1675695600000,37.189999999999997725,36.740000000000001989,NULL,'aac0e21b4fe337d322ef49c0');
INSERT INTO changes VALUES(13,10,1789732980000,'record',3,1789560534000,NULL,NULL,NULL,NULL,NULL,'2d48017b6f8770f4891683b9');
INSERT INTO changes VALUES(14,11,1789732980000,'record',6,1789594432000,NULL,NULL,NULL,NULL,NULL,'a82b4a48f2c4c477c477835a');
INSERT INTO changes VALUES(15,12,1789732980000,'record',2,1789594969000,NULL,NULL,NULL,NULL,NULL,'16e7f071ea6d10f86e0a116b');
INSERT INTO changes VALUES(16,13,1789733040000,'record',6,-60210777600000,NULL,NULL,NULL,NULL,NULL,'7ab2c975d7de9adb2b430bf1');
INSERT INTO changes VALUES(17,14,1789733040000,'record',6,-14825894400000,NULL,NULL,NULL,NULL,NULL,'f711271637c825020f93c220');
INSERT INTO changes VALUES(18,15,1789733040000,'record',0,-12219271200000,NULL,NULL,NULL,NULL,NULL,'45728a163c0bcd407600ac71');
INSERT INTO changes VALUES(19,16,1789733040000,'record',6,-2381837760000,NULL,NULL,NULL,NULL,NULL,'b3031e82c7c91c09c8d4a78f');
INSERT INTO changes VALUES(20,17,1789733040000,'record',6,934848099000,NULL,NULL,NULL,NULL,NULL,'8a0b341f0a943f5e349deaa3');
INSERT INTO changes VALUES(21,18,1789733040000,'record',1,1709251199000,NULL,NULL,NULL,NULL,NULL,'799bb462202843fbee0f6a9e');
INSERT INTO changes VALUES(22,19,1789733040000,'record',3,1709251200000,NULL,NULL,NULL,NULL,NULL,'ac814bde24e47429a0f63911');
INSERT INTO changes VALUES(23,20,1789733040000,'record',2,1710929700000,NULL,NULL,NULL,NULL,NULL,'c15d79eb8b33dc7de3143c15');
INSERT INTO changes VALUES(24,21,1789733040000,'record',0,1711016100000,NULL,NULL,NULL,NULL,NULL,'1dc9e5b6b70a3c8901172857');
CREATE TABLE feeds (
  feed TEXT PRIMARY KEY,
  last_attempt INTEGER,
  last_success INTEGER,
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO settings VALUES('agencies','kandilli,afad,usgs,turhec,historical');
CREATE TABLE validators (url TEXT PRIMARY KEY, etag TEXT, last_modified TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE stations (network TEXT NOT NULL, code TEXT NOT NULL, station TEXT NOT NULL, PRIMARY KEY (network, code)) STRICT, WITHOUT ROWID;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('earthquakes',21);
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
COMMIT;
PRAGMA user_version = 4;
PRAGMA application_id = 2053467235;
