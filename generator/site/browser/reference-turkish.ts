/** Texts of `/openapi.json` in Turkish, by their English ones. */
export const REFERENCE_IN_TURKISH: Readonly<Record<string, string>> = {
  'Earthquakes, newest first, with filters and paging': 'Depremler, en yenisi önce; filtreler ve sayfalama ile',
  'One earthquake, by id, by event_id, or by date and slug': 'Tek deprem: id, event_id ya da date ve slug ile',
  'Many earthquakes as CSV, JSON, GeoJSON or NDJSON': 'Çok sayıda deprem: CSV, JSON, GeoJSON ya da NDJSON',
  'Numbers and greatest magnitude of the listed earthquakes': 'Listelenen depremlerin sayıları ve en büyük büyüklüğü',
  Stations: 'İstasyonlar',
  'The newest earthquakes of magnitude 3 and above as RSS 2.0': 'Büyüklüğü 3 ve üzeri son depremler, RSS 2.0',
  'The newest earthquakes of magnitude 3 and above as Atom': 'Büyüklüğü 3 ve üzeri son depremler, Atom',
  'How the sources answer; never counted': 'Kaynakların yanıt durumu; kotaya sayılmaz',
  'FDSN event service 1.2: QuakeML, text, GeoJSON as the USGS or EMSC, CSV':
    'FDSN olay servisi 1.2: QuakeML, metin, USGS ya da EMSC biçiminde GeoJSON, CSV',
  'How many events match': 'Eşleşen olayların sayısı',
  'FDSN station service 1.1: StationXML, text': 'FDSN istasyon servisi 1.1: StationXML, metin',
  'Earthquakes of Kandilli in the shape of the Kandilli API for applications; local time':
    'Kandilli’nin depremleri, uygulamaların kullandığı Kandilli API biçiminde; yerel saat',
  'Earthquakes of AFAD in the shape of the Kandilli API for applications; local time':
    'AFAD’ın depremleri, uygulamaların kullandığı Kandilli API biçiminde; yerel saat',
  'Earthquakes of Kandilli and AFAD in the shape of the Kandilli API for applications; local time':
    'Kandilli’nin ve AFAD’ın depremleri, uygulamaların kullandığı Kandilli API biçiminde; yerel saat',
  'Search in the shape of the Kandilli API for applications: a JSON body by POST; local time':
    'Uygulamaların kullandığı Kandilli API biçiminde arama: POST ile JSON gövdesi; yerel saat',
  'One earthquake in the shape of the Kandilli API for applications; local time':
    'Tek deprem, uygulamaların kullandığı Kandilli API biçiminde; yerel saat',
  'Provinces of Türkiye in the shape of the Kandilli API for applications':
    'Türkiye’nin illeri, uygulamaların kullandığı Kandilli API biçiminde',
  'That the adapter of the Kandilli API answers; never counted':
    'Kandilli API bağdaştırıcısının çalıştığı; kotaya sayılmaz',
  'The `earthquake_id` of a row: an `event_id`, or in lists of both agencies with `-afad` at its end.':
    'Bir satırın `earthquake_id` değeri: `event_id`; iki kurumun listelerinde AFAD’ınkinin sonunda `-afad` bulunur.',
  'Whose solution; by default that of Kandilli, else that of AFAD.':
    'Hangi kurumun çözümü; varsayılan Kandilli’ninki, o yoksa AFAD’ınki.',
  "AFAD's earthquakes in the shape of AFAD's event service; UTC":
    'AFAD’ın depremleri, AFAD’ın deprem servisi biçiminde; UTC',
  "AFAD's newest earthquakes in the shape of AFAD's event service, newest first; UTC":
    'AFAD’ın en yeni depremleri, AFAD’ın deprem servisi biçiminde, yeniden eskiye; UTC',
  'Changes as they are published, as Server-Sent Events that a client can resume':
    'Yayımlanan değişiklikler, kaldığı yerden sürdürülebilen Server-Sent Events olarak',
  'The key with which a browser subscribes to notifications': 'Tarayıcının bildirimlere abone olduğu anahtar',
  'How many records at most; above 1000 is served as 1000.': 'En çok kaç kayıt; 1000’den fazlası 1000 sayılır.',
  'First UTC day, inclusive.': 'İlk gün (UTC), dâhil.',
  'Last UTC day, inclusive.': 'Son gün (UTC), dâhil.',
  'Greatest age: hours (`24h`) or days of 24 hours (`7d`), counted back from the minute of the answer. The pages after it count from the same minute.':
    'En büyük yaş: saat (`24h`) ya da 24 saatlik gün (`7d`); yanıtın dakikasından geriye sayılır. Sonraki sayfalar aynı dakikadan sayar.',
  'Least primary magnitude, inclusive.': 'Esas alınan büyüklüğün alt sınırı, dâhil.',
  'Greatest primary magnitude, inclusive.': 'Esas alınan büyüklüğün üst sınırı, dâhil.',
  'Agencies, separated by commas: a record matches when one of them is its `source` or is named in its `sources`. Other names are left out and named in `ignored_sources`; no record matches other names alone.':
    'Virgülle ayrılmış kurumlar: kaydın `source` alanı bunlardan biriyse ya da `sources` alanında biri geçiyorsa kayıt eşleşir. Bilinmeyen adlar atlanır ve `ignored_sources` alanında bildirilir; yalnızca bilinmeyen adlarla hiçbir kayıt eşleşmez.',
  'Southern edge of an area, inclusive, in degrees north.': 'Alanın güney sınırı, dâhil; derece kuzey.',
  'Northern edge of an area, inclusive, in degrees north.': 'Alanın kuzey sınırı, dâhil; derece kuzey.',
  'Western edge of an area, inclusive, in degrees east.': 'Alanın batı sınırı, dâhil; derece doğu.',
  'Eastern edge of an area, inclusive, in degrees east.': 'Alanın doğu sınırı, dâhil; derece doğu.',
  'Centre of a circle, in degrees north.': 'Dairenin merkezi; derece kuzey.',
  'Centre of a circle, in degrees east.': 'Dairenin merkezi; derece doğu.',
  'Radius of a circle in km, inclusive; needs latitude and longitude.':
    'Dairenin yarıçapı, km, dâhil; latitude ve longitude ile birlikte.',
  'Least depth in km below sea level, inclusive; records without a depth never match.':
    'En az derinlik, deniz seviyesinin altında km, dâhil; derinliği bilinmeyen kayıtlar eşleşmez.',
  'Greatest depth in km below sea level, inclusive; records without a depth never match.':
    'En çok derinlik, deniz seviyesinin altında km, dâhil; derinliği bilinmeyen kayıtlar eşleşmez.',
  'Words, each a part of a name of the place, of the earthquake, in an agency’s words, or from M 6 on of a province within a rupture length, and a year: `izmit 1999`. In any case, with or without Turkish letters.':
    'Sözcükler ve yıl: `izmit 1999`. Her sözcük yerin, depremin, bir kurumun yer tarifinin ya da M 6’dan başlayarak kırılma boyu içindeki bir ilin adının bir parçasıdır. Büyük ya da küçük harfle, Türkçe harflerle ya da onlarsız.',
  'Provinces of Türkiye, separated by commas: plate code (`34`), name (`istanbul`) or ISO code (`TR-34`). Records abroad and far at sea never match.':
    'Virgülle ayrılmış iller: plaka kodu (`34`), ad (`istanbul`) ya da ISO kodu (`TR-34`). Yurt dışındaki ve açık denizdeki kayıtlar eşleşmez.',
  'A QuakeML event type; `earthquake` leaves out blasts and the like.':
    'QuakeML olay türü; `earthquake` patlatmaları ve benzerlerini dışarıda bırakır.',
  'Quarry blasts and other explosions: marked by an agency, or with a `blast_probability` above 0.5.':
    'Taş ocağı patlatmaları ve öteki patlamalar: bir kurumun böyle işaretlediği ya da `blast_probability` değeri 0.5’ten büyük kayıtlar.',
  'What was published after this instant, in the order of publication, with tombstones for records that are gone.':
    'Bu andan sonra yayımlananlar, yayımlanma sırasıyla; silinen kayıtlar için silinme bildirimleriyle.',
  'Newest first, or largest magnitude first and of equal ones the newest first; not with `updated_after`.':
    'En yenisi ya da en büyüğü önce (eşit büyüklükte en yenisi önce); `updated_after` ile kullanılmaz.',
  "`sources`: each item with every agency's solution, as the detail has it.":
    '`sources`: her kayıt, ayrıntıda olduğu gibi bütün kurumların çözümleriyle.',
  'Where the former page ended: copied from its `next`.':
    'Önceki sayfanın bittiği yer: o sayfanın `next` alanından alınır.',
  'The number of an earthquake.': 'Depremin numarası.',
  'The `event_id` of an earthquake.': 'Depremin `event_id` değeri.',
  'UTC day of an earthquake, with `slug`.': 'Depremin günü (UTC), `slug` ile birlikte.',
  'Name of an earthquake within its day, with `date`.': 'Depremin o gün içindeki adı, `date` ile birlikte.',
  'How an export is written.': 'Dışa aktarmanın biçimi.',
  "How many rows at most; above the plan's rows, which are the default, it is served as those.":
    'En çok kaç satır; varsayılan ve üst sınır, planın satır sayısıdır.',
  'Only the stations of this agency.': 'Yalnızca bu kurumun istasyonları.',
  'Events on or after this time, UTC. Short: `start`.': 'Bu anda ya da sonra olan olaylar, UTC. Kısası: `start`.',
  'Events on or before this time, UTC. Short: `end`.': 'Bu anda ya da önce olan olaylar, UTC. Kısası: `end`.',
  'Southern edge, inclusive, in degrees north. Short: `minlat`.':
    'Güney sınırı, dâhil; derece kuzey. Kısası: `minlat`.',
  'Northern edge, inclusive, in degrees north. Short: `maxlat`.':
    'Kuzey sınırı, dâhil; derece kuzey. Kısası: `maxlat`.',
  'Western edge, inclusive; beyond maxlongitude the box crosses 180°, in degrees east. Short: `minlon`.':
    'Batı sınırı, dâhil; derece doğu; maxlongitude değerini aşarsa kutu 180° boylamını geçer. Kısası: `minlon`.',
  'Eastern edge, inclusive, in degrees east. Short: `maxlon`.': 'Doğu sınırı, dâhil; derece doğu. Kısası: `maxlon`.',
  'Centre of a circle, in degrees north. Short: `lat`.': 'Dairenin merkezi; derece kuzey. Kısası: `lat`.',
  'Centre of a circle, in degrees east. Short: `lon`.': 'Dairenin merkezi; derece doğu. Kısası: `lon`.',
  'Least distance from the centre in degrees, inclusive.': 'Merkezden en az uzaklık, derece, dâhil.',
  'Greatest distance from the centre in degrees, inclusive.': 'Merkezden en çok uzaklık, derece, dâhil.',
  'Least distance from the centre in km, in place of minradius.': 'Merkezden en az uzaklık, km; minradius yerine.',
  'Greatest distance from the centre in km, in place of maxradius.': 'Merkezden en çok uzaklık, km; maxradius yerine.',
  'Least distance from the centre in metres, inclusive.': 'Merkezden en az uzaklık, metre, dâhil.',
  'Greatest distance from the centre in metres, inclusive.': 'Merkezden en çok uzaklık, metre, dâhil.',
  'Least depth in km, inclusive; events without a depth never match.':
    'En az derinlik, km, dâhil; derinliği bilinmeyen olaylar eşleşmez.',
  'Greatest depth in km, inclusive; events without a depth never match.':
    'En çok derinlik, km, dâhil; derinliği bilinmeyen olaylar eşleşmez.',
  'Least magnitude, inclusive. Short: `minmag`.': 'En küçük büyüklük, dâhil. Kısası: `minmag`.',
  'Greatest magnitude, inclusive. Short: `maxmag`.': 'En büyük büyüklük, dâhil. Kısası: `maxmag`.',
  'Least magnitude, inclusive.': 'En küçük büyüklük, dâhil.',
  'Greatest magnitude, inclusive.': 'En büyük büyüklük, dâhil.',
  'Events with a magnitude of this type, in any case, which is bounded and shown; Mw is every moment magnitude. Short: `magtype`.':
    'Bu türde büyüklüğü olan olaylar, büyük ya da küçük harfle; sınırlar bu büyüklüğe uygulanır ve o gösterilir. Mw, bütün moment büyüklükleridir. Kısası: `magtype`.',
  'Events with a magnitude of this type.': 'Bu türde büyüklüğü olan olaylar.',
  'QuakeML event types, separated by commas, in any case.':
    'Virgülle ayrılmış QuakeML olay türleri; büyük ya da küçük harfle.',
  "Every agency's origin (xml).": 'Bütün kurumların çözümleri (xml).',
  'Every magnitude (xml).': 'Bütün büyüklükler (xml).',
  'Accepted; there are no arrivals here.': 'Kabul edilir; burada faz okuması yoktur.',
  'One event: its event_id or publicID, or the identifier of an agency (afad:543593, us6000jllz); with catalog, of that one.':
    'Tek olay: event_id ya da publicID değeri veya bir kurumun kimliği (afad:543593, us6000jllz); catalog ile o kurumunki.',
  "AFAD's identifier of an event.": 'Olayın AFAD’daki kimliği.',
  'How many events at most; more than 20000 are never answered.': 'En çok kaç olay; 20000’den fazlası verilmez.',
  'How many rows at most.': 'En çok kaç satır.',
  'The first event of the answer, from 1.': 'Yanıtın ilk olayı, 1’den başlar.',
  'Order: newest first, oldest first, largest first, smallest first.':
    'Sıra: en yeni, en eski, en büyük ya da en küçük önce.',
  'Order: oldest first, newest first, smallest first, largest first; desc is timedesc.':
    'Sıra: en eski, en yeni, en küçük ya da en büyük önce; desc, timedesc demektir.',
  "That agency's own catalogue: its solutions are bounded and come first.":
    'O kurumun kendi kataloğu: sınırlar onun çözümlerine uygulanır ve önce onlar gelir.',
  'As catalog.': 'catalog ile aynı.',
  'Events that this service published or changed after this time, UTC.':
    'Bu servisin bu andan sonra yayımladığı ya da değiştirdiği olaylar, UTC.',
  'QuakeML 1.2, FDSN text, GeoJSON or CSV as the USGS gives them, or GeoJSON with the fields of EMSC.':
    'QuakeML 1.2, FDSN metni, USGS biçiminde GeoJSON veya CSV ya da EMSC alanlarıyla GeoJSON.',
  'Status of an answer without data.': 'Veri olmadığında yanıtın durum kodu.',
  'Operating on or after this time, or now; stations here have no dates and are taken for open. Short: `start`.':
    'Bu anda ya da sonra çalışan (`now`: şimdi); istasyonların tarihleri yoktur, açık sayılırlar. Kısası: `start`.',
  'Operating on or before this time, or now; stations here have no dates and are taken for open. Short: `end`.':
    'Bu anda ya da önce çalışan (`now`: şimdi); istasyonların tarihleri yoktur, açık sayılırlar. Kısası: `end`.',
  'Opened before this time, or now; stations here have no dates and are taken for open.':
    'Bu andan önce açılan (`now`: şimdi); istasyonların tarihleri yoktur, açık sayılırlar.',
  'Opened after this time, or now; stations here have no dates and are taken for open.':
    'Bu andan sonra açılan (`now`: şimdi); istasyonların tarihleri yoktur, açık sayılırlar.',
  'Closed before this time, or now; stations here have no dates and are taken for open.':
    'Bu andan önce kapanan (`now`: şimdi); istasyonların tarihleri yoktur, açık sayılırlar.',
  'Closed after this time, or now; stations here have no dates and are taken for open.':
    'Bu andan sonra kapanan (`now`: şimdi); istasyonların tarihleri yoktur, açık sayılırlar.',
  'Network codes, separated by commas, with * and ?. Short: `net`.':
    'Virgülle ayrılmış ağ kodları, * ve ? ile. Kısası: `net`.',
  'Station codes, separated by commas, with * and ?. Short: `sta`.':
    'Virgülle ayrılmış istasyon kodları, * ve ? ile. Kısası: `sta`.',
  'Location codes, which restrict nothing at these levels, separated by commas, with * and ?. Short: `loc`.':
    'Virgülle ayrılmış konum kodları, * ve ? ile; bu düzeylerde bir şeyi sınırlamaz. Kısası: `loc`.',
  'Channel codes, which restrict nothing at these levels, separated by commas, with * and ?. Short: `cha`.':
    'Virgülle ayrılmış kanal kodları, * ve ? ile; bu düzeylerde bir şeyi sınırlamaz. Kısası: `cha`.',
  'How much detail. Channels and responses of KO are at https://eida.koeri.boun.edu.tr, those of TU and TK at https://tadas.afad.gov.tr.':
    'Ayrıntı düzeyi. KO ağının kanalları ve tepkileri https://eida.koeri.boun.edu.tr, TU ve TK ağlarınınki https://tadas.afad.gov.tr adresindedir.',
  'Whether restricted stations are included; all are open.':
    'Kısıtlı istasyonların dâhil olup olmadığı; hepsi açıktır.',
  'Availability of data, which is not offered.': 'Verinin varlığı; sunulmaz.',
  'Only stations with data, which is not offered.': 'Yalnızca verisi olan istasyonlar; sunulmaz.',
  'StationXML 1.2 or FDSN text.': 'StationXML 1.2 ya da FDSN metni.',
  'Rows to leave out.': 'Atlanacak satır sayısı.',
  'Rows at most; 100 by default, never more than 20000.': 'En çok kaç satır; varsayılan 100, en çok 20000.',
  'First day, in local time; without one the last 24 hours.': 'İlk gün, yerel saatle; verilmezse son 24 saat.',
  'Last day, inclusive, in local time; until now by default.': 'Son gün, dâhil, yerel saatle; verilmezse şu ana kadar.',
  'UTC, inclusive; a date alone is its midnight. Without it the newest events are meant.':
    'UTC, dâhil; yalnızca tarih o günün gece yarısıdır. Verilmezse en yeni depremler istenmiş olur.',
  'UTC, inclusive; a date alone is its midnight. By default now.':
    'UTC, dâhil; yalnızca tarih o günün gece yarısıdır. Verilmezse şimdiki andır.',
  'How the events are written.': 'Olayların nasıl yazıldığı.',
  '`major`: of revisions only those that change the magnitude by 0.3 or more, the epicentre by 20 km or more, or the type of event.':
    '`major`: düzeltmelerden yalnızca büyüklüğü en az 0,3, merkez üssünü en az 20 km ya da olay türünü değiştirenler.',
  'Number of the last change that the client has; by default, only new ones follow.':
    'İstemcideki son değişikliğin numarası; verilmezse yalnızca yeni değişiklikler gelir.',
};
