import Foundation

func read<Answer: Decodable>(_ name: String) throws -> Answer {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(CommandLine.arguments[1])/\(name).json"))
    return try JSONDecoder().decode(Answer.self, from: data)
}

let list: ListAnswer = try read("list")
let detail: DetailAnswer = try read("detail")
let statistics: StatisticsAnswer = try read("statistics")
let stations: StationsAnswer = try read("stations")
let status: StatusAnswer = try read("status")
let export: FeatureCollection = try read("export")
let events: EventGeoJson = try read("events")
let event: EventGeoJson = try read("event")
let refused: ErrorAnswer = try read("error")
let earthquakes = list.earthquakes.compactMap(\.earthquake)
let tombstones = list.earthquakes.compactMap(\.tombstone)
let hundredths = earthquakes.reduce(0) { sum, one in sum + Int(((one.magnitude ?? 0) * 100).rounded()) }
let quake = detail.earthquake
let features = events.eventFeatureCollection!.features
print(list.count, list.earthquakes.count, earthquakes.count, tombstones.count)
print(hundredths, earthquakes.filter { one in one.depthKm == nil }.count)
print(quake.id, quake.source.rawValue, quake.occurredAtUtc, quake.sources.count, quake.nearbyStations.count, quake.revisions.count)
print(statistics.total, statistics.bySource?["afad"] ?? 0)
print(stations.count, stations.stations.count, stations.stations[0].code)
print(status.sources.count, status.sources[0].state.rawValue, status.sources.filter { one in one.lastSuccess == nil }.count)
print(export.features.count, export.features[0].properties.id)
print(features.count, features[0].properties.time, event.eventFeature!.id)
print(refused.code, refused.policy?.rawValue ?? "-")
