// The answers of the earthquake API as types, made from its openapi.json.
// Unknown members are ignored and unknown words are kept, so that new ones break nothing. All times are UTC.

package hiposantr

import org.json.JSONArray
import org.json.JSONObject

@JvmInline
value class LimitPolicy(val value: String) {
    override fun toString() = value

    companion object {
        val DAILY = LimitPolicy("daily")
        val BURST = LimitPolicy("burst")
    }
}

data class ErrorAnswer(
    /** Always `error`. */
    val status: String,
    /** `invalid_parameter`, `invalid_key`, `not_found`, `gone`, `rate_limited`, `unavailable`, … */
    val code: String,
    /** A sentence to act on. */
    val message: String,
    /** The parameter at fault. */
    val parameter: String?,
    /** The limit that is reached. */
    val policy: LimitPolicy?,
) {
    companion object {
        fun from(json: JSONObject) = ErrorAnswer(
            status = json.get("status") as String,
            code = json.get("code") as String,
            message = json.get("message") as String,
            parameter = json.given("parameter")?.let { it as String },
            policy = json.given("policy")?.let { LimitPolicy(it as String) },
        )
    }
}

@JvmInline
value class DatePrecision(val value: String) {
    override fun toString() = value

    companion object {
        val SECOND = DatePrecision("second")
        val MINUTE = DatePrecision("minute")
        val HOUR = DatePrecision("hour")
        val DAY = DatePrecision("day")
        val MONTH = DatePrecision("month")
        val YEAR = DatePrecision("year")
    }
}

@JvmInline
value class MagnitudeState(val value: String) {
    override fun toString() = value

    companion object {
        val AUTOMATIC = MagnitudeState("automatic")
        val SETTLING = MagnitudeState("settling")
        val AGREED = MagnitudeState("agreed")
    }
}

@JvmInline
value class Agency(val value: String) {
    override fun toString() = value

    companion object {
        val KANDILLI = Agency("kandilli")
        val AFAD = Agency("afad")
        val USGS = Agency("usgs")
        val TURHEC = Agency("turhec")
        val HISTORICAL = Agency("historical")
    }
}

data class AgencyMagnitude(
    /** Agency. */
    val name: Agency,
    /** Its magnitude. */
    val magnitude: Double,
    /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
    val magnitudeType: String?,
) {
    companion object {
        fun from(json: JSONObject) = AgencyMagnitude(
            name = Agency(json.get("name") as String),
            magnitude = (json.get("magnitude") as Number).toDouble(),
            magnitudeType = json.given("magnitude_type")?.let { it as String },
        )
    }
}

@JvmInline
value class Quality(val value: String) {
    override fun toString() = value

    companion object {
        val AUTOMATIC = Quality("automatic")
        val REVIEWED = Quality("reviewed")
    }
}

data class Earthquake(
    /** Given once and never reused. */
    val id: Long,
    /** 16 hexadecimal digits, the first a letter; stable across revisions. */
    val eventId: String,
    /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
    val occurredAt: String,
    /** Only where coarser than a second. */
    val datePrecision: DatePrecision?,
    /** Degrees, north positive. */
    val latitude: Double,
    /** Degrees, east positive. */
    val longitude: Double,
    /** Kilometres below sea level; null where no agency gave one. */
    val depthKm: Double?,
    /** The primary magnitude; never null in a list. */
    val magnitude: Double?,
    /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
    val magnitudeType: String?,
    /** Only where no other agency confirms a magnitude of 5 or more. */
    val magnitudeDoubtful: Boolean?,
    /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
    val magnitudeState: MagnitudeState?,
    /** Agency of `magnitude`, only where it is not `source`. */
    val magnitudeSource: Agency?,
    /** One standard deviation of what two agencies or more give together; since 1970. */
    val magnitudeError: Double?,
    /** Only where an agency gave one. */
    val magnitudeMl: Double?,
    /** Only where an agency gave one. */
    val magnitudeMd: Double?,
    /** Only where an agency gave one. */
    val magnitudeMw: Double?,
    /** In Turkish. */
    val location: String,
    /** In English; absent where an agency’s own `location` is names alone. */
    val locationEn: String?,
    /** The agency's own words, where `location` was made. */
    val agencyLocation: String?,
    /** The name by which it is known, in Turkish, where the historical list has one. */
    val eventName: String?,
    /** The same in English. */
    val eventNameEn: String?,
    /** Province of Türkiye; null abroad and far at sea. */
    val province: String?,
    /** Its plate code, two digits. */
    val provinceCode: String?,
    /** District, on land in Türkiye. */
    val district: String?,
    /** Agency of the preferred solution. */
    val source: Agency,
    /** Where two agencies or more gave a magnitude. */
    val sources: List<AgencyMagnitude>?,
    /** As the agency of the preferred solution says. */
    val quality: Quality?,
    /** Only where it is not an earthquake: `quarry blast`, … */
    val eventType: String?,
    /**
     * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
     * `event_type` is given.
     */
    val blastProbability: Double?,
    /** When this service published the record, RFC 3339. */
    val updatedAt: String,
) {
    companion object {
        fun from(json: JSONObject) = Earthquake(
            id = (json.get("id") as Number).toLong(),
            eventId = json.get("event_id") as String,
            occurredAt = json.get("occurred_at") as String,
            datePrecision = json.given("date_precision")?.let { DatePrecision(it as String) },
            latitude = (json.get("latitude") as Number).toDouble(),
            longitude = (json.get("longitude") as Number).toDouble(),
            depthKm = json.given("depth_km")?.let { (it as Number).toDouble() },
            magnitude = json.given("magnitude")?.let { (it as Number).toDouble() },
            magnitudeType = json.given("magnitude_type")?.let { it as String },
            magnitudeDoubtful = json.given("magnitude_doubtful")?.let { it as Boolean },
            magnitudeState = json.given("magnitude_state")?.let { MagnitudeState(it as String) },
            magnitudeSource = json.given("magnitude_source")?.let { Agency(it as String) },
            magnitudeError = json.given("magnitude_error")?.let { (it as Number).toDouble() },
            magnitudeMl = json.given("magnitude_ml")?.let { (it as Number).toDouble() },
            magnitudeMd = json.given("magnitude_md")?.let { (it as Number).toDouble() },
            magnitudeMw = json.given("magnitude_mw")?.let { (it as Number).toDouble() },
            location = json.get("location") as String,
            locationEn = json.given("location_en")?.let { it as String },
            agencyLocation = json.given("agency_location")?.let { it as String },
            eventName = json.given("event_name")?.let { it as String },
            eventNameEn = json.given("event_name_en")?.let { it as String },
            province = json.given("province")?.let { it as String },
            provinceCode = json.given("province_code")?.let { it as String },
            district = json.given("district")?.let { it as String },
            source = Agency(json.get("source") as String),
            sources = json.given("sources")?.let { (it as JSONArray).items { AgencyMagnitude.from(it as JSONObject) } },
            quality = json.given("quality")?.let { Quality(it as String) },
            eventType = json.given("event_type")?.let { it as String },
            blastProbability = json.given("blast_probability")?.let { (it as Number).toDouble() },
            updatedAt = json.get("updated_at") as String,
        )
    }
}

data class Tombstone(
    /** Of the earthquake that is gone. */
    val id: Long,
    /** Of the same. */
    val eventId: String,
    /** Withdrawn, or without a magnitude. */
    val retracted: Boolean?,
    /** The `id` of the earthquake that it is the same as. */
    val mergedInto: Long?,
) {
    companion object {
        fun from(json: JSONObject) = Tombstone(
            id = (json.get("id") as Number).toLong(),
            eventId = json.get("event_id") as String,
            retracted = json.given("retracted")?.let { it as Boolean },
            mergedInto = json.given("merged_into")?.let { (it as Number).toLong() },
        )
    }
}

data class PointGeometry(
    /** Always `Point`. */
    val type: String,
    /**
     * Longitude and latitude in degrees, then height in metres, negative below sea level, where a depth is
     * known.
     */
    val coordinates: List<Double>,
) {
    companion object {
        fun from(json: JSONObject) = PointGeometry(
            type = json.get("type") as String,
            coordinates = (json.get("coordinates") as JSONArray).items { (it as Number).toDouble() },
        )
    }
}

data class FeatureProperties(
    /** Given once and never reused. */
    val id: Long,
    /** 16 hexadecimal digits, the first a letter; stable across revisions. */
    val eventId: String,
    /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
    val occurredAt: String,
    /** Only where coarser than a second. */
    val datePrecision: DatePrecision?,
    /** Kilometres below sea level; null where no agency gave one. */
    val depthKm: Double?,
    /** The primary magnitude; never null in a list. */
    val magnitude: Double?,
    /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
    val magnitudeType: String?,
    /** Only where no other agency confirms a magnitude of 5 or more. */
    val magnitudeDoubtful: Boolean?,
    /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
    val magnitudeState: MagnitudeState?,
    /** Agency of `magnitude`, only where it is not `source`. */
    val magnitudeSource: Agency?,
    /** One standard deviation of what two agencies or more give together; since 1970. */
    val magnitudeError: Double?,
    /** Only where an agency gave one. */
    val magnitudeMl: Double?,
    /** Only where an agency gave one. */
    val magnitudeMd: Double?,
    /** Only where an agency gave one. */
    val magnitudeMw: Double?,
    /** In Turkish. */
    val location: String,
    /** In English; absent where an agency’s own `location` is names alone. */
    val locationEn: String?,
    /** The agency's own words, where `location` was made. */
    val agencyLocation: String?,
    /** The name by which it is known, in Turkish, where the historical list has one. */
    val eventName: String?,
    /** The same in English. */
    val eventNameEn: String?,
    /** Province of Türkiye; null abroad and far at sea. */
    val province: String?,
    /** Its plate code, two digits. */
    val provinceCode: String?,
    /** District, on land in Türkiye. */
    val district: String?,
    /** Agency of the preferred solution. */
    val source: Agency,
    /** Where two agencies or more gave a magnitude. */
    val sources: List<AgencyMagnitude>?,
    /** As the agency of the preferred solution says. */
    val quality: Quality?,
    /** Only where it is not an earthquake: `quarry blast`, … */
    val eventType: String?,
    /**
     * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
     * `event_type` is given.
     */
    val blastProbability: Double?,
    /** When this service published the record, RFC 3339. */
    val updatedAt: String,
    /** A label: magnitude and place, in Turkish. */
    val title: String?,
) {
    companion object {
        fun from(json: JSONObject) = FeatureProperties(
            id = (json.get("id") as Number).toLong(),
            eventId = json.get("event_id") as String,
            occurredAt = json.get("occurred_at") as String,
            datePrecision = json.given("date_precision")?.let { DatePrecision(it as String) },
            depthKm = json.given("depth_km")?.let { (it as Number).toDouble() },
            magnitude = json.given("magnitude")?.let { (it as Number).toDouble() },
            magnitudeType = json.given("magnitude_type")?.let { it as String },
            magnitudeDoubtful = json.given("magnitude_doubtful")?.let { it as Boolean },
            magnitudeState = json.given("magnitude_state")?.let { MagnitudeState(it as String) },
            magnitudeSource = json.given("magnitude_source")?.let { Agency(it as String) },
            magnitudeError = json.given("magnitude_error")?.let { (it as Number).toDouble() },
            magnitudeMl = json.given("magnitude_ml")?.let { (it as Number).toDouble() },
            magnitudeMd = json.given("magnitude_md")?.let { (it as Number).toDouble() },
            magnitudeMw = json.given("magnitude_mw")?.let { (it as Number).toDouble() },
            location = json.get("location") as String,
            locationEn = json.given("location_en")?.let { it as String },
            agencyLocation = json.given("agency_location")?.let { it as String },
            eventName = json.given("event_name")?.let { it as String },
            eventNameEn = json.given("event_name_en")?.let { it as String },
            province = json.given("province")?.let { it as String },
            provinceCode = json.given("province_code")?.let { it as String },
            district = json.given("district")?.let { it as String },
            source = Agency(json.get("source") as String),
            sources = json.given("sources")?.let { (it as JSONArray).items { AgencyMagnitude.from(it as JSONObject) } },
            quality = json.given("quality")?.let { Quality(it as String) },
            eventType = json.given("event_type")?.let { it as String },
            blastProbability = json.given("blast_probability")?.let { (it as Number).toDouble() },
            updatedAt = json.get("updated_at") as String,
            title = json.given("title")?.let { it as String },
        )
    }
}

data class Feature(
    /** Always `Feature`. */
    val type: String,
    /** The `event_id`. */
    val id: String,
    val geometry: PointGeometry,
    val properties: FeatureProperties,
) {
    companion object {
        fun from(json: JSONObject) = Feature(
            type = json.get("type") as String,
            id = json.get("id") as String,
            geometry = PointGeometry.from(json.get("geometry") as JSONObject),
            properties = FeatureProperties.from(json.get("properties") as JSONObject),
        )
    }
}

data class Terms(
    /** The agency, or `places`. */
    val name: String,
    /** Who holds the rights. */
    val holder: String,
    /** In words. */
    val terms: String,
    /** Of the holder. */
    val url: String,
) {
    companion object {
        fun from(json: JSONObject) = Terms(
            name = json.get("name") as String,
            holder = json.get("holder") as String,
            terms = json.get("terms") as String,
            url = json.get("url") as String,
        )
    }
}

data class FeatureCollection(
    /** Always `FeatureCollection`. */
    val type: String,
    /** Items in `features`. */
    val count: Long?,
    /** Whether rows were left out. */
    val truncated: Boolean?,
    /** Of each agency inside. */
    val terms: List<Terms>?,
    /** Names in `sources` that are no agency. */
    val ignoredSources: List<String>?,
    val features: List<Feature>,
) {
    companion object {
        fun from(json: JSONObject) = FeatureCollection(
            type = json.get("type") as String,
            count = json.given("count")?.let { (it as Number).toLong() },
            truncated = json.given("truncated")?.let { it as Boolean },
            terms = json.given("terms")?.let { (it as JSONArray).items { Terms.from(it as JSONObject) } },
            ignoredSources = json.given("ignored_sources")?.let { (it as JSONArray).items { it as String } },
            features = (json.get("features") as JSONArray).items { Feature.from(it as JSONObject) },
        )
    }
}

data class EventGeometry(
    /** Always `Point`. */
    val type: String,
    /** Longitude and latitude in degrees, then depth in km below sea level. */
    val coordinates: List<Double>,
) {
    companion object {
        fun from(json: JSONObject) = EventGeometry(
            type = json.get("type") as String,
            coordinates = (json.get("coordinates") as JSONArray).items { (it as Number).toDouble() },
        )
    }
}

data class EventProperties(
    /** Magnitude. */
    val mag: Double?,
    /** In English. */
    val place: String,
    /** Origin time, milliseconds since 1970-01-01T00:00:00Z. */
    val time: Long,
    /** When the record was published, milliseconds since 1970-01-01T00:00:00Z. */
    val updated: Long,
    /** Null: no agency here gives it. */
    val tz: Double?,
    /** Page of the earthquake. */
    val url: String,
    /** Address of this earthquake alone, as GeoJSON. */
    val detail: String,
    /** Null: no agency here gives it. */
    val felt: Double?,
    /** Null: no agency here gives it. */
    val cdi: Double?,
    /** Null: no agency here gives it. */
    val mmi: Double?,
    /** Null: no agency here gives it. */
    val alert: String?,
    /** `automatic` or `reviewed`. */
    val status: String?,
    /** 0. */
    val tsunami: Long,
    /** Significance, from the magnitude. */
    val sig: Long,
    /** Agency of the origin. */
    val net: String,
    /** Its identifier of the earthquake. */
    val code: String,
    /** Identifiers, between commas. */
    val ids: String,
    /** Agencies, between commas. */
    val sources: String,
    /** Kinds of products, between commas. */
    val types: String,
    /** Stations used for the hypocentre. */
    val nst: Double?,
    /** Distance of the nearest station from the epicentre, in degrees. */
    val dmin: Double?,
    /** Root mean square of the residuals of arrival times, in s. */
    val rms: Double?,
    /** Greatest angle at the epicentre without a station, in degrees. */
    val gap: Double?,
    /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
    val magType: String?,
    /** `earthquake`, `quarry blast`, … */
    val type: String,
    /** Magnitude and place, in English. */
    val title: String,
    /** Only where no other agency confirms a magnitude of 5 or more. */
    val magnitudeDoubtful: Boolean?,
    /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
    val magnitudeState: MagnitudeState?,
    /** Agency of `magnitude`, only where it is not `source`. */
    val magnitudeSource: Agency?,
    /** One standard deviation of what two agencies or more give together; since 1970. */
    val magnitudeError: Double?,
    /** The name by which it is known, in Turkish, where the historical list has one. */
    val eventName: String?,
    /** The same in English. */
    val eventNameEn: String?,
    /** Province of Türkiye; null abroad and far at sea. */
    val province: String?,
    /** Its plate code, two digits. */
    val provinceCode: String?,
    /** District, on land in Türkiye. */
    val district: String?,
    /**
     * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
     * `event_type` is given.
     */
    val blastProbability: Double?,
    /** Greatest intensity, where a list gives it. */
    val maxIntensity: Double?,
    /** Where a list gives them. */
    val deaths: Long?,
    /** Empty: there only for one event. */
    val products: Any?,
    /** Only where no agency gave a depth. */
    val depthUnknown: Boolean?,
) {
    companion object {
        fun from(json: JSONObject) = EventProperties(
            mag = json.given("mag")?.let { (it as Number).toDouble() },
            place = json.get("place") as String,
            time = (json.get("time") as Number).toLong(),
            updated = (json.get("updated") as Number).toLong(),
            tz = json.given("tz")?.let { (it as Number).toDouble() },
            url = json.get("url") as String,
            detail = json.get("detail") as String,
            felt = json.given("felt")?.let { (it as Number).toDouble() },
            cdi = json.given("cdi")?.let { (it as Number).toDouble() },
            mmi = json.given("mmi")?.let { (it as Number).toDouble() },
            alert = json.given("alert")?.let { it as String },
            status = json.given("status")?.let { it as String },
            tsunami = (json.get("tsunami") as Number).toLong(),
            sig = (json.get("sig") as Number).toLong(),
            net = json.get("net") as String,
            code = json.get("code") as String,
            ids = json.get("ids") as String,
            sources = json.get("sources") as String,
            types = json.get("types") as String,
            nst = json.given("nst")?.let { (it as Number).toDouble() },
            dmin = json.given("dmin")?.let { (it as Number).toDouble() },
            rms = json.given("rms")?.let { (it as Number).toDouble() },
            gap = json.given("gap")?.let { (it as Number).toDouble() },
            magType = json.given("magType")?.let { it as String },
            type = json.get("type") as String,
            title = json.get("title") as String,
            magnitudeDoubtful = json.given("magnitude_doubtful")?.let { it as Boolean },
            magnitudeState = json.given("magnitude_state")?.let { MagnitudeState(it as String) },
            magnitudeSource = json.given("magnitude_source")?.let { Agency(it as String) },
            magnitudeError = json.given("magnitude_error")?.let { (it as Number).toDouble() },
            eventName = json.given("event_name")?.let { it as String },
            eventNameEn = json.given("event_name_en")?.let { it as String },
            province = json.given("province")?.let { it as String },
            provinceCode = json.given("province_code")?.let { it as String },
            district = json.given("district")?.let { it as String },
            blastProbability = json.given("blast_probability")?.let { (it as Number).toDouble() },
            maxIntensity = json.given("max_intensity")?.let { (it as Number).toDouble() },
            deaths = json.given("deaths")?.let { (it as Number).toLong() },
            products = json.given("products")?.let { it },
            depthUnknown = json.given("depth_unknown")?.let { it as Boolean },
        )
    }
}

data class EventFeature(
    /** Always `Feature`. */
    val type: String,
    /** The `event_id`. */
    val id: String,
    val geometry: EventGeometry,
    val properties: EventProperties,
) {
    companion object {
        fun from(json: JSONObject) = EventFeature(
            type = json.get("type") as String,
            id = json.get("id") as String,
            geometry = EventGeometry.from(json.get("geometry") as JSONObject),
            properties = EventProperties.from(json.get("properties") as JSONObject),
        )
    }
}

data class EventMetadata(
    /** When the answer was made, milliseconds since 1970-01-01T00:00:00Z. */
    val generated: Long,
    /** That was asked. */
    val url: String,
    /** Of the collection. */
    val title: String,
    /** 200. */
    val status: Long,
    /** Version of the format. */
    val api: String,
    /** Most events of the answer. */
    val limit: Long?,
    /** The first of them, from 1. */
    val offset: Long?,
    /** Items in `features`. */
    val count: Long,
) {
    companion object {
        fun from(json: JSONObject) = EventMetadata(
            generated = (json.get("generated") as Number).toLong(),
            url = json.get("url") as String,
            title = json.get("title") as String,
            status = (json.get("status") as Number).toLong(),
            api = json.get("api") as String,
            limit = json.given("limit")?.let { (it as Number).toLong() },
            offset = json.given("offset")?.let { (it as Number).toLong() },
            count = (json.get("count") as Number).toLong(),
        )
    }
}

data class EventFeatureCollection(
    /** Always `FeatureCollection`. */
    val type: String,
    val metadata: EventMetadata?,
    /** Least coordinates of the features, then the greatest; absent for fewer than two. */
    val bbox: List<Double>?,
    val features: List<EventFeature>,
) {
    companion object {
        fun from(json: JSONObject) = EventFeatureCollection(
            type = json.get("type") as String,
            metadata = json.given("metadata")?.let { EventMetadata.from(it as JSONObject) },
            bbox = json.given("bbox")?.let { (it as JSONArray).items { (it as Number).toDouble() } },
            features = (json.get("features") as JSONArray).items { EventFeature.from(it as JSONObject) },
        )
    }
}

data class EmscGeometry(
    /** Always `Point`. */
    val type: String,
    /** Longitude and latitude in degrees, then height in km, negative below sea level. */
    val coordinates: List<Double>,
) {
    companion object {
        fun from(json: JSONObject) = EmscGeometry(
            type = json.get("type") as String,
            coordinates = (json.get("coordinates") as JSONArray).items { (it as Number).toDouble() },
        )
    }
}

data class EmscProperties(
    /** Magnitude. */
    val mag: Double?,
    /** In English. */
    val place: String,
    /** Origin time, UTC, with a fraction: `2023-02-06T01:17:32.0Z`. */
    val time: String,
    /** When the record was published, milliseconds since 1970-01-01T00:00:00Z. */
    val updated: Long,
    /** Null: no agency here gives it. */
    val tz: Double?,
    /** Page of the earthquake. */
    val url: String,
    /** Address of this earthquake alone, as GeoJSON. */
    val detail: String,
    /** Null: no agency here gives it. */
    val felt: Double?,
    /** Null: no agency here gives it. */
    val cdi: Double?,
    /** Null: no agency here gives it. */
    val mmi: Double?,
    /** Null: no agency here gives it. */
    val alert: String?,
    /** `automatic` or `reviewed`. */
    val status: String?,
    /** 0. */
    val tsunami: Long,
    /** Significance, from the magnitude. */
    val sig: Long,
    /** Agency of the origin. */
    val net: String,
    /** Its identifier of the earthquake. */
    val code: String,
    /** Identifiers, between commas. */
    val ids: String,
    /** Agencies, between commas. */
    val sources: String,
    /** Kinds of products, between commas. */
    val types: String,
    /** Stations used for the hypocentre. */
    val nst: Double?,
    /** Distance of the nearest station from the epicentre, in degrees. */
    val dmin: Double?,
    /** Root mean square of the residuals of arrival times, in s. */
    val rms: Double?,
    /** Greatest angle at the epicentre without a station, in degrees. */
    val gap: Double?,
    /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
    val magType: String?,
    /** `earthquake`, `quarry blast`, … */
    val type: String,
    /** Magnitude and place, in English. */
    val title: String,
    /** Only where no other agency confirms a magnitude of 5 or more. */
    val magnitudeDoubtful: Boolean?,
    /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
    val magnitudeState: MagnitudeState?,
    /** Agency of `magnitude`, only where it is not `source`. */
    val magnitudeSource: Agency?,
    /** One standard deviation of what two agencies or more give together; since 1970. */
    val magnitudeError: Double?,
    /** The name by which it is known, in Turkish, where the historical list has one. */
    val eventName: String?,
    /** The same in English. */
    val eventNameEn: String?,
    /** Province of Türkiye; null abroad and far at sea. */
    val province: String?,
    /** Its plate code, two digits. */
    val provinceCode: String?,
    /** District, on land in Türkiye. */
    val district: String?,
    /**
     * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
     * `event_type` is given.
     */
    val blastProbability: Double?,
    /** Greatest intensity, where a list gives it. */
    val maxIntensity: Double?,
    /** Where a list gives them. */
    val deaths: Long?,
    /** Empty: there only for one event. */
    val products: Any?,
    /** Only where no agency gave a depth. */
    val depthUnknown: Boolean?,
    /** The `id` of the earthquake. */
    val sourceId: String,
    /** `HIPOSANTR`. */
    val sourceCatalog: String,
    /** When the record was published, UTC, with a fraction. */
    val lastupdate: String,
    /** Place, in English. */
    val flynnRegion: String,
    /** Degrees north. */
    val lat: Double,
    /** Degrees east. */
    val lon: Double,
    /** km below sea level; 0 where it is unknown. */
    val depth: Double,
    /** `ke` earthquake, `km` mining explosion, `kx` explosion, `uk` another event. */
    val evtype: String,
    /** Agency of the origin, in capitals. */
    val auth: String,
    /** Type of the magnitude in lower case; `m` where it is unknown. */
    val magtype: String,
    /** The `event_id`. */
    val unid: String,
) {
    companion object {
        fun from(json: JSONObject) = EmscProperties(
            mag = json.given("mag")?.let { (it as Number).toDouble() },
            place = json.get("place") as String,
            time = json.get("time") as String,
            updated = (json.get("updated") as Number).toLong(),
            tz = json.given("tz")?.let { (it as Number).toDouble() },
            url = json.get("url") as String,
            detail = json.get("detail") as String,
            felt = json.given("felt")?.let { (it as Number).toDouble() },
            cdi = json.given("cdi")?.let { (it as Number).toDouble() },
            mmi = json.given("mmi")?.let { (it as Number).toDouble() },
            alert = json.given("alert")?.let { it as String },
            status = json.given("status")?.let { it as String },
            tsunami = (json.get("tsunami") as Number).toLong(),
            sig = (json.get("sig") as Number).toLong(),
            net = json.get("net") as String,
            code = json.get("code") as String,
            ids = json.get("ids") as String,
            sources = json.get("sources") as String,
            types = json.get("types") as String,
            nst = json.given("nst")?.let { (it as Number).toDouble() },
            dmin = json.given("dmin")?.let { (it as Number).toDouble() },
            rms = json.given("rms")?.let { (it as Number).toDouble() },
            gap = json.given("gap")?.let { (it as Number).toDouble() },
            magType = json.given("magType")?.let { it as String },
            type = json.get("type") as String,
            title = json.get("title") as String,
            magnitudeDoubtful = json.given("magnitude_doubtful")?.let { it as Boolean },
            magnitudeState = json.given("magnitude_state")?.let { MagnitudeState(it as String) },
            magnitudeSource = json.given("magnitude_source")?.let { Agency(it as String) },
            magnitudeError = json.given("magnitude_error")?.let { (it as Number).toDouble() },
            eventName = json.given("event_name")?.let { it as String },
            eventNameEn = json.given("event_name_en")?.let { it as String },
            province = json.given("province")?.let { it as String },
            provinceCode = json.given("province_code")?.let { it as String },
            district = json.given("district")?.let { it as String },
            blastProbability = json.given("blast_probability")?.let { (it as Number).toDouble() },
            maxIntensity = json.given("max_intensity")?.let { (it as Number).toDouble() },
            deaths = json.given("deaths")?.let { (it as Number).toLong() },
            products = json.given("products")?.let { it },
            depthUnknown = json.given("depth_unknown")?.let { it as Boolean },
            sourceId = json.get("source_id") as String,
            sourceCatalog = json.get("source_catalog") as String,
            lastupdate = json.get("lastupdate") as String,
            flynnRegion = json.get("flynn_region") as String,
            lat = (json.get("lat") as Number).toDouble(),
            lon = (json.get("lon") as Number).toDouble(),
            depth = (json.get("depth") as Number).toDouble(),
            evtype = json.get("evtype") as String,
            auth = json.get("auth") as String,
            magtype = json.get("magtype") as String,
            unid = json.get("unid") as String,
        )
    }
}

data class EmscFeature(
    /** Always `Feature`. */
    val type: String,
    /** The `event_id`. */
    val id: String,
    val geometry: EmscGeometry,
    val properties: EmscProperties,
) {
    companion object {
        fun from(json: JSONObject) = EmscFeature(
            type = json.get("type") as String,
            id = json.get("id") as String,
            geometry = EmscGeometry.from(json.get("geometry") as JSONObject),
            properties = EmscProperties.from(json.get("properties") as JSONObject),
        )
    }
}

data class EmscFeatureCollection(
    /** Always `FeatureCollection`. */
    val type: String,
    val metadata: EventMetadata?,
    /** Least coordinates of the features, then the greatest; absent for fewer than two. */
    val bbox: List<Double>?,
    val features: List<EmscFeature>,
) {
    companion object {
        fun from(json: JSONObject) = EmscFeatureCollection(
            type = json.get("type") as String,
            metadata = json.given("metadata")?.let { EventMetadata.from(it as JSONObject) },
            bbox = json.given("bbox")?.let { (it as JSONArray).items { (it as Number).toDouble() } },
            features = (json.get("features") as JSONArray).items { EmscFeature.from(it as JSONObject) },
        )
    }
}

@JvmInline
value class KandilliProvider(val value: String) {
    override fun toString() = value

    companion object {
        val KANDILLI = KandilliProvider("kandilli")
        val AFAD = KandilliProvider("afad")
    }
}

data class KandilliPoint(
    /** Always `Point`. */
    val type: String,
    /** Longitude and latitude in degrees. */
    val coordinates: List<Double>,
) {
    companion object {
        fun from(json: JSONObject) = KandilliPoint(
            type = json.get("type") as String,
            coordinates = (json.get("coordinates") as JSONArray).items { (it as Number).toDouble() },
        )
    }
}

data class KandilliCity(
    /** Name of the province. */
    val name: String,
    /** Its plate code; -1 for none. */
    val cityCode: Long,
    /** Null, or -1 for no province. */
    val population: Long?,
    /** From its seat to the epicentre, in m. */
    val distance: Double,
) {
    companion object {
        fun from(json: JSONObject) = KandilliCity(
            name = json.get("name") as String,
            cityCode = (json.get("cityCode") as Number).toLong(),
            population = json.given("population")?.let { (it as Number).toLong() },
            distance = (json.get("distance") as Number).toDouble(),
        )
    }
}

data class KandilliEpicentre(
    /** Name of the province. */
    val name: String,
    /** Its plate code; -1 for none. */
    val cityCode: Long,
    /** Null, or -1 for no province. */
    val population: Long?,
) {
    companion object {
        fun from(json: JSONObject) = KandilliEpicentre(
            name = json.get("name") as String,
            cityCode = (json.get("cityCode") as Number).toLong(),
            population = json.given("population")?.let { (it as Number).toLong() },
        )
    }
}

data class KandilliAirport(
    /** From it to the epicentre, in m. */
    val distance: Double,
    /** In Turkish. */
    val name: String,
    /** Of the IATA. */
    val code: String,
    val coordinates: KandilliPoint,
) {
    companion object {
        fun from(json: JSONObject) = KandilliAirport(
            distance = (json.get("distance") as Number).toDouble(),
            name = json.get("name") as String,
            code = json.get("code") as String,
            coordinates = KandilliPoint.from(json.get("coordinates") as JSONObject),
        )
    }
}

data class KandilliLocation(
    val closestCity: KandilliCity,
    val epiCenter: KandilliEpicentre,
    /** The nearest five provinces. */
    val closestCities: List<KandilliCity>,
    /** The nearest three of Türkiye. */
    val airports: List<KandilliAirport>,
) {
    companion object {
        fun from(json: JSONObject) = KandilliLocation(
            closestCity = KandilliCity.from(json.get("closestCity") as JSONObject),
            epiCenter = KandilliEpicentre.from(json.get("epiCenter") as JSONObject),
            closestCities = (json.get("closestCities") as JSONArray).items { KandilliCity.from(it as JSONObject) },
            airports = (json.get("airports") as JSONArray).items { KandilliAirport.from(it as JSONObject) },
        )
    }
}

data class KandilliEarthquake(
    /** 24 hexadecimal digits. */
    val id: String,
    /** The `event_id`; of AFAD where both agencies have rows with `-afad`. */
    val earthquakeId: String,
    /** Agency. */
    val provider: KandilliProvider,
    /** Place, in the words of the agency. */
    val title: String,
    /** Origin time of Türkiye, `YYYY.MM.DD HH:MM:SS`. */
    val date: String,
    /** Origin time of Türkiye, `YYYY-MM-DD HH:MM:SS`. */
    val dateTime: String,
    /** Magnitude. */
    val mag: Double,
    /** Kilometres below sea level; 0 where it is not known. */
    val depth: Double,
    /** Only where the depth is not known. */
    val depthUnknown: Boolean?,
    val geojson: KandilliPoint,
    /** Not known here. */
    val rev: Any?,
    /** Time zone of the times. */
    val locationTz: String,
    val locationProperties: KandilliLocation,
    /** Origin time, seconds since 1970-01-01T00:00:00Z. */
    val createdAt: Long,
    /** Degrees, north positive. */
    val lat: Double,
    /** Degrees, east positive. */
    val lng: Double,
    /** Longitude and latitude in degrees. */
    val coordinates: List<Double>,
    /** As `title`. */
    val lokasyon: String,
    /** Day of Türkiye, `YYYY-MM-DD`. */
    val dateStamp: String,
    /** Day of Türkiye, `YYYY-MM-DD`. */
    val dateDay: String,
    /** Time of day of Türkiye, `HH:MM:SS`. */
    val dateHour: String,
    /** As `created_at`, as a text. */
    val timestamp: String,
) {
    companion object {
        fun from(json: JSONObject) = KandilliEarthquake(
            id = json.get("_id") as String,
            earthquakeId = json.get("earthquake_id") as String,
            provider = KandilliProvider(json.get("provider") as String),
            title = json.get("title") as String,
            date = json.get("date") as String,
            dateTime = json.get("date_time") as String,
            mag = (json.get("mag") as Number).toDouble(),
            depth = (json.get("depth") as Number).toDouble(),
            depthUnknown = json.given("depth_unknown")?.let { it as Boolean },
            geojson = KandilliPoint.from(json.get("geojson") as JSONObject),
            rev = json.given("rev")?.let { it },
            locationTz = json.get("location_tz") as String,
            locationProperties = KandilliLocation.from(json.get("location_properties") as JSONObject),
            createdAt = (json.get("created_at") as Number).toLong(),
            lat = (json.get("lat") as Number).toDouble(),
            lng = (json.get("lng") as Number).toDouble(),
            coordinates = (json.get("coordinates") as JSONArray).items { (it as Number).toDouble() },
            lokasyon = json.get("lokasyon") as String,
            dateStamp = json.get("date_stamp") as String,
            dateDay = json.get("date_day") as String,
            dateHour = json.get("date_hour") as String,
            timestamp = json.get("timestamp") as String,
        )
    }
}

data class AfadEvent(
    /** Root mean square of the residuals of arrival times, in s. */
    val rms: String?,
    /** AFAD's identifier of the earthquake. */
    val eventID: String,
    /** AFAD's own words for the place. */
    val location: String,
    /** Degrees, north positive. */
    val latitude: String,
    /** Degrees, east positive. */
    val longitude: String,
    /** Kilometres below sea level; 0 where it is not known. */
    val depth: String,
    /** Only where the depth is not known. */
    val depthUnknown: Boolean?,
    /** `ML`, `MW`, … */
    val type: String?,
    /** Magnitude. */
    val magnitude: String?,
    /** Country. */
    val country: String?,
    /** Province. */
    val province: String?,
    /** District. */
    val district: String?,
    /** Not known here. */
    val neighborhood: Any?,
    /** Origin time in UTC, `YYYY-MM-DDTHH:MM:SS`. */
    val date: String,
    /** Whether AFAD changed it. */
    val isEventUpdate: Boolean,
    /** When, in UTC, `YYYY-MM-DDTHH:MM:SS`. */
    val lastUpdateDate: String?,
) {
    companion object {
        fun from(json: JSONObject) = AfadEvent(
            rms = json.given("rms")?.let { it as String },
            eventID = json.get("eventID") as String,
            location = json.get("location") as String,
            latitude = json.get("latitude") as String,
            longitude = json.get("longitude") as String,
            depth = json.get("depth") as String,
            depthUnknown = json.given("depth_unknown")?.let { it as Boolean },
            type = json.given("type")?.let { it as String },
            magnitude = json.given("magnitude")?.let { it as String },
            country = json.given("country")?.let { it as String },
            province = json.given("province")?.let { it as String },
            district = json.given("district")?.let { it as String },
            neighborhood = json.given("neighborhood")?.let { it },
            date = json.get("date") as String,
            isEventUpdate = json.get("isEventUpdate") as Boolean,
            lastUpdateDate = json.given("lastUpdateDate")?.let { it as String },
        )
    }
}

data class AfadPoint(
    /** Always `Point`. */
    val type: String,
    /** Longitude and latitude in degrees. */
    val coordinates: List<Double>,
) {
    companion object {
        fun from(json: JSONObject) = AfadPoint(
            type = json.get("type") as String,
            coordinates = (json.get("coordinates") as JSONArray).items { (it as Number).toDouble() },
        )
    }
}

data class AfadFeature(
    /** Always `Feature`. */
    val type: String,
    val geometry: AfadPoint,
    /** As the other formats name them. */
    val properties: Any?,
) {
    companion object {
        fun from(json: JSONObject) = AfadFeature(
            type = json.get("type") as String,
            geometry = AfadPoint.from(json.get("geometry") as JSONObject),
            properties = json.given("properties")?.let { it },
        )
    }
}

data class AfadFeatureCollection(
    /** Always `FeatureCollection`. */
    val type: String,
    val features: List<AfadFeature>,
) {
    companion object {
        fun from(json: JSONObject) = AfadFeatureCollection(
            type = json.get("type") as String,
            features = (json.get("features") as JSONArray).items { AfadFeature.from(it as JSONObject) },
        )
    }
}

/** None of them is an object of a kind that did not exist when this was made. */
data class EarthquakeOrTombstone(
    val earthquake: Earthquake?,
    val tombstone: Tombstone?,
) {
    companion object {
        fun from(json: JSONObject) = EarthquakeOrTombstone(
            earthquake = if (json.has("occurred_at")) Earthquake.from(json) else null,
            tombstone = if (json.has("retracted") || json.has("merged_into")) Tombstone.from(json) else null,
        )
    }
}

data class ListAnswer(
    /** Always `success`. */
    val status: String,
    /** Items in `earthquakes`. */
    val count: Long,
    /** Whether there are more; then `next` is there. */
    val truncated: Boolean?,
    /** Relative URL of the following page. */
    val next: String?,
    /** Names in `sources` that are no agency. */
    val ignoredSources: List<String>?,
    /** Tombstones only with `updated_after`. */
    val earthquakes: List<EarthquakeOrTombstone>,
) {
    companion object {
        fun from(json: JSONObject) = ListAnswer(
            status = json.get("status") as String,
            count = (json.get("count") as Number).toLong(),
            truncated = json.given("truncated")?.let { it as Boolean },
            next = json.given("next")?.let { it as String },
            ignoredSources = json.given("ignored_sources")?.let { (it as JSONArray).items { it as String } },
            earthquakes = (json.get("earthquakes") as JSONArray).items { EarthquakeOrTombstone.from(it as JSONObject) },
        )
    }
}

data class Magnitude(
    /** Its value. */
    val magnitude: Double,
    /** `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none. */
    val magnitudeType: String?,
    /** True where it contradicts the others, and is not preferred. */
    val outlier: Boolean?,
) {
    companion object {
        fun from(json: JSONObject) = Magnitude(
            magnitude = (json.get("magnitude") as Number).toDouble(),
            magnitudeType = json.given("magnitude_type")?.let { it as String },
            outlier = json.given("outlier")?.let { it as Boolean },
        )
    }
}

data class Solution(
    /** Agency. */
    val name: Agency,
    /** Its identifier of the earthquake. */
    val eventId: String,
    /** Identifiers of its other reports of the earthquake. */
    val otherEventIds: List<String>?,
    /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
    val occurredAt: String,
    /** Only where coarser than a second. */
    val datePrecision: DatePrecision?,
    /** RFC 3339, with fractions where known. */
    val occurredAtUtc: String,
    /** Degrees, north positive. */
    val latitude: Double,
    /** Degrees, east positive. */
    val longitude: Double,
    /** Kilometres below sea level; null where no agency gave one. */
    val depthKm: Double?,
    /** Its preferred magnitude; null where it gave none. */
    val magnitude: Double?,
    /** `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none. */
    val magnitudeType: String?,
    /** All of its magnitudes. */
    val magnitudes: List<Magnitude>,
    /** Uncertainty of the epicentre, in km. */
    val horizontalErrorKm: Double?,
    /** Uncertainty of the depth, in km. */
    val depthErrorKm: Double?,
    /** Uncertainty of the agency's preferred magnitude. */
    val magnitudeError: Double?,
    /** Root mean square of the residuals of arrival times, in s. */
    val rms: Double?,
    /** Greatest angle at the epicentre without a station, in degrees. */
    val azimuthalGap: Double?,
    /** Distance of the nearest station from the epicentre, in degrees. */
    val nearestStation: Double?,
    /** Stations used for the hypocentre. */
    val stations: Long?,
    /** Stations used for the magnitude. */
    val magnitudeStations: Long?,
    /** As the agency of the preferred solution says. */
    val quality: Quality?,
    /** Its own words for the place. */
    val location: String?,
    /** Only where it is not an earthquake: `quarry blast`, … */
    val eventType: String?,
    /** Greatest intensity, where a list gives it. */
    val maxIntensity: Double?,
    /** Where a list gives them. */
    val deaths: Long?,
    /** When the agency changed it, RFC 3339; null where it does not say. */
    val updatedAt: String?,
) {
    companion object {
        fun from(json: JSONObject) = Solution(
            name = Agency(json.get("name") as String),
            eventId = json.get("event_id") as String,
            otherEventIds = json.given("other_event_ids")?.let { (it as JSONArray).items { it as String } },
            occurredAt = json.get("occurred_at") as String,
            datePrecision = json.given("date_precision")?.let { DatePrecision(it as String) },
            occurredAtUtc = json.get("occurred_at_utc") as String,
            latitude = (json.get("latitude") as Number).toDouble(),
            longitude = (json.get("longitude") as Number).toDouble(),
            depthKm = json.given("depth_km")?.let { (it as Number).toDouble() },
            magnitude = json.given("magnitude")?.let { (it as Number).toDouble() },
            magnitudeType = json.given("magnitude_type")?.let { it as String },
            magnitudes = (json.get("magnitudes") as JSONArray).items { Magnitude.from(it as JSONObject) },
            horizontalErrorKm = json.given("horizontal_error_km")?.let { (it as Number).toDouble() },
            depthErrorKm = json.given("depth_error_km")?.let { (it as Number).toDouble() },
            magnitudeError = json.given("magnitude_error")?.let { (it as Number).toDouble() },
            rms = json.given("rms")?.let { (it as Number).toDouble() },
            azimuthalGap = json.given("azimuthal_gap")?.let { (it as Number).toDouble() },
            nearestStation = json.given("nearest_station")?.let { (it as Number).toDouble() },
            stations = json.given("stations")?.let { (it as Number).toLong() },
            magnitudeStations = json.given("magnitude_stations")?.let { (it as Number).toLong() },
            quality = json.given("quality")?.let { Quality(it as String) },
            location = json.given("location")?.let { it as String },
            eventType = json.given("event_type")?.let { it as String },
            maxIntensity = json.given("max_intensity")?.let { (it as Number).toDouble() },
            deaths = json.given("deaths")?.let { (it as Number).toLong() },
            updatedAt = json.given("updated_at")?.let { it as String },
        )
    }
}

data class MwEstimate(
    /** Moment magnitude. */
    val value: Double,
    /** Root mean square of measured less estimated moment magnitudes. */
    val uncertainty: Double,
    /** Who published the relation. */
    val method: String,
    /** Where it is published. */
    val doi: String,
    /** Magnitudes from which it estimates: least and greatest, inclusive. */
    val range: List<Double>,
) {
    companion object {
        fun from(json: JSONObject) = MwEstimate(
            value = (json.get("value") as Number).toDouble(),
            uncertainty = (json.get("uncertainty") as Number).toDouble(),
            method = json.get("method") as String,
            doi = json.get("doi") as String,
            range = (json.get("range") as JSONArray).items { (it as Number).toDouble() },
        )
    }
}

data class NearbyStation(
    /** FDSN network code. */
    val network: String,
    /** Station code. */
    val code: String,
    /** Place. */
    val name: String,
    val source: Agency,
    /** Degrees, north positive. */
    val latitude: Double,
    /** Degrees, east positive. */
    val longitude: Double,
    /** From the epicentre, in km. */
    val distanceKm: Double,
    /** From the epicentre to the station, in degrees from north, 0 to 359. */
    val azimuth: Long,
) {
    companion object {
        fun from(json: JSONObject) = NearbyStation(
            network = json.get("network") as String,
            code = json.get("code") as String,
            name = json.get("name") as String,
            source = Agency(json.get("source") as String),
            latitude = (json.get("latitude") as Number).toDouble(),
            longitude = (json.get("longitude") as Number).toDouble(),
            distanceKm = (json.get("distance_km") as Number).toDouble(),
            azimuth = (json.get("azimuth") as Number).toLong(),
        )
    }
}

data class NearbyEarthquake(
    /** Given once and never reused. */
    val id: Long,
    /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
    val occurredAt: String,
    /** Degrees, north positive. */
    val latitude: Double,
    /** Degrees, east positive. */
    val longitude: Double,
    /** Kilometres below sea level; null where no agency gave one. */
    val depthKm: Double?,
    /** The primary magnitude; never null in a list. */
    val magnitude: Double?,
    /** In Turkish. */
    val location: String,
    /** In English; absent where an agency’s own `location` is names alone. */
    val locationEn: String,
    /** With the UTC day, the name of the earthquake in addresses. */
    val slug: String,
    /** Between the epicentres, in km. */
    val distanceKm: Double,
) {
    companion object {
        fun from(json: JSONObject) = NearbyEarthquake(
            id = (json.get("id") as Number).toLong(),
            occurredAt = json.get("occurred_at") as String,
            latitude = (json.get("latitude") as Number).toDouble(),
            longitude = (json.get("longitude") as Number).toDouble(),
            depthKm = json.given("depth_km")?.let { (it as Number).toDouble() },
            magnitude = json.given("magnitude")?.let { (it as Number).toDouble() },
            location = json.get("location") as String,
            locationEn = json.get("location_en") as String,
            slug = json.get("slug") as String,
            distanceKm = (json.get("distance_km") as Number).toDouble(),
        )
    }
}

data class NodalPlane(
    /** Degrees, from 0 to below 360. */
    val strike: Double,
    /** Degrees, 0 to 90. */
    val dip: Double,
    /** Degrees, above −180 to 180. */
    val rake: Double,
) {
    companion object {
        fun from(json: JSONObject) = NodalPlane(
            strike = (json.get("strike") as Number).toDouble(),
            dip = (json.get("dip") as Number).toDouble(),
            rake = (json.get("rake") as Number).toDouble(),
        )
    }
}

data class MomentTensor(
    /** N·m; r is up, t south, p east. */
    val mrr: Double,
    /** N·m; r is up, t south, p east. */
    val mtt: Double,
    /** N·m; r is up, t south, p east. */
    val mpp: Double,
    /** N·m; r is up, t south, p east. */
    val mrt: Double,
    /** N·m; r is up, t south, p east. */
    val mrp: Double,
    /** N·m; r is up, t south, p east. */
    val mtp: Double,
) {
    companion object {
        fun from(json: JSONObject) = MomentTensor(
            mrr = (json.get("mrr") as Number).toDouble(),
            mtt = (json.get("mtt") as Number).toDouble(),
            mpp = (json.get("mpp") as Number).toDouble(),
            mrt = (json.get("mrt") as Number).toDouble(),
            mrp = (json.get("mrp") as Number).toDouble(),
            mtp = (json.get("mtp") as Number).toDouble(),
        )
    }
}

data class Centroid(
    /** RFC 3339. */
    val occurredAtUtc: String?,
    /** Degrees, north positive. */
    val latitude: Double,
    /** Degrees, east positive. */
    val longitude: Double,
    /** Kilometres below sea level. */
    val depthKm: Double,
) {
    companion object {
        fun from(json: JSONObject) = Centroid(
            occurredAtUtc = json.given("occurred_at_utc")?.let { it as String },
            latitude = (json.get("latitude") as Number).toDouble(),
            longitude = (json.get("longitude") as Number).toDouble(),
            depthKm = (json.get("depth_km") as Number).toDouble(),
        )
    }
}

data class FocalMechanism(
    /** Who computed it: `GCMT`, `USGS`, … */
    val source: String,
    /** The two of them. */
    val nodalPlanes: List<NodalPlane>,
    val momentTensor: MomentTensor?,
    /** N·m. */
    val scalarMoment: Double?,
    /** Moment magnitude. */
    val mw: Double?,
    val centroid: Centroid?,
    /** Members that were computed from those of the source. */
    val computed: List<String>?,
) {
    companion object {
        fun from(json: JSONObject) = FocalMechanism(
            source = json.get("source") as String,
            nodalPlanes = (json.get("nodal_planes") as JSONArray).items { NodalPlane.from(it as JSONObject) },
            momentTensor = json.given("moment_tensor")?.let { MomentTensor.from(it as JSONObject) },
            scalarMoment = json.given("scalar_moment")?.let { (it as Number).toDouble() },
            mw = json.given("mw")?.let { (it as Number).toDouble() },
            centroid = json.given("centroid")?.let { Centroid.from(it as JSONObject) },
            computed = json.given("computed")?.let { (it as JSONArray).items { it as String } },
        )
    }
}

data class ShakeMap(
    /** Who made it. */
    val source: String,
    /** Greatest modelled intensity (Modified Mercalli), 1 to 10. */
    val maxMmi: Double,
    /** Its page. */
    val url: String,
) {
    companion object {
        fun from(json: JSONObject) = ShakeMap(
            source = json.get("source") as String,
            maxMmi = (json.get("max_mmi") as Number).toDouble(),
            url = json.get("url") as String,
        )
    }
}

data class MergedEarthquake(
    /** Given once and never reused. */
    val id: Long,
    /** 16 hexadecimal digits, the first a letter; stable across revisions. */
    val eventId: String,
) {
    companion object {
        fun from(json: JSONObject) = MergedEarthquake(
            id = (json.get("id") as Number).toLong(),
            eventId = json.get("event_id") as String,
        )
    }
}

data class Revision(
    /** RFC 3339. */
    val at: String,
    /** Those of which reports brought the change. */
    val agencies: List<Agency>,
    /** Fields that changed, or `created`, `withdrawn`, `reinstated`, `merged`. */
    val changed: List<String>,
    /** Changed fields as they were before. */
    val previous: Any?,
    /** Earthquakes that became part of this one, as last published. */
    val merged: List<MergedEarthquake>?,
    /** The `id` of earthquakes from which reports came over. */
    val movedFrom: List<Long>?,
    /** The `id` of earthquakes to which reports went over. */
    val movedTo: List<Long>?,
    /** Revisions between the one before and this one that are no longer kept. */
    val omittedBefore: Long?,
) {
    companion object {
        fun from(json: JSONObject) = Revision(
            at = json.get("at") as String,
            agencies = (json.get("agencies") as JSONArray).items { Agency(it as String) },
            changed = (json.get("changed") as JSONArray).items { it as String },
            previous = json.given("previous")?.let { it },
            merged = json.given("merged")?.let { (it as JSONArray).items { MergedEarthquake.from(it as JSONObject) } },
            movedFrom = json.given("moved_from")?.let { (it as JSONArray).items { (it as Number).toLong() } },
            movedTo = json.given("moved_to")?.let { (it as JSONArray).items { (it as Number).toLong() } },
            omittedBefore = json.given("omitted_before")?.let { (it as Number).toLong() },
        )
    }
}

data class EarthquakeDetail(
    /** Given once and never reused. */
    val id: Long,
    /** 16 hexadecimal digits, the first a letter; stable across revisions. */
    val eventId: String,
    /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
    val occurredAt: String,
    /** Only where coarser than a second. */
    val datePrecision: DatePrecision?,
    /** Degrees, north positive. */
    val latitude: Double,
    /** Degrees, east positive. */
    val longitude: Double,
    /** Kilometres below sea level; null where no agency gave one. */
    val depthKm: Double?,
    /** The primary magnitude; never null in a list. */
    val magnitude: Double?,
    /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
    val magnitudeType: String?,
    /** Only where no other agency confirms a magnitude of 5 or more. */
    val magnitudeDoubtful: Boolean?,
    /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
    val magnitudeState: MagnitudeState?,
    /** Agency of `magnitude`, only where it is not `source`. */
    val magnitudeSource: Agency?,
    /** One standard deviation of what two agencies or more give together; since 1970. */
    val magnitudeError: Double?,
    /** Only where an agency gave one. */
    val magnitudeMl: Double?,
    /** Only where an agency gave one. */
    val magnitudeMd: Double?,
    /** Only where an agency gave one. */
    val magnitudeMw: Double?,
    /** In Turkish. */
    val location: String,
    /** In English; absent where an agency’s own `location` is names alone. */
    val locationEn: String?,
    /** The agency's own words, where `location` was made. */
    val agencyLocation: String?,
    /** The name by which it is known, in Turkish, where the historical list has one. */
    val eventName: String?,
    /** The same in English. */
    val eventNameEn: String?,
    /** Province of Türkiye; null abroad and far at sea. */
    val province: String?,
    /** Its plate code, two digits. */
    val provinceCode: String?,
    /** District, on land in Türkiye. */
    val district: String?,
    /** Agency of the preferred solution. */
    val source: Agency,
    /** Each agency's solution with its uncertainties. */
    val sources: List<Solution>,
    /** As the agency of the preferred solution says. */
    val quality: Quality?,
    /** Only where it is not an earthquake: `quarry blast`, … */
    val eventType: String?,
    /**
     * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
     * `event_type` is given.
     */
    val blastProbability: Double?,
    /** When this service published the record, RFC 3339. */
    val updatedAt: String,
    /** Moment magnitude estimated from another type. */
    val mwEstimate: MwEstimate?,
    /** Greatest intensity, where a list gives it. */
    val maxIntensity: Double?,
    /** Where a list gives them. */
    val deaths: Long?,
    /** With the UTC day, the name of the earthquake in addresses. */
    val slug: String,
    /** RFC 3339, with fractions where known. */
    val occurredAtUtc: String,
    /** The nearest 10. */
    val nearbyStations: List<NearbyStation>,
    /** The nearest 10 within 100 km and 30 days. */
    val nearbyQuakes: List<NearbyEarthquake>,
    /** Nodal planes, moment tensor, scalar moment, Mw and centroid. */
    val focalMechanism: FocalMechanism?,
    /** Source, greatest intensity and address. */
    val shakemap: ShakeMap?,
    /** What changed, and when. */
    val revisions: List<Revision>,
) {
    companion object {
        fun from(json: JSONObject) = EarthquakeDetail(
            id = (json.get("id") as Number).toLong(),
            eventId = json.get("event_id") as String,
            occurredAt = json.get("occurred_at") as String,
            datePrecision = json.given("date_precision")?.let { DatePrecision(it as String) },
            latitude = (json.get("latitude") as Number).toDouble(),
            longitude = (json.get("longitude") as Number).toDouble(),
            depthKm = json.given("depth_km")?.let { (it as Number).toDouble() },
            magnitude = json.given("magnitude")?.let { (it as Number).toDouble() },
            magnitudeType = json.given("magnitude_type")?.let { it as String },
            magnitudeDoubtful = json.given("magnitude_doubtful")?.let { it as Boolean },
            magnitudeState = json.given("magnitude_state")?.let { MagnitudeState(it as String) },
            magnitudeSource = json.given("magnitude_source")?.let { Agency(it as String) },
            magnitudeError = json.given("magnitude_error")?.let { (it as Number).toDouble() },
            magnitudeMl = json.given("magnitude_ml")?.let { (it as Number).toDouble() },
            magnitudeMd = json.given("magnitude_md")?.let { (it as Number).toDouble() },
            magnitudeMw = json.given("magnitude_mw")?.let { (it as Number).toDouble() },
            location = json.get("location") as String,
            locationEn = json.given("location_en")?.let { it as String },
            agencyLocation = json.given("agency_location")?.let { it as String },
            eventName = json.given("event_name")?.let { it as String },
            eventNameEn = json.given("event_name_en")?.let { it as String },
            province = json.given("province")?.let { it as String },
            provinceCode = json.given("province_code")?.let { it as String },
            district = json.given("district")?.let { it as String },
            source = Agency(json.get("source") as String),
            sources = (json.get("sources") as JSONArray).items { Solution.from(it as JSONObject) },
            quality = json.given("quality")?.let { Quality(it as String) },
            eventType = json.given("event_type")?.let { it as String },
            blastProbability = json.given("blast_probability")?.let { (it as Number).toDouble() },
            updatedAt = json.get("updated_at") as String,
            mwEstimate = json.given("mw_estimate")?.let { MwEstimate.from(it as JSONObject) },
            maxIntensity = json.given("max_intensity")?.let { (it as Number).toDouble() },
            deaths = json.given("deaths")?.let { (it as Number).toLong() },
            slug = json.get("slug") as String,
            occurredAtUtc = json.get("occurred_at_utc") as String,
            nearbyStations = (json.get("nearby_stations") as JSONArray).items { NearbyStation.from(it as JSONObject) },
            nearbyQuakes = (json.get("nearby_quakes") as JSONArray).items { NearbyEarthquake.from(it as JSONObject) },
            focalMechanism = json.given("focal_mechanism")?.let { FocalMechanism.from(it as JSONObject) },
            shakemap = json.given("shakemap")?.let { ShakeMap.from(it as JSONObject) },
            revisions = (json.get("revisions") as JSONArray).items { Revision.from(it as JSONObject) },
        )
    }
}

data class DetailAnswer(
    /** Always `success`. */
    val status: String,
    val earthquake: EarthquakeDetail,
) {
    companion object {
        fun from(json: JSONObject) = DetailAnswer(
            status = json.get("status") as String,
            earthquake = EarthquakeDetail.from(json.get("earthquake") as JSONObject),
        )
    }
}

data class ExportAnswer(
    /** Always `success`. */
    val status: String,
    /** Items in `earthquakes`. */
    val count: Long,
    /** Whether rows were left out. */
    val truncated: Boolean,
    /** Of each agency inside. */
    val terms: List<Terms>,
    /** Names in `sources` that are no agency. */
    val ignoredSources: List<String>?,
    val earthquakes: List<Earthquake>,
) {
    companion object {
        fun from(json: JSONObject) = ExportAnswer(
            status = json.get("status") as String,
            count = (json.get("count") as Number).toLong(),
            truncated = json.get("truncated") as Boolean,
            terms = (json.get("terms") as JSONArray).items { Terms.from(it as JSONObject) },
            ignoredSources = json.given("ignored_sources")?.let { (it as JSONArray).items { it as String } },
            earthquakes = (json.get("earthquakes") as JSONArray).items { Earthquake.from(it as JSONObject) },
        )
    }
}

data class StatisticsAnswer(
    /** Always `success`. */
    val status: String,
    /** With blasts. */
    val total: Long,
    /** Of this UTC day. */
    val today: Long,
    /** Of the last 24 hours. */
    val last24h: Long?,
    /** Rounded to two decimals. */
    val avgMagnitude: Double?,
    /** Greatest magnitude. */
    val maxMagnitude: Double?,
    /** How many of the total are blasts: marked by an agency, or with a `blast_probability` above 0.5. */
    val blasts: Long?,
    /** By agency. */
    val bySource: Map<String, Long>?,
    /** When the dataset, or what of it the file of statistics counts, last changed; RFC 3339. */
    val generatedAt: String?,
) {
    companion object {
        fun from(json: JSONObject) = StatisticsAnswer(
            status = json.get("status") as String,
            total = (json.get("total") as Number).toLong(),
            today = (json.get("today") as Number).toLong(),
            last24h = json.given("last_24h")?.let { (it as Number).toLong() },
            avgMagnitude = json.given("avg_magnitude")?.let { (it as Number).toDouble() },
            maxMagnitude = json.given("max_magnitude")?.let { (it as Number).toDouble() },
            blasts = json.given("blasts")?.let { (it as Number).toLong() },
            bySource = json.given("by_source")?.let { (it as JSONObject).members { (it as Number).toLong() } },
            generatedAt = json.given("generated_at")?.let { it as String },
        )
    }
}

data class Station(
    /** FDSN network code. */
    val network: String,
    /** Station code. */
    val code: String,
    /** Place. */
    val name: String,
    /** Agency that runs it. */
    val source: Agency,
    /** Degrees. */
    val latitude: Double,
    /** Degrees. */
    val longitude: Double,
    /** Metres above sea level. */
    val elevationM: Double?,
) {
    companion object {
        fun from(json: JSONObject) = Station(
            network = json.get("network") as String,
            code = json.get("code") as String,
            name = json.get("name") as String,
            source = Agency(json.get("source") as String),
            latitude = (json.get("latitude") as Number).toDouble(),
            longitude = (json.get("longitude") as Number).toDouble(),
            elevationM = json.given("elevation_m")?.let { (it as Number).toDouble() },
        )
    }
}

data class StationsAnswer(
    /** Always `success`. */
    val status: String,
    /** Items in `stations`. */
    val count: Long,
    val stations: List<Station>,
) {
    companion object {
        fun from(json: JSONObject) = StationsAnswer(
            status = json.get("status") as String,
            count = (json.get("count") as Number).toLong(),
            stations = (json.get("stations") as JSONArray).items { Station.from(it as JSONObject) },
        )
    }
}

@JvmInline
value class ServiceState(val value: String) {
    override fun toString() = value

    companion object {
        val CURRENT = ServiceState("current")
        val LATE = ServiceState("late")
        val NEVER = ServiceState("never")
    }
}

@JvmInline
value class SourceState(val value: String) {
    override fun toString() = value

    companion object {
        val OK = SourceState("ok")
        val DEGRADED = SourceState("degraded")
        val STALE = SourceState("stale")
        val DOWN = SourceState("down")
        val IDLE = SourceState("idle")
    }
}

@JvmInline
value class FindingCode(val value: String) {
    override fun toString() = value

    companion object {
        val UNREADABLE = FindingCode("unreadable")
        val SHIFTED = FindingCode("shifted")
        val MOVED = FindingCode("moved")
        val RETIMED = FindingCode("retimed")
        val DEPTH_CHANGED = FindingCode("depth_changed")
        val MAGNITUDE_CHANGED = FindingCode("magnitude_changed")
        val SCALE_CHANGED = FindingCode("scale_changed")
        val TYPE_CHANGED = FindingCode("type_changed")
        val WITHDRAWN = FindingCode("withdrawn")
        val FIELD_LOST = FindingCode("field_lost")
        val GONE = FindingCode("gone")
        val CONTRADICTED = FindingCode("contradicted")
        val OUTSIDE = FindingCode("outside")
    }
}

@JvmInline
value class WatchedField(val value: String) {
    override fun toString() = value

    companion object {
        val MAGNITUDE = WatchedField("magnitude")
        val MAGNITUDE_TYPE = WatchedField("magnitude_type")
        val DEPTH = WatchedField("depth")
        val PLACE = WatchedField("place")
    }
}

data class Quarantine(
    /** Its name. */
    val feed: String,
    /** RFC 3339. */
    val since: String,
    /** The reason in words. */
    val message: String,
    /** The reason. */
    val code: FindingCode,
    /** Rows that show it, */
    val count: Long,
    /** of so many that could. */
    val of: Long,
    /** Where the reason is about one. */
    val field: WatchedField?,
    /** Hours by which times are shifted, where they are. */
    val hours: Double?,
) {
    companion object {
        fun from(json: JSONObject) = Quarantine(
            feed = json.get("feed") as String,
            since = json.get("since") as String,
            message = json.get("message") as String,
            code = FindingCode(json.get("code") as String),
            count = (json.get("count") as Number).toLong(),
            of = (json.get("of") as Number).toLong(),
            field = json.given("field")?.let { WatchedField(it as String) },
            hours = json.given("hours")?.let { (it as Number).toDouble() },
        )
    }
}

@JvmInline
value class GapReason(val value: String) {
    override fun toString() = value

    companion object {
        val NO_ANSWER = GapReason("no_answer")
        val NOT_REQUESTED = GapReason("not_requested")
    }
}

data class Gap(
    /** RFC 3339: the answer before. */
    val from: String,
    /** RFC 3339: the answer after. */
    val until: String,
    /** Whether it was requested meanwhile. */
    val reason: GapReason,
) {
    companion object {
        fun from(json: JSONObject) = Gap(
            from = json.get("from") as String,
            until = json.get("until") as String,
            reason = GapReason(json.get("reason") as String),
        )
    }
}

data class SourceStatus(
    /** Agency. */
    val name: Agency,
    /** Whether it is asked regularly. */
    val live: Boolean?,
    val state: SourceState,
    /** RFC 3339: its newest sound answer. */
    val lastSuccess: String?,
    /** RFC 3339: when it was asked last. */
    val lastAttempt: String?,
    /** Origin time of its newest earthquake in UTC, `YYYY-MM-DD HH:MM:SS`. */
    val lastEvent: String?,
    /** Why the last attempt failed. */
    val error: String?,
    /**
     * Feeds of which documents are quarantined, since they contradict what was sent before or other
     * agencies.
     */
    val quarantine: List<Quarantine>?,
    /** Rows of all documents so far. */
    val rowsRead: Long?,
    /** Of these, those that could not be used. */
    val rowsRejected: Long?,
    /** Documents that were quarantined so far. */
    val documentsQuarantined: Long?,
    /** Times without an answer, longer than 15 minutes, that ended within the last day. */
    val gaps: List<Gap>?,
) {
    companion object {
        fun from(json: JSONObject) = SourceStatus(
            name = Agency(json.get("name") as String),
            live = json.given("live")?.let { it as Boolean },
            state = SourceState(json.get("state") as String),
            lastSuccess = json.given("last_success")?.let { it as String },
            lastAttempt = json.given("last_attempt")?.let { it as String },
            lastEvent = json.given("last_event")?.let { it as String },
            error = json.given("error")?.let { it as String },
            quarantine = json.given("quarantine")?.let { (it as JSONArray).items { Quarantine.from(it as JSONObject) } },
            rowsRead = json.given("rows_read")?.let { (it as Number).toLong() },
            rowsRejected = json.given("rows_rejected")?.let { (it as Number).toLong() },
            documentsQuarantined = json.given("documents_quarantined")?.let { (it as Number).toLong() },
            gaps = json.given("gaps")?.let { (it as JSONArray).items { Gap.from(it as JSONObject) } },
        )
    }
}

data class StatusAnswer(
    /** Always `success`. */
    val status: String,
    /** Changes with the dataset. */
    val dataset: String,
    /** When the dataset was last built, also without a change; RFC 3339. */
    val generatedAt: String?,
    /** The moment that answers with a window of time are of, RFC 3339. */
    val asOf: String?,
    /** Late: no answer for 10 minutes. */
    val state: ServiceState?,
    /** RFC 3339: the newest sound answer of any live source; null: none yet. */
    val lastSuccess: String?,
    /**
     * There only while two agencies agree against the clock of this service, by which it is behind:
     * nothing new is published.
     */
    val clockOffsetSeconds: Long?,
    /** There only while earthquakes cannot be composed or rendered: they are as last published. */
    val faultyEarthquakes: Long?,
    /** How users of the data name the service. */
    val attribution: String?,
    /** Of each agency inside. */
    val terms: List<Terms>?,
    val sources: List<SourceStatus>,
) {
    companion object {
        fun from(json: JSONObject) = StatusAnswer(
            status = json.get("status") as String,
            dataset = json.get("dataset") as String,
            generatedAt = json.given("generated_at")?.let { it as String },
            asOf = json.given("as_of")?.let { it as String },
            state = json.given("state")?.let { ServiceState(it as String) },
            lastSuccess = json.given("last_success")?.let { it as String },
            clockOffsetSeconds = json.given("clock_offset_seconds")?.let { (it as Number).toLong() },
            faultyEarthquakes = json.given("faulty_earthquakes")?.let { (it as Number).toLong() },
            attribution = json.given("attribution")?.let { it as String },
            terms = json.given("terms")?.let { (it as JSONArray).items { Terms.from(it as JSONObject) } },
            sources = (json.get("sources") as JSONArray).items { SourceStatus.from(it as JSONObject) },
        )
    }
}

/** None of them is an object of a kind that did not exist when this was made. */
data class EventGeoJson(
    val eventFeatureCollection: EventFeatureCollection?,
    val eventFeature: EventFeature?,
) {
    companion object {
        fun from(json: JSONObject) = EventGeoJson(
            eventFeatureCollection = if (json.has("features")) EventFeatureCollection.from(json) else null,
            eventFeature = if (json.has("id")) EventFeature.from(json) else null,
        )
    }
}

/** None of them is an object of a kind that did not exist when this was made. */
data class EmscGeoJson(
    val emscFeatureCollection: EmscFeatureCollection?,
    val emscFeature: EmscFeature?,
) {
    companion object {
        fun from(json: JSONObject) = EmscGeoJson(
            emscFeatureCollection = if (json.has("features")) EmscFeatureCollection.from(json) else null,
            emscFeature = if (json.has("id")) EmscFeature.from(json) else null,
        )
    }
}

data class Count(
    /** Events that match. */
    val count: Long,
    /** Most events of one answer. */
    val maxAllowed: Long,
) {
    companion object {
        fun from(json: JSONObject) = Count(
            count = (json.get("count") as Number).toLong(),
            maxAllowed = (json.get("maxAllowed") as Number).toLong(),
        )
    }
}

data class KandilliMetadata(
    /** Beginning in time of Türkiye, `YYYY-MM-DD HH:MM:SS`. */
    val dateStarts: String?,
    /** End in time of Türkiye, `YYYY-MM-DD HH:MM:SS`. */
    val dateEnds: String?,
    /** Rows of the answer. */
    val count: Long,
    /** The same. */
    val total: Long,
) {
    companion object {
        fun from(json: JSONObject) = KandilliMetadata(
            dateStarts = json.given("date_starts")?.let { it as String },
            dateEnds = json.given("date_ends")?.let { it as String },
            count = (json.get("count") as Number).toLong(),
            total = (json.get("total") as Number).toLong(),
        )
    }
}

data class KandilliList(
    val status: Boolean,
    /** 200. */
    val httpStatus: Long,
    /** Empty. */
    val desc: String,
    /** 0. */
    val serverloadms: Long,
    val metadata: KandilliMetadata,
    val result: List<KandilliEarthquake>,
) {
    companion object {
        fun from(json: JSONObject) = KandilliList(
            status = json.get("status") as Boolean,
            httpStatus = (json.get("httpStatus") as Number).toLong(),
            desc = json.get("desc") as String,
            serverloadms = (json.get("serverloadms") as Number).toLong(),
            metadata = KandilliMetadata.from(json.get("metadata") as JSONObject),
            result = (json.get("result") as JSONArray).items { KandilliEarthquake.from(it as JSONObject) },
        )
    }
}

data class KandilliError(
    val status: Boolean,
    /** The status of the answer. */
    val httpStatus: Long,
    /** A sentence to act on. */
    val desc: String,
    /** The parameter at fault. */
    val parameter: String?,
    /** Empty. */
    val result: List<Any>,
) {
    companion object {
        fun from(json: JSONObject) = KandilliError(
            status = json.get("status") as Boolean,
            httpStatus = (json.get("httpStatus") as Number).toLong(),
            desc = json.get("desc") as String,
            parameter = json.given("parameter")?.let { it as String },
            result = (json.get("result") as JSONArray).items { it },
        )
    }
}

data class KandilliOne(
    val status: Boolean,
    /** 200. */
    val httpStatus: Long,
    /** Empty. */
    val desc: String,
    /** 0. */
    val serverloadms: Long,
    val metadata: KandilliMetadata,
    val result: KandilliEarthquake,
) {
    companion object {
        fun from(json: JSONObject) = KandilliOne(
            status = json.get("status") as Boolean,
            httpStatus = (json.get("httpStatus") as Number).toLong(),
            desc = json.get("desc") as String,
            serverloadms = (json.get("serverloadms") as Number).toLong(),
            metadata = KandilliMetadata.from(json.get("metadata") as JSONObject),
            result = KandilliEarthquake.from(json.get("result") as JSONObject),
        )
    }
}

/** None of them is an object of a kind that did not exist when this was made. */
data class AfadEventOrAfadFeatureCollection(
    val afadEvent: AfadEvent?,
    val afadFeatureCollection: AfadFeatureCollection?,
) {
    companion object {
        fun from(json: JSONObject) = AfadEventOrAfadFeatureCollection(
            afadEvent = if (json.has("rms")) AfadEvent.from(json) else null,
            afadFeatureCollection = if (json.has("features")) AfadFeatureCollection.from(json) else null,
        )
    }
}

private fun JSONObject.given(name: String): Any? = if (isNull(name)) null else get(name)

private fun <T> JSONArray.items(read: (Any) -> T): List<T> = (0 until length()).map { read(get(it)) }

private fun <T> JSONObject.members(read: (Any) -> T): Map<String, T> {
    val members = linkedMapOf<String, T>()
    for (name in keys()) members[name] = read(get(name))
    return members
}
