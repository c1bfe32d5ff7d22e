-- A data folder as the first version of Spinney left it: one match under way, one over.
BEGIN TRANSACTION;
CREATE TABLE events (
	"match" TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	event TEXT NOT NULL, 
	PRIMARY KEY ("match", number), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('LuJm9bjM',0,'{"at": 0, "kind": "say", "player": 0, "text": "first blue"}');
INSERT INTO "events" VALUES('LuJm9bjM',1,'{"at": 1000, "kind": "say", "player": 0, "text": "bid 2g 1b 1b 1b 1g"}');
INSERT INTO "events" VALUES('LuJm9bjM',2,'{"at": 2000, "kind": "say", "player": 1, "text": "bid 2g 2g 1g"}');
INSERT INTO "events" VALUES('LuJm9bjM',3,'{"at": 3000, "kind": "say", "player": 1, "text": "plant R4 A4"}');
INSERT INTO "events" VALUES('LuJm9bjM',4,'{"at": 4000, "kind": "say", "player": 0, "text": "plant P4 F4"}');
INSERT INTO "events" VALUES('LuJm9bjM',5,'{"at": 5000, "kind": "say", "player": 1, "text": "skip"}');
INSERT INTO "events" VALUES('LuJm9bjM',6,'{"at": 6000, "kind": "say", "player": 0, "text": "take P2"}');
INSERT INTO "events" VALUES('LuJm9bjM',7,'{"at": 7000, "kind": "say", "player": 0, "text": "take V1"}');
INSERT INTO "events" VALUES('LuJm9bjM',8,'{"at": 8000, "kind": "say", "player": 0, "text": "take R7"}');
INSERT INTO "events" VALUES('KXPmcH_v',0,'{"at": 0, "kind": "say", "player": 0, "text": "first blue"}');
INSERT INTO "events" VALUES('KXPmcH_v',1,'{"at": 1000, "kind": "say", "player": 0, "text": "bid 2g 1b 1b 1b 1g"}');
INSERT INTO "events" VALUES('KXPmcH_v',2,'{"at": 2000, "kind": "say", "player": 1, "text": "bid 2g 2g 1g"}');
INSERT INTO "events" VALUES('KXPmcH_v',3,'{"at": 3000, "kind": "say", "player": 1, "text": "plant R4 A4"}');
INSERT INTO "events" VALUES('KXPmcH_v',4,'{"at": 4000, "kind": "say", "player": 0, "text": "plant P4 F4"}');
INSERT INTO "events" VALUES('KXPmcH_v',5,'{"at": 5000, "kind": "say", "player": 1, "text": "skip"}');
INSERT INTO "events" VALUES('KXPmcH_v',6,'{"at": 6000, "kind": "say", "player": 0, "text": "take P2"}');
INSERT INTO "events" VALUES('KXPmcH_v',7,'{"at": 7000, "kind": "say", "player": 0, "text": "take V1"}');
INSERT INTO "events" VALUES('KXPmcH_v',8,'{"at": 8000, "kind": "say", "player": 0, "text": "take R7"}');
INSERT INTO "events" VALUES('KXPmcH_v',9,'{"at": 9000, "kind": "say", "player": 0, "text": "skip"}');
INSERT INTO "events" VALUES('KXPmcH_v',10,'{"at": 10000, "kind": "say", "player": 0, "text": "bid 4g 1b"}');
INSERT INTO "events" VALUES('KXPmcH_v',11,'{"at": 11000, "kind": "say", "player": 1, "text": "bid 5g 1g"}');
INSERT INTO "events" VALUES('KXPmcH_v',12,'{"at": 12000, "kind": "say", "player": 1, "text": "plant U2 A3"}');
INSERT INTO "events" VALUES('KXPmcH_v',13,'{"at": 13000, "kind": "say", "player": 0, "text": "plant W4 F3"}');
INSERT INTO "events" VALUES('KXPmcH_v',14,'{"at": 14000, "kind": "say", "player": 1, "text": "plant T1 A2"}');
INSERT INTO "events" VALUES('KXPmcH_v',15,'{"at": 15000, "kind": "say", "player": 0, "text": "skip"}');
INSERT INTO "events" VALUES('KXPmcH_v',16,'{"at": 16000, "kind": "say", "player": 0, "text": "bid none"}');
INSERT INTO "events" VALUES('KXPmcH_v',17,'{"at": 17000, "kind": "say", "player": 1, "text": "bid 3g 3b"}');
INSERT INTO "events" VALUES('KXPmcH_v',18,'{"at": 18000, "kind": "say", "player": 1, "text": "dig Q6 B4"}');
INSERT INTO "events" VALUES('KXPmcH_v',19,'{"at": 19000, "kind": "say", "player": 1, "text": "take T2"}');
INSERT INTO "events" VALUES('KXPmcH_v',20,'{"at": 20000, "kind": "say", "player": 0, "text": "bid 4b 1b 1g"}');
INSERT INTO "events" VALUES('KXPmcH_v',21,'{"at": 21000, "kind": "say", "player": 1, "text": "bid 4g 2g"}');
INSERT INTO "events" VALUES('KXPmcH_v',22,'{"at": 22000, "kind": "say", "player": 1, "text": "dig W2 C4"}');
INSERT INTO "events" VALUES('KXPmcH_v',23,'{"at": 23000, "kind": "say", "player": 0, "text": "start"}');
INSERT INTO "events" VALUES('KXPmcH_v',24,'{"at": 24000, "kind": "say", "player": 1, "text": "plant P3 A1"}');
INSERT INTO "events" VALUES('KXPmcH_v',25,'{"at": 25000, "kind": "say", "player": 0, "text": "skip"}');
INSERT INTO "events" VALUES('KXPmcH_v',26,'{"at": 26000, "kind": "say", "player": 0, "text": "bid 2b"}');
INSERT INTO "events" VALUES('KXPmcH_v',27,'{"at": 27000, "kind": "say", "player": 1, "text": "bid 2g 1b 1b"}');
INSERT INTO "events" VALUES('KXPmcH_v',28,'{"at": 28000, "kind": "say", "player": 0, "text": "take R6"}');
INSERT INTO "events" VALUES('KXPmcH_v',29,'{"at": 29000, "kind": "say", "player": 1, "text": "plant W1 B2"}');
INSERT INTO "events" VALUES('KXPmcH_v',30,'{"at": 30000, "kind": "say", "player": 1, "text": "take T7"}');
INSERT INTO "events" VALUES('KXPmcH_v',31,'{"at": 31000, "kind": "say", "player": 1, "text": "hire T2 T7"}');
INSERT INTO "events" VALUES('KXPmcH_v',32,'{"at": 32000, "kind": "say", "player": 0, "text": "bid 6b"}');
INSERT INTO "events" VALUES('KXPmcH_v',33,'{"at": 33000, "kind": "say", "player": 1, "text": "bid 4g 1b 1b 1g"}');
INSERT INTO "events" VALUES('KXPmcH_v',34,'{"at": 34000, "kind": "say", "player": 0, "text": "hire P2 R6"}');
INSERT INTO "events" VALUES('KXPmcH_v',35,'{"at": 35000, "kind": "say", "player": 1, "text": "plant P2 C3"}');
INSERT INTO "events" VALUES('KXPmcH_v',36,'{"at": 36000, "kind": "say", "player": 1, "text": "take P5"}');
INSERT INTO "events" VALUES('KXPmcH_v',37,'{"at": 37000, "kind": "say", "player": 1, "text": "take T8"}');
INSERT INTO "events" VALUES('KXPmcH_v',38,'{"at": 38000, "kind": "say", "player": 1, "text": "plant U1 D4"}');
INSERT INTO "events" VALUES('KXPmcH_v',39,'{"at": 39000, "kind": "say", "player": 0, "text": "bid 5b 2g"}');
INSERT INTO "events" VALUES('KXPmcH_v',40,'{"at": 40000, "kind": "say", "player": 1, "text": "bid none"}');
INSERT INTO "events" VALUES('KXPmcH_v',41,'{"at": 41000, "kind": "say", "player": 0, "text": "start"}');
INSERT INTO "events" VALUES('KXPmcH_v',42,'{"at": 42000, "kind": "say", "player": 0, "text": "plant U6 E4"}');
INSERT INTO "events" VALUES('KXPmcH_v',43,'{"at": 43000, "kind": "say", "player": 0, "text": "bid 3g 1g 1b 1b"}');
INSERT INTO "events" VALUES('KXPmcH_v',44,'{"at": 44000, "kind": "say", "player": 1, "text": "bid 7g"}');
INSERT INTO "events" VALUES('KXPmcH_v',45,'{"at": 45000, "kind": "say", "player": 1, "text": "dig R5 D3"}');
INSERT INTO "events" VALUES('KXPmcH_v',46,'{"at": 46000, "kind": "say", "player": 0, "text": "plant R1 D4"}');
INSERT INTO "events" VALUES('KXPmcH_v',47,'{"at": 47000, "kind": "say", "player": 0, "text": "plant U7 C4"}');
INSERT INTO "events" VALUES('KXPmcH_v',48,'{"at": 48000, "kind": "say", "player": 0, "text": "take V8"}');
INSERT INTO "events" VALUES('KXPmcH_v',49,'{"at": 49000, "kind": "say", "player": 0, "text": "skip"}');
INSERT INTO "events" VALUES('KXPmcH_v',50,'{"at": 50000, "kind": "say", "player": 0, "text": "bid 1g"}');
INSERT INTO "events" VALUES('KXPmcH_v',51,'{"at": 51000, "kind": "say", "player": 1, "text": "bid 5b 2b"}');
INSERT INTO "events" VALUES('KXPmcH_v',52,'{"at": 52000, "kind": "say", "player": 1, "text": "hire P5 T8"}');
INSERT INTO "events" VALUES('KXPmcH_v',53,'{"at": 53000, "kind": "say", "player": 1, "text": "take P5"}');
INSERT INTO "events" VALUES('KXPmcH_v',54,'{"at": 54000, "kind": "say", "player": 0, "text": "plant V7 B4"}');
INSERT INTO "events" VALUES('KXPmcH_v',55,'{"at": 55000, "kind": "say", "player": 0, "text": "bid 7b"}');
INSERT INTO "events" VALUES('KXPmcH_v',56,'{"at": 56000, "kind": "say", "player": 1, "text": "bid 5g"}');
INSERT INTO "events" VALUES('KXPmcH_v',57,'{"at": 57000, "kind": "say", "player": 0, "text": "start"}');
INSERT INTO "events" VALUES('KXPmcH_v',58,'{"at": 58000, "kind": "say", "player": 1, "text": "plant U5 D2"}');
INSERT INTO "events" VALUES('KXPmcH_v',59,'{"at": 59000, "kind": "say", "player": 0, "text": "bid 2g 2b 1g"}');
INSERT INTO "events" VALUES('KXPmcH_v',60,'{"at": 60000, "kind": "say", "player": 1, "text": "bid 8b"}');
INSERT INTO "events" VALUES('KXPmcH_v',61,'{"at": 61000, "kind": "say", "player": 1, "text": "take T4"}');
INSERT INTO "events" VALUES('KXPmcH_v',62,'{"at": 62000, "kind": "say", "player": 0, "text": "dig W8 E5"}');
INSERT INTO "events" VALUES('KXPmcH_v',63,'{"at": 63000, "kind": "say", "player": 0, "text": "take S8"}');
INSERT INTO "events" VALUES('KXPmcH_v',64,'{"at": 64000, "kind": "say", "player": 0, "text": "plant Q7 E3"}');
CREATE TABLE matches (
	id TEXT NOT NULL, 
	created TEXT NOT NULL, 
	changed TEXT NOT NULL, 
	header TEXT NOT NULL, 
	summary TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('LuJm9bjM','2026-11-21T09:49:28.881815+00:00','2026-11-21T09:49:28.881815+00:00','{"game": "build-your-arboretum", "rules": 1, "options": {"dm_advantage": 0}, "seats": ["me", "level:tree"], "seed": 7, "given": {}, "clock": "none", "date": ""}','{"game": "build-your-arboretum", "title": "Build Your Arboretum", "players": [{"name": "red", "colour": "red", "who": "you"}, {"name": "blue", "colour": "blue", "who": "computer, tree"}], "over": false, "headline": "Your turn", "ending": "", "choices": 9}');
INSERT INTO "matches" VALUES('KXPmcH_v','2026-11-21T09:49:28.918990+00:00','2026-11-21T09:49:28.918990+00:00','{"game": "build-your-arboretum", "rules": 1, "options": {"dm_advantage": 0}, "seats": ["me", "friend"], "seed": 7, "given": {}, "clock": "none", "date": ""}','{"game": "build-your-arboretum", "title": "Build Your Arboretum", "players": [{"name": "red", "colour": "red", "who": "you"}, {"name": "blue", "colour": "blue", "who": "a friend"}], "over": true, "headline": "Blue wins", "ending": "Red: 1, blue: 2", "choices": 65}');
CREATE TABLE settings (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('schema','1');
INSERT INTO "settings" VALUES('secret','0000000000000000000000000000000000000000000000000000000000000000');
COMMIT;
