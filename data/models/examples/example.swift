import Foundation

let data = try Data(contentsOf: URL(string: "http://localhost:8787/api.php?limit=5&min_magnitude=4")!)
for quake in try JSONDecoder().decode(ListAnswer.self, from: data).earthquakes.compactMap(\.earthquake) {
    print(quake.occurredAt, quake.magnitude ?? 0, quake.location)
}
