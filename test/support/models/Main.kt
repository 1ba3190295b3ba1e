import hiposantr.*
import java.io.File
import kotlin.math.roundToLong
import org.json.JSONObject

fun main(arguments: Array<String>) {
    fun read(name: String) = JSONObject(File(arguments[0], "$name.json").readText())
    val list = ListAnswer.from(read("list"))
    val quake = DetailAnswer.from(read("detail")).earthquake
    val statistics = StatisticsAnswer.from(read("statistics"))
    val stations = StationsAnswer.from(read("stations"))
    val status = StatusAnswer.from(read("status"))
    val export = FeatureCollection.from(read("export"))
    val features = EventGeoJson.from(read("events")).eventFeatureCollection!!.features
    val event = EventGeoJson.from(read("event")).eventFeature!!
    val refused = ErrorAnswer.from(read("error"))
    val earthquakes = list.earthquakes.mapNotNull { it.earthquake }
    val tombstones = list.earthquakes.mapNotNull { it.tombstone }
    println("${list.count} ${list.earthquakes.size} ${earthquakes.size} ${tombstones.size}")
    println("${earthquakes.sumOf { ((it.magnitude ?: 0.0) * 100).roundToLong() }} ${earthquakes.count { it.depthKm == null }}")
    println("${quake.id} ${quake.source} ${quake.occurredAtUtc} ${quake.sources.size} ${quake.nearbyStations.size} ${quake.revisions.size}")
    println("${statistics.total} ${statistics.bySource?.get("afad") ?: 0}")
    println("${stations.count} ${stations.stations.size} ${stations.stations[0].code}")
    println("${status.sources.size} ${status.sources[0].state} ${status.sources.count { it.lastSuccess == null }}")
    println("${export.features.size} ${export.features[0].properties.id}")
    println("${features.size} ${features[0].properties.time} ${event.id}")
    println("${refused.code} ${refused.policy ?: "-"}")
}
