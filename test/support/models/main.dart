import 'dart:convert';
import 'dart:io';
import 'hiposantr.dart';

void main(List<String> arguments) {
  Map<String, dynamic> read(String name) =>
      jsonDecode(File('${arguments[0]}/$name.json').readAsStringSync()) as Map<String, dynamic>;
  final list = ListAnswer.fromJson(read('list'));
  final quake = DetailAnswer.fromJson(read('detail')).earthquake;
  final statistics = StatisticsAnswer.fromJson(read('statistics'));
  final stations = StationsAnswer.fromJson(read('stations'));
  final status = StatusAnswer.fromJson(read('status'));
  final export = FeatureCollection.fromJson(read('export'));
  final features = EventGeoJson.fromJson(read('events')).eventFeatureCollection!.features;
  final event = EventGeoJson.fromJson(read('event')).eventFeature!;
  final refused = ErrorAnswer.fromJson(read('error'));
  final earthquakes = [for (final one in list.earthquakes) if (one.earthquake != null) one.earthquake!];
  final tombstones = list.earthquakes.where((one) => one.tombstone != null).length;
  final hundredths = earthquakes.fold<int>(0, (sum, one) => sum + ((one.magnitude ?? 0) * 100).round());
  print('${list.count} ${list.earthquakes.length} ${earthquakes.length} $tombstones');
  print('$hundredths ${earthquakes.where((one) => one.depthKm == null).length}');
  print('${quake.id} ${quake.source} ${quake.occurredAtUtc} ${quake.sources.length} ${quake.nearbyStations.length} ${quake.revisions.length}');
  print('${statistics.total} ${statistics.bySource?['afad'] ?? 0}');
  print('${stations.count} ${stations.stations.length} ${stations.stations[0].code}');
  print('${status.sources.length} ${status.sources[0].state} ${status.sources.where((one) => one.lastSuccess == null).length}');
  print('${export.features.length} ${export.features[0].properties.id}');
  print('${features.length} ${features[0].properties.time} ${event.id}');
  print('${refused.code} ${refused.policy ?? '-'}');
}
