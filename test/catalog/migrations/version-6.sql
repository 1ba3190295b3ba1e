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
INSERT INTO captures VALUES(1,'afad-api','471a5a512d2869b19acb072a83d88e8757932b94ee982c950fb275705b66f423','synthetic afad-api',1710072060000,1710244800000,1709985600000,1710158400000,NULL,1,15,1);
INSERT INTO captures VALUES(2,'afad-api','b4622567ff9ac8c351bf020b5945a2078122eb0d05b57a230ffef11ef8a751d1','synthetic afad-api',253370764800000,1710244800000,1709985600000,1710158400000,NULL,1,2,1);
INSERT INTO captures VALUES(3,'afad-api','9f47731804b394134a6a9d17dadc4a03d88c4cd49d1ccdc8ab5794e439013e01','synthetic afad-api',1710072180000,1710244800000,1709985600000,1710158400000,NULL,1,15,1);
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
INSERT INTO observations VALUES(1,'afad-api','600000','11309a9a20c5863a75f0c56a',1710072000000,36.0,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,1,'{"key":"600000","aliases":[],"time":1710072000000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":36,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(2,'afad-api','600001','bebcbbc88394f09d26c311ac',1710070200000,36.333333333333335702,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,253370764800000,1710244800000,2,'{"key":"600001","aliases":[],"time":1710070200000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":36.333333333333336,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(3,'afad-api','600002','1769018d7b3831e9e5464c48',1710068400000,36.666666666666664297,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,3,'{"key":"600002","aliases":[],"time":1710068400000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":36.666666666666664,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(4,'afad-api','600003','836b9033a762602e07728361',1710066600000,37.0,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,4,'{"key":"600003","aliases":[],"time":1710066600000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(5,'afad-api','600004','cd37f3e98d8c3dfe55ee6cf7',1710064800000,37.333333333333335701,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,5,'{"key":"600004","aliases":[],"time":1710064800000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.333333333333336,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(6,'afad-api','600005','3adccb7b513e6053c5371d6b',1710063000000,37.666666666666664298,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,6,'{"key":"600005","aliases":[],"time":1710063000000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":37.666666666666664,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(7,'afad-api','600006','a26a4525e819a7d01a657f36',1710061200000,38.0,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,7,'{"key":"600006","aliases":[],"time":1710061200000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":38,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(8,'afad-api','600007','47e918ab84d044aa3d2a5636',1710059400000,38.333333333333335702,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,8,'{"key":"600007","aliases":[],"time":1710059400000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":38.333333333333336,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(9,'afad-api','600008','798bb6fa51e10fb831d33599',1710057600000,38.666666666666664298,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,9,'{"key":"600008","aliases":[],"time":1710057600000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":38.666666666666664,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(10,'afad-api','600009','e62f88c4bb88f0e1dde3dbe3',1710055800000,39.0,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,10,'{"key":"600009","aliases":[],"time":1710055800000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":39,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(11,'afad-api','600010','46104613cafe66d521d1b412',1710054000000,39.333333333333335701,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,11,'{"key":"600010","aliases":[],"time":1710054000000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":39.333333333333336,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(12,'afad-api','600011','42d356483074b19fccbc20cf',1710052200000,39.666666666666664299,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,12,'{"key":"600011","aliases":[],"time":1710052200000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":39.666666666666664,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(13,'afad-api','600012','632b13dc87b99033e4d57e96',1710050400000,40.0,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,13,'{"key":"600012","aliases":[],"time":1710050400000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":40,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(14,'afad-api','600013','97ac3e10b0491f650b85c8c4',1710048600000,40.3333333333333357,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,14,'{"key":"600013","aliases":[],"time":1710048600000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":40.333333333333336,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(15,'afad-api','600014','d62ba925b38ac1456536d645',1710046800000,40.666666666666664298,37.10000000000000142,4.2000000000000001776,NULL,1710072060000,1710072180000,1710244800000,15,'{"key":"600014","aliases":[],"time":1710046800000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":40.666666666666664,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null,"withdrawn":false,"url":null}');
INSERT INTO observations VALUES(16,'afad-api','600000','3e78b298620b437f49550dcc',1710072000000,36.0,37.10000000000000142,9.9000000000000003552,NULL,253370764800000,253370764800000,1710244800000,1,'{"key":"600000","aliases":[],"time":1710072000000,"precision":"second","alternativeTime":null,"replacesTime":null,"latitude":36,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":9.9}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":253370764800000,"withdrawn":false,"url":null}');
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
INSERT INTO threads VALUES(1,3,'600000',16,0,1710072000000,NULL,0,36.0,37.10000000000000142,9.9000000000000003552,'ML',0,15);
INSERT INTO threads VALUES(2,3,'600001',2,0,1710070200000,NULL,0,36.333333333333335702,37.10000000000000142,4.2000000000000001776,'ML',0,14);
INSERT INTO threads VALUES(3,3,'600002',3,1,1710068400000,NULL,0,36.666666666666664297,37.10000000000000142,4.2000000000000001776,'ML',0,13);
INSERT INTO threads VALUES(4,3,'600003',4,1,1710066600000,NULL,0,37.0,37.10000000000000142,4.2000000000000001776,'ML',0,12);
INSERT INTO threads VALUES(5,3,'600004',5,1,1710064800000,NULL,0,37.333333333333335701,37.10000000000000142,4.2000000000000001776,'ML',0,11);
INSERT INTO threads VALUES(6,3,'600005',6,1,1710063000000,NULL,0,37.666666666666664298,37.10000000000000142,4.2000000000000001776,'ML',0,10);
INSERT INTO threads VALUES(7,3,'600006',7,1,1710061200000,NULL,0,38.0,37.10000000000000142,4.2000000000000001776,'ML',0,9);
INSERT INTO threads VALUES(8,3,'600007',8,1,1710059400000,NULL,0,38.333333333333335702,37.10000000000000142,4.2000000000000001776,'ML',0,8);
INSERT INTO threads VALUES(9,3,'600008',9,1,1710057600000,NULL,0,38.666666666666664298,37.10000000000000142,4.2000000000000001776,'ML',0,7);
INSERT INTO threads VALUES(10,3,'600009',10,1,1710055800000,NULL,0,39.0,37.10000000000000142,4.2000000000000001776,'ML',0,6);
INSERT INTO threads VALUES(11,3,'600010',11,1,1710054000000,NULL,0,39.333333333333335701,37.10000000000000142,4.2000000000000001776,'ML',0,5);
INSERT INTO threads VALUES(12,3,'600011',12,1,1710052200000,NULL,0,39.666666666666664299,37.10000000000000142,4.2000000000000001776,'ML',0,4);
INSERT INTO threads VALUES(13,3,'600012',13,1,1710050400000,NULL,0,40.0,37.10000000000000142,4.2000000000000001776,'ML',0,3);
INSERT INTO threads VALUES(14,3,'600013',14,1,1710048600000,NULL,0,40.3333333333333357,37.10000000000000142,4.2000000000000001776,'ML',0,2);
INSERT INTO threads VALUES(15,3,'600014',15,1,1710046800000,NULL,0,40.666666666666664298,37.10000000000000142,4.2000000000000001776,'ML',0,1);
CREATE TABLE thread_keys (
  slot INTEGER NOT NULL,
  key TEXT NOT NULL,
  thread INTEGER NOT NULL,
  PRIMARY KEY (slot, key)
) STRICT, WITHOUT ROWID;
INSERT INTO thread_keys VALUES(3,'600000',1);
INSERT INTO thread_keys VALUES(3,'600001',2);
INSERT INTO thread_keys VALUES(3,'600002',3);
INSERT INTO thread_keys VALUES(3,'600003',4);
INSERT INTO thread_keys VALUES(3,'600004',5);
INSERT INTO thread_keys VALUES(3,'600005',6);
INSERT INTO thread_keys VALUES(3,'600006',7);
INSERT INTO thread_keys VALUES(3,'600007',8);
INSERT INTO thread_keys VALUES(3,'600008',9);
INSERT INTO thread_keys VALUES(3,'600009',10);
INSERT INTO thread_keys VALUES(3,'600010',11);
INSERT INTO thread_keys VALUES(3,'600011',12);
INSERT INTO thread_keys VALUES(3,'600012',13);
INSERT INTO thread_keys VALUES(3,'600013',14);
INSERT INTO thread_keys VALUES(3,'600014',15);
CREATE TABLE dirty_threads (thread INTEGER PRIMARY KEY) STRICT;
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
INSERT INTO earthquakes VALUES(1,'daa0922c90aa9435','withdrawn',NULL,4,1710046800000,40.666670000000003427,37.10000000000000142,'pazarcik-kahramanmaras-m4-2',17,'{"id":1,"eventId":"daa0922c90aa9435","slug":"pazarcik-kahramanmaras-m4-2","time":1710046800000,"precision":"second","latitude":40.66667,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600014","time":1710046800000,"precision":"second","latitude":40.66667,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(2,'df25afde7fe7794d','withdrawn',NULL,4,1710048600000,40.333329999999996571,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-2',18,'{"id":2,"eventId":"df25afde7fe7794d","slug":"pazarcik-kahramanmaras-m4-2-2","time":1710048600000,"precision":"second","latitude":40.33333,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600013","time":1710048600000,"precision":"second","latitude":40.33333,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(3,'cefbe365b2362589','withdrawn',NULL,4,1710050400000,40.0,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-3',19,'{"id":3,"eventId":"cefbe365b2362589","slug":"pazarcik-kahramanmaras-m4-2-3","time":1710050400000,"precision":"second","latitude":40,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600012","time":1710050400000,"precision":"second","latitude":40,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(4,'c98cdf784ecfa277','withdrawn',NULL,4,1710052200000,39.666670000000003426,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-4',20,'{"id":4,"eventId":"c98cdf784ecfa277","slug":"pazarcik-kahramanmaras-m4-2-4","time":1710052200000,"precision":"second","latitude":39.66667,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600011","time":1710052200000,"precision":"second","latitude":39.66667,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(5,'c9e1688ef9cde089','withdrawn',NULL,4,1710054000000,39.333329999999996572,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-5',21,'{"id":5,"eventId":"c9e1688ef9cde089","slug":"pazarcik-kahramanmaras-m4-2-5","time":1710054000000,"precision":"second","latitude":39.33333,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600010","time":1710054000000,"precision":"second","latitude":39.33333,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(6,'abe8af542baabdbc','withdrawn',NULL,4,1710055800000,39.0,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-6',22,'{"id":6,"eventId":"abe8af542baabdbc","slug":"pazarcik-kahramanmaras-m4-2-6","time":1710055800000,"precision":"second","latitude":39,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600009","time":1710055800000,"precision":"second","latitude":39,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(7,'d543bbac92c748a4','withdrawn',NULL,4,1710057600000,38.666670000000003426,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-7',23,'{"id":7,"eventId":"d543bbac92c748a4","slug":"pazarcik-kahramanmaras-m4-2-7","time":1710057600000,"precision":"second","latitude":38.66667,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600008","time":1710057600000,"precision":"second","latitude":38.66667,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(8,'c9898d34b22b55a1','withdrawn',NULL,4,1710059400000,38.333329999999996573,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-8',24,'{"id":8,"eventId":"c9898d34b22b55a1","slug":"pazarcik-kahramanmaras-m4-2-8","time":1710059400000,"precision":"second","latitude":38.33333,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600007","time":1710059400000,"precision":"second","latitude":38.33333,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(9,'cfa6fcf3a5eaaf44','withdrawn',NULL,4,1710061200000,38.0,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-9',25,'{"id":9,"eventId":"cfa6fcf3a5eaaf44","slug":"pazarcik-kahramanmaras-m4-2-9","time":1710061200000,"precision":"second","latitude":38,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600006","time":1710061200000,"precision":"second","latitude":38,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(10,'defac7244945d47c','withdrawn',NULL,4,1710063000000,37.666670000000003425,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-10',26,'{"id":10,"eventId":"defac7244945d47c","slug":"pazarcik-kahramanmaras-m4-2-10","time":1710063000000,"precision":"second","latitude":37.66667,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600005","time":1710063000000,"precision":"second","latitude":37.66667,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(11,'fc0e5c01a4ff3364','withdrawn',NULL,4,1710064800000,37.333329999999996574,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-11',27,'{"id":11,"eventId":"fc0e5c01a4ff3364","slug":"pazarcik-kahramanmaras-m4-2-11","time":1710064800000,"precision":"second","latitude":37.33333,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600004","time":1710064800000,"precision":"second","latitude":37.33333,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(12,'caf97f51f9cba794','withdrawn',NULL,4,1710066600000,37.0,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-12',28,'{"id":12,"eventId":"caf97f51f9cba794","slug":"pazarcik-kahramanmaras-m4-2-12","time":1710066600000,"precision":"second","latitude":37,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600003","time":1710066600000,"precision":"second","latitude":37,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(13,'fafc8dd90ff92e69','withdrawn',NULL,4,1710068400000,36.666670000000003426,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-13',29,'{"id":13,"eventId":"fafc8dd90ff92e69","slug":"pazarcik-kahramanmaras-m4-2-13","time":1710068400000,"precision":"second","latitude":36.66667,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600002","time":1710068400000,"precision":"second","latitude":36.66667,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["withdrawn"],"previous":{}}]}');
INSERT INTO earthquakes VALUES(14,'f6226f7b7625b01a','current',NULL,4,1710070200000,36.333329999999996573,37.10000000000000142,'pazarcik-kahramanmaras-m4-2-14',14,'{"id":14,"eventId":"f6226f7b7625b01a","slug":"pazarcik-kahramanmaras-m4-2-14","time":1710070200000,"precision":"second","latitude":36.33333,"longitude":37.1,"depthKm":10,"magnitude":4.2,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600001","time":1710070200000,"precision":"second","latitude":36.33333,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":4.2}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":null}],"mechanism":null,"shakemap":null,"updatedAt":1710244800000,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]}]}');
INSERT INTO earthquakes VALUES(15,'a5a34697934eca37','current',NULL,6,1710072000000,36.0,37.10000000000000142,'pazarcik-kahramanmaras-m9-9',16,'{"id":15,"eventId":"a5a34697934eca37","slug":"pazarcik-kahramanmaras-m9-9","time":1710072000000,"precision":"second","latitude":36,"longitude":37.1,"depthKm":10,"magnitude":9.9,"magnitudeType":"ML","location":"Pazarcık (Kahramanmaraş)","locationEn":"Pazarcık (Kahramanmaraş)","source":"afad","quality":null,"eventType":"earthquake","solutions":[{"agency":"afad","eventId":"600000","time":1710072000000,"precision":"second","latitude":36,"longitude":37.1,"depthKm":10,"magnitudes":[{"type":"ML","value":9.9}],"quality":null,"place":"Pazarcık (Kahramanmaraş)","eventType":"earthquake","updatedAt":253370764800000}],"mechanism":null,"shakemap":null,"updatedAt":1710244800001,"revisions":[{"at":1710244800000,"agencies":["afad"],"changed":["created"]},{"at":1710244800001,"agencies":["afad"],"changed":["magnitude","sources"],"previous":{"magnitude":4.2,"magnitude_ml":4.2,"slug":"pazarcik-kahramanmaras-m4-2-15","sources":[{"name":"afad","event_id":"600000","occurred_at":"2024-03-10 12:00:00","occurred_at_utc":"2024-03-10T12:00:00Z","latitude":36,"longitude":37.1,"depth_km":10,"magnitude":4.2,"magnitude_type":"ML","magnitudes":[{"magnitude":4.2,"magnitude_type":"ML"}],"quality":null,"location":"Pazarcık (Kahramanmaraş)","updated_at":null}]}}]}');
CREATE TABLE slugs (
  date TEXT NOT NULL,
  slug TEXT NOT NULL,
  earthquake INTEGER NOT NULL,
  PRIMARY KEY (date, slug)
) STRICT, WITHOUT ROWID;
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2',1);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-2',2);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-3',3);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-4',4);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-5',5);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-6',6);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-7',7);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-8',8);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-9',9);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-10',10);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-11',11);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-12',12);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-13',13);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-14',14);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m4-2-15',15);
INSERT INTO slugs VALUES('2024-03-10','pazarcik-kahramanmaras-m9-9',15);
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
INSERT INTO changes VALUES(1,1,1710244800000,'record',4,1710046800000,NULL,NULL,NULL,NULL,NULL,'50d192f2dc35631b3dda6025');
INSERT INTO changes VALUES(2,2,1710244800000,'record',4,1710048600000,NULL,NULL,NULL,NULL,NULL,'8c7154368941d99dca5826b6');
INSERT INTO changes VALUES(3,3,1710244800000,'record',4,1710050400000,NULL,NULL,NULL,NULL,NULL,'bb232ba3114b72cdb619b73f');
INSERT INTO changes VALUES(4,4,1710244800000,'record',4,1710052200000,NULL,NULL,NULL,NULL,NULL,'1f7cad1c00c199a14eb04a17');
INSERT INTO changes VALUES(5,5,1710244800000,'record',4,1710054000000,NULL,NULL,NULL,NULL,NULL,'06fd6f2f9844597592e0263a');
INSERT INTO changes VALUES(6,6,1710244800000,'record',4,1710055800000,NULL,NULL,NULL,NULL,NULL,'1220e9ecdf0dedb38ccbc235');
INSERT INTO changes VALUES(7,7,1710244800000,'record',4,1710057600000,NULL,NULL,NULL,NULL,NULL,'bbb55cd5baf74565872b9cbc');
INSERT INTO changes VALUES(8,8,1710244800000,'record',4,1710059400000,NULL,NULL,NULL,NULL,NULL,'158436bd5c772edc33409fde');
INSERT INTO changes VALUES(9,9,1710244800000,'record',4,1710061200000,NULL,NULL,NULL,NULL,NULL,'99c44f8cf748aed5ba80354d');
INSERT INTO changes VALUES(10,10,1710244800000,'record',4,1710063000000,NULL,NULL,NULL,NULL,NULL,'cc5b90e646092123ed1333e3');
INSERT INTO changes VALUES(11,11,1710244800000,'record',4,1710064800000,NULL,NULL,NULL,NULL,NULL,'67c6ed16d5cbfd5cd1fef28d');
INSERT INTO changes VALUES(12,12,1710244800000,'record',4,1710066600000,NULL,NULL,NULL,NULL,NULL,'b77048b2c6badaac3496233e');
INSERT INTO changes VALUES(13,13,1710244800000,'record',4,1710068400000,NULL,NULL,NULL,NULL,NULL,'fc008f043c2eb14b5f364fb6');
INSERT INTO changes VALUES(14,14,1710244800000,'record',4,1710070200000,NULL,NULL,NULL,NULL,NULL,'da2ad4d20f1b78ba92ad0744');
INSERT INTO changes VALUES(15,15,1710244800000,'record',4,1710072000000,NULL,NULL,NULL,NULL,NULL,'a6f5b8747f85af5a9498617c');
INSERT INTO changes VALUES(16,15,1710244800001,'record',6,1710072000000,4,1710072000000,36.0,37.10000000000000142,NULL,'4e862435e38f61a626a1face');
INSERT INTO changes VALUES(17,1,1710244800001,'retracted',4,1710046800000,4,1710046800000,40.666670000000003427,37.10000000000000142,NULL,'69437c45583062a68226f57a');
INSERT INTO changes VALUES(18,2,1710244800001,'retracted',4,1710048600000,4,1710048600000,40.333329999999996571,37.10000000000000142,NULL,'79312ea29539bb259db209fb');
INSERT INTO changes VALUES(19,3,1710244800001,'retracted',4,1710050400000,4,1710050400000,40.0,37.10000000000000142,NULL,'22a914a046f8d455404239cf');
INSERT INTO changes VALUES(20,4,1710244800001,'retracted',4,1710052200000,4,1710052200000,39.666670000000003426,37.10000000000000142,NULL,'0d8ee1f5911ae57ec00d8227');
INSERT INTO changes VALUES(21,5,1710244800001,'retracted',4,1710054000000,4,1710054000000,39.333329999999996572,37.10000000000000142,NULL,'2a5428d26d739add986837f7');
INSERT INTO changes VALUES(22,6,1710244800001,'retracted',4,1710055800000,4,1710055800000,39.0,37.10000000000000142,NULL,'c017513315331c032d379ffd');
INSERT INTO changes VALUES(23,7,1710244800001,'retracted',4,1710057600000,4,1710057600000,38.666670000000003426,37.10000000000000142,NULL,'e125d7eddb49dd6bc71481fd');
INSERT INTO changes VALUES(24,8,1710244800001,'retracted',4,1710059400000,4,1710059400000,38.333329999999996573,37.10000000000000142,NULL,'e2cc8d31576d59436502d6e7');
INSERT INTO changes VALUES(25,9,1710244800001,'retracted',4,1710061200000,4,1710061200000,38.0,37.10000000000000142,NULL,'40dd8077cbbb15540f718f77');
INSERT INTO changes VALUES(26,10,1710244800001,'retracted',4,1710063000000,4,1710063000000,37.666670000000003425,37.10000000000000142,NULL,'eca23df0a31d31fa49dc1b2f');
INSERT INTO changes VALUES(27,11,1710244800001,'retracted',4,1710064800000,4,1710064800000,37.333329999999996574,37.10000000000000142,NULL,'a97a199b50fe3683c11b0374');
INSERT INTO changes VALUES(28,12,1710244800001,'retracted',4,1710066600000,4,1710066600000,37.0,37.10000000000000142,NULL,'775963d8fbdfb903e0831c9a');
INSERT INTO changes VALUES(29,13,1710244800001,'retracted',4,1710068400000,4,1710068400000,36.666670000000003426,37.10000000000000142,NULL,'8707105fa1866f0231296b19');
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
CREATE TABLE feed_gaps (
  feed TEXT NOT NULL,
  began INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  -- 1: requested meanwhile, in vain; 0: not requested.
  requested INTEGER NOT NULL,
  PRIMARY KEY (feed, began)
) STRICT, WITHOUT ROWID;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('earthquakes',15);
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
PRAGMA user_version = 6;
PRAGMA application_id = 2053467235;
