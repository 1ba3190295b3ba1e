/**
 * The 81 provinces of Türkiye: name, a point in its centre (degrees, two decimals) and up to three of its districts.
 * Facts compiled for synthetic place names; not a gazetteer.
 */
import type { Point } from '#core/geo.ts';

export interface Province extends Point {
  name: string;
  districts: string[];
}

const TABLE = `
Adana|36.99|35.33|Aladağ,Karaisalı,Sarıçam
Adıyaman|37.79|38.31|Besni,Gerger,Kahta
Afyonkarahisar|38.69|30.64|Başmakçı,Dazkırı,İhsaniye
Ağrı|39.78|43.17|Diyadin,Eleşkirt,Patnos
Amasya|40.65|35.83|Göynücek,Hamamözü,Suluova
Ankara|39.92|32.85|Akyurt,Elmadağ,Keçiören
Antalya|36.89|30.71|Akseki,Finike,Kepez
Artvin|41.16|41.84|Ardanuç,Borçka,Kemalpaşa
Aydın|37.85|27.84|Bozdoğan,Germencik,Köşk
Balıkesir|39.54|28.02|Altıeylül,Dursunbey,İvrindi
Bilecik|40.14|29.98|Bozüyük,İnhisar,Pazaryeri
Bingöl|39.07|40.73|Adaklı,Karlıova,Solhan
Bitlis|38.50|42.17|Adilcevaz,Güroymak,Mutki
Bolu|40.62|31.65|Dörtdivan,Göynük,Mengen
Burdur|37.52|30.17|Ağlasun,Çavdır,Karamanlı
Bursa|40.18|29.07|Büyükorhan,İznik,Mustafakemalpaşa
Çanakkale|40.05|26.93|Ayvacık,Bozcaada,Ezine
Çankırı|40.67|33.45|Atkaracalar,Eldivan,Korgun
Çorum|40.57|34.73|Alaca,İskilip,Oğuzlar
Denizli|37.78|29.08|Acıpayam,Buldan,Honaz
Diyarbakır|37.92|40.24|Bağlar,Dicle,Kayapınar
Edirne|41.68|26.56|Enez,İpsala,Lalapaşa
Elazığ|38.58|39.40|Ağın,Baskil,Kovancılar
Erzincan|39.75|39.49|Çayırlı,Kemah,Otlukbeli
Erzurum|39.91|41.27|Aşkale,Karaçoban,Palandöken
Eskişehir|39.68|31.07|Alpu,Han,Mihalıççık
Gaziantep|37.06|37.38|Araban,Nizip,Şahinbey
Giresun|40.65|38.52|Alucra,Doğankent,Keşap
Gümüşhane|40.25|39.38|Kelkit,Köse,Kürtün
Hakkari|37.58|43.74|Çukurca,Derecik,Şemdinli
Hatay|36.42|36.23|Altınözü,Dörtyol,Kumlu
Isparta|37.95|30.96|Aksu,Gönen,Şarkikaraağaç
Mersin|36.80|34.63|Akdeniz,Çamlıyayla,Mut
İstanbul|41.01|28.97|Adalar,Büyükçekmece,Maltepe
İzmir|38.42|27.13|Aliağa,Dikili,Konak
Kars|40.46|43.00|Akyaka,Digor,Sarıkamış
Kastamonu|41.37|33.76|Abana,Çatalzeytin,İnebolu
Kayseri|38.66|35.55|Akkışla,İncesu,Sarıoğlan
Kırklareli|41.71|27.61|Babaeski,Kofçaz,Pehlivanköy
Kırşehir|39.15|34.16|Akçakent,Boztepe,Kaman
Kocaeli|40.76|29.93|Başiskele,Dilovası,Kandıra
Konya|37.87|32.49|Ahırlı,Derebucak,Karapınar
Kütahya|39.25|29.49|Altıntaş,Dumlupınar,Pazarlar
Malatya|38.35|38.32|Akçadağ,Darende,Kale
Manisa|38.61|27.43|Ahmetli,Gördes,Sarıgöl
Kahramanmaraş|37.78|36.83|Afşin,Dulkadiroğlu,Göksun
Mardin|37.36|40.90|Artuklu,Kızıltepe,Nusaybin
Muğla|37.16|28.26|Bodrum,Kavaklıdere,Milas
Muş|38.97|41.96|Bulanık,Hasköy,Korkut
Nevşehir|38.72|34.72|Acıgöl,Derinkuyu,Hacıbektaş
Niğde|38.07|34.71|Altunhisar,Bor,Çamardı
Ordu|40.83|37.41|Akkuş,Fatsa,Kabataş
Rize|41.02|40.52|Ardeşen,Derepazarı,Hemşin
Sakarya|40.78|30.40|Adapazarı,Geyve,Kocaali
Samsun|41.29|36.33|Alaçam,Canik,Ladik
Siirt|37.86|42.05|Baykan,Kurtalan,Şirvan
Sinop|41.65|34.96|Ayancık,Dikmen,Erfelek
Sivas|39.42|37.10|Akıncılar,Gölova,Koyulhisar
Tekirdağ|40.99|27.37|Çerkezköy,Hayrabolu,Marmaraereğlisi
Tokat|40.39|36.66|Almus,Erbaa,Reşadiye
Trabzon|41.01|39.73|Akçaabat,Dernekpazarı,Ortahisar
Tunceli|39.11|39.55|Çemişgezek,Mazgirt,Ovacık
Şanlıurfa|37.26|39.04|Akçakale,Eyyübiye,Hilvan
Uşak|38.61|29.33|Banaz,Eşme,Karahallı
Van|38.50|43.38|Bahçesaray,Edremit,İpekyolu
Yozgat|39.82|34.81|Akdağmadeni,Çayıralan,Sarıkaya
Zonguldak|41.25|31.84|Alaplı,Devrek,Gökçebey
Aksaray|38.43|33.90|Ağaçören,Gülağaç,Ortaköy
Bayburt|40.20|40.21|Aydıntepe,Demirözü
Karaman|37.18|33.34|Ayrancı,Başyayla,Ermenek
Kırıkkale|39.89|33.83|Bahşılı,Çelebi,Karakeçili
Batman|37.79|41.26|Beşiri,Gercüş,Hasankeyf
Şırnak|37.55|42.36|Beytüşşebap,Güçlükonak,Silopi
Bartın|41.49|32.44|Amasra,Kurucaşile,Ulus
Ardahan|41.04|42.75|Çıldır,Damal,Göle
Iğdır|39.89|43.94|Aralık,Karakoyunlu,Tuzluca
Yalova|40.59|29.08|Altınova,Armutlu,Çınarcık
Karabük|41.20|32.62|Eflani,Eskipazar,Ovacık
Kilis|36.78|37.14|Elbeyli,Musabeyli,Polateli
Osmaniye|37.07|36.25|Bahçe,Hasanbeyli,Sumbas
Düzce|40.88|31.20|Akçakoca,Çilimli,Gümüşova
`;

export const PROVINCES: readonly Province[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [name, latitude, longitude, districts] = line.split('|') as [string, string, string, string];
    return { name, latitude: Number(latitude), longitude: Number(longitude), districts: districts.split(',') };
  });
