import hiposantr.ListAnswer
import java.net.URL
import org.json.JSONObject

fun main() {
    val text = URL("http://localhost:8787/api.php?limit=5&min_magnitude=4").readText()
    for (quake in ListAnswer.from(JSONObject(text)).earthquakes.mapNotNull { it.earthquake })
        println("${quake.occurredAt} ${quake.magnitude} ${quake.location}")
}
