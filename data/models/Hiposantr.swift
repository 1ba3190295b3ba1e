// The answers of the earthquake API as types, made from its openapi.json.
// Unknown members are ignored and unknown words are kept, so that new ones break nothing. All times are UTC.

import Foundation

public struct LimitPolicy: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let daily = LimitPolicy(rawValue: "daily")
    public static let burst = LimitPolicy(rawValue: "burst")
}

public struct ErrorAnswer: Codable, Hashable, Sendable {
    /// Always `error`.
    public var status: String
    /// `invalid_parameter`, `invalid_key`, `not_found`, `gone`, `rate_limited`, `unavailable`, …
    public var code: String
    /// A sentence to act on.
    public var message: String
    /// The parameter at fault.
    public var parameter: String?
    /// The limit that is reached.
    public var policy: LimitPolicy?

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case code = "code"
        case message = "message"
        case parameter = "parameter"
        case policy = "policy"
    }
}

public struct DatePrecision: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let second = DatePrecision(rawValue: "second")
    public static let minute = DatePrecision(rawValue: "minute")
    public static let hour = DatePrecision(rawValue: "hour")
    public static let day = DatePrecision(rawValue: "day")
    public static let month = DatePrecision(rawValue: "month")
    public static let year = DatePrecision(rawValue: "year")
}

public struct MagnitudeState: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let automatic = MagnitudeState(rawValue: "automatic")
    public static let settling = MagnitudeState(rawValue: "settling")
    public static let agreed = MagnitudeState(rawValue: "agreed")
}

public struct Agency: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let kandilli = Agency(rawValue: "kandilli")
    public static let afad = Agency(rawValue: "afad")
    public static let usgs = Agency(rawValue: "usgs")
    public static let turhec = Agency(rawValue: "turhec")
    public static let historical = Agency(rawValue: "historical")
}

public struct AgencyMagnitude: Codable, Hashable, Sendable {
    /// Agency.
    public var name: Agency
    /// Its magnitude.
    public var magnitude: Double
    /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
    public var magnitudeType: String?

    enum CodingKeys: String, CodingKey {
        case name = "name"
        case magnitude = "magnitude"
        case magnitudeType = "magnitude_type"
    }
}

public struct Quality: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let automatic = Quality(rawValue: "automatic")
    public static let reviewed = Quality(rawValue: "reviewed")
}

public struct Earthquake: Codable, Hashable, Sendable {
    /// Given once and never reused.
    public var id: Int64
    /// 16 hexadecimal digits, the first a letter; stable across revisions.
    public var eventId: String
    /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
    public var occurredAt: String
    /// Only where coarser than a second.
    public var datePrecision: DatePrecision?
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// Kilometres below sea level; null where no agency gave one.
    public var depthKm: Double?
    /// The primary magnitude; never null in a list.
    public var magnitude: Double?
    /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
    public var magnitudeType: String?
    /// Only where no other agency confirms a magnitude of 5 or more.
    public var magnitudeDoubtful: Bool?
    /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
    public var magnitudeState: MagnitudeState?
    /// Agency of `magnitude`, only where it is not `source`.
    public var magnitudeSource: Agency?
    /// One standard deviation of what two agencies or more give together; since 1970.
    public var magnitudeError: Double?
    /// Only where an agency gave one.
    public var magnitudeMl: Double?
    /// Only where an agency gave one.
    public var magnitudeMd: Double?
    /// Only where an agency gave one.
    public var magnitudeMw: Double?
    /// In Turkish.
    public var location: String
    /// In English; absent where an agency’s own `location` is names alone.
    public var locationEn: String?
    /// The agency's own words, where `location` was made.
    public var agencyLocation: String?
    /// The name by which it is known, in Turkish, where the historical list has one.
    public var eventName: String?
    /// The same in English.
    public var eventNameEn: String?
    /// Province of Türkiye; null abroad and far at sea.
    public var province: String?
    /// Its plate code, two digits.
    public var provinceCode: String?
    /// District, on land in Türkiye.
    public var district: String?
    /// Agency of the preferred solution.
    public var source: Agency
    /// Where two agencies or more gave a magnitude.
    public var sources: [AgencyMagnitude]?
    /// As the agency of the preferred solution says.
    public var quality: Quality?
    /// Only where it is not an earthquake: `quarry blast`, …
    public var eventType: String?
    /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
    /// is given.
    public var blastProbability: Double?
    /// When this service published the record, RFC 3339.
    public var updatedAt: String

    enum CodingKeys: String, CodingKey {
        case id = "id"
        case eventId = "event_id"
        case occurredAt = "occurred_at"
        case datePrecision = "date_precision"
        case latitude = "latitude"
        case longitude = "longitude"
        case depthKm = "depth_km"
        case magnitude = "magnitude"
        case magnitudeType = "magnitude_type"
        case magnitudeDoubtful = "magnitude_doubtful"
        case magnitudeState = "magnitude_state"
        case magnitudeSource = "magnitude_source"
        case magnitudeError = "magnitude_error"
        case magnitudeMl = "magnitude_ml"
        case magnitudeMd = "magnitude_md"
        case magnitudeMw = "magnitude_mw"
        case location = "location"
        case locationEn = "location_en"
        case agencyLocation = "agency_location"
        case eventName = "event_name"
        case eventNameEn = "event_name_en"
        case province = "province"
        case provinceCode = "province_code"
        case district = "district"
        case source = "source"
        case sources = "sources"
        case quality = "quality"
        case eventType = "event_type"
        case blastProbability = "blast_probability"
        case updatedAt = "updated_at"
    }
}

public struct Tombstone: Codable, Hashable, Sendable {
    /// Of the earthquake that is gone.
    public var id: Int64
    /// Of the same.
    public var eventId: String
    /// Withdrawn, or without a magnitude.
    public var retracted: Bool?
    /// The `id` of the earthquake that it is the same as.
    public var mergedInto: Int64?

    enum CodingKeys: String, CodingKey {
        case id = "id"
        case eventId = "event_id"
        case retracted = "retracted"
        case mergedInto = "merged_into"
    }
}

public struct PointGeometry: Codable, Hashable, Sendable {
    /// Always `Point`.
    public var type: String
    /// Longitude and latitude in degrees, then height in metres, negative below sea level, where a depth is
    /// known.
    public var coordinates: [Double]

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case coordinates = "coordinates"
    }
}

public struct FeatureProperties: Codable, Hashable, Sendable {
    /// Given once and never reused.
    public var id: Int64
    /// 16 hexadecimal digits, the first a letter; stable across revisions.
    public var eventId: String
    /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
    public var occurredAt: String
    /// Only where coarser than a second.
    public var datePrecision: DatePrecision?
    /// Kilometres below sea level; null where no agency gave one.
    public var depthKm: Double?
    /// The primary magnitude; never null in a list.
    public var magnitude: Double?
    /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
    public var magnitudeType: String?
    /// Only where no other agency confirms a magnitude of 5 or more.
    public var magnitudeDoubtful: Bool?
    /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
    public var magnitudeState: MagnitudeState?
    /// Agency of `magnitude`, only where it is not `source`.
    public var magnitudeSource: Agency?
    /// One standard deviation of what two agencies or more give together; since 1970.
    public var magnitudeError: Double?
    /// Only where an agency gave one.
    public var magnitudeMl: Double?
    /// Only where an agency gave one.
    public var magnitudeMd: Double?
    /// Only where an agency gave one.
    public var magnitudeMw: Double?
    /// In Turkish.
    public var location: String
    /// In English; absent where an agency’s own `location` is names alone.
    public var locationEn: String?
    /// The agency's own words, where `location` was made.
    public var agencyLocation: String?
    /// The name by which it is known, in Turkish, where the historical list has one.
    public var eventName: String?
    /// The same in English.
    public var eventNameEn: String?
    /// Province of Türkiye; null abroad and far at sea.
    public var province: String?
    /// Its plate code, two digits.
    public var provinceCode: String?
    /// District, on land in Türkiye.
    public var district: String?
    /// Agency of the preferred solution.
    public var source: Agency
    /// Where two agencies or more gave a magnitude.
    public var sources: [AgencyMagnitude]?
    /// As the agency of the preferred solution says.
    public var quality: Quality?
    /// Only where it is not an earthquake: `quarry blast`, …
    public var eventType: String?
    /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
    /// is given.
    public var blastProbability: Double?
    /// When this service published the record, RFC 3339.
    public var updatedAt: String
    /// A label: magnitude and place, in Turkish.
    public var title: String?

    enum CodingKeys: String, CodingKey {
        case id = "id"
        case eventId = "event_id"
        case occurredAt = "occurred_at"
        case datePrecision = "date_precision"
        case depthKm = "depth_km"
        case magnitude = "magnitude"
        case magnitudeType = "magnitude_type"
        case magnitudeDoubtful = "magnitude_doubtful"
        case magnitudeState = "magnitude_state"
        case magnitudeSource = "magnitude_source"
        case magnitudeError = "magnitude_error"
        case magnitudeMl = "magnitude_ml"
        case magnitudeMd = "magnitude_md"
        case magnitudeMw = "magnitude_mw"
        case location = "location"
        case locationEn = "location_en"
        case agencyLocation = "agency_location"
        case eventName = "event_name"
        case eventNameEn = "event_name_en"
        case province = "province"
        case provinceCode = "province_code"
        case district = "district"
        case source = "source"
        case sources = "sources"
        case quality = "quality"
        case eventType = "event_type"
        case blastProbability = "blast_probability"
        case updatedAt = "updated_at"
        case title = "title"
    }
}

public struct Feature: Codable, Hashable, Sendable {
    /// Always `Feature`.
    public var type: String
    /// The `event_id`.
    public var id: String
    public var geometry: PointGeometry
    public var properties: FeatureProperties

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case id = "id"
        case geometry = "geometry"
        case properties = "properties"
    }
}

public struct Terms: Codable, Hashable, Sendable {
    /// The agency, or `places`.
    public var name: String
    /// Who holds the rights.
    public var holder: String
    /// In words.
    public var terms: String
    /// Of the holder.
    public var url: String

    enum CodingKeys: String, CodingKey {
        case name = "name"
        case holder = "holder"
        case terms = "terms"
        case url = "url"
    }
}

public struct FeatureCollection: Codable, Hashable, Sendable {
    /// Always `FeatureCollection`.
    public var type: String
    /// Items in `features`.
    public var count: Int64?
    /// Whether rows were left out.
    public var truncated: Bool?
    /// Of each agency inside.
    public var terms: [Terms]?
    /// Names in `sources` that are no agency.
    public var ignoredSources: [String]?
    public var features: [Feature]

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case count = "count"
        case truncated = "truncated"
        case terms = "terms"
        case ignoredSources = "ignored_sources"
        case features = "features"
    }
}

public struct EventGeometry: Codable, Hashable, Sendable {
    /// Always `Point`.
    public var type: String
    /// Longitude and latitude in degrees, then depth in km below sea level.
    public var coordinates: [Double]

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case coordinates = "coordinates"
    }
}

public struct EventProperties: Codable, Hashable, Sendable {
    /// Magnitude.
    public var mag: Double?
    /// In English.
    public var place: String
    /// Origin time, milliseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// When the record was published, milliseconds since 1970-01-01T00:00:00Z.
    public var updated: Int64
    /// Null: no agency here gives it.
    public var tz: Double?
    /// Page of the earthquake.
    public var url: String
    /// Address of this earthquake alone, as GeoJSON.
    public var detail: String
    /// Null: no agency here gives it.
    public var felt: Double?
    /// Null: no agency here gives it.
    public var cdi: Double?
    /// Null: no agency here gives it.
    public var mmi: Double?
    /// Null: no agency here gives it.
    public var alert: String?
    /// `automatic` or `reviewed`.
    public var status: String?
    /// 0.
    public var tsunami: Int64
    /// Significance, from the magnitude.
    public var sig: Int64
    /// Agency of the origin.
    public var net: String
    /// Its identifier of the earthquake.
    public var code: String
    /// Identifiers, between commas.
    public var ids: String
    /// Agencies, between commas.
    public var sources: String
    /// Kinds of products, between commas.
    public var types: String
    /// Stations used for the hypocentre.
    public var nst: Double?
    /// Distance of the nearest station from the epicentre, in degrees.
    public var dmin: Double?
    /// Root mean square of the residuals of arrival times, in s.
    public var rms: Double?
    /// Greatest angle at the epicentre without a station, in degrees.
    public var gap: Double?
    /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
    public var magType: String?
    /// `earthquake`, `quarry blast`, …
    public var type: String
    /// Magnitude and place, in English.
    public var title: String
    /// Only where no other agency confirms a magnitude of 5 or more.
    public var magnitudeDoubtful: Bool?
    /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
    public var magnitudeState: MagnitudeState?
    /// Agency of `magnitude`, only where it is not `source`.
    public var magnitudeSource: Agency?
    /// One standard deviation of what two agencies or more give together; since 1970.
    public var magnitudeError: Double?
    /// The name by which it is known, in Turkish, where the historical list has one.
    public var eventName: String?
    /// The same in English.
    public var eventNameEn: String?
    /// Province of Türkiye; null abroad and far at sea.
    public var province: String?
    /// Its plate code, two digits.
    public var provinceCode: String?
    /// District, on land in Türkiye.
    public var district: String?
    /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
    /// is given.
    public var blastProbability: Double?
    /// Greatest intensity, where a list gives it.
    public var maxIntensity: Double?
    /// Where a list gives them.
    public var deaths: Int64?
    /// Empty: there only for one event.
    public var products: JSONValue?
    /// Only where no agency gave a depth.
    public var depthUnknown: Bool?

    enum CodingKeys: String, CodingKey {
        case mag = "mag"
        case place = "place"
        case time = "time"
        case updated = "updated"
        case tz = "tz"
        case url = "url"
        case detail = "detail"
        case felt = "felt"
        case cdi = "cdi"
        case mmi = "mmi"
        case alert = "alert"
        case status = "status"
        case tsunami = "tsunami"
        case sig = "sig"
        case net = "net"
        case code = "code"
        case ids = "ids"
        case sources = "sources"
        case types = "types"
        case nst = "nst"
        case dmin = "dmin"
        case rms = "rms"
        case gap = "gap"
        case magType = "magType"
        case type = "type"
        case title = "title"
        case magnitudeDoubtful = "magnitude_doubtful"
        case magnitudeState = "magnitude_state"
        case magnitudeSource = "magnitude_source"
        case magnitudeError = "magnitude_error"
        case eventName = "event_name"
        case eventNameEn = "event_name_en"
        case province = "province"
        case provinceCode = "province_code"
        case district = "district"
        case blastProbability = "blast_probability"
        case maxIntensity = "max_intensity"
        case deaths = "deaths"
        case products = "products"
        case depthUnknown = "depth_unknown"
    }
}

public struct EventFeature: Codable, Hashable, Sendable {
    /// Always `Feature`.
    public var type: String
    /// The `event_id`.
    public var id: String
    public var geometry: EventGeometry
    public var properties: EventProperties

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case id = "id"
        case geometry = "geometry"
        case properties = "properties"
    }
}

public struct EventMetadata: Codable, Hashable, Sendable {
    /// When the answer was made, milliseconds since 1970-01-01T00:00:00Z.
    public var generated: Int64
    /// That was asked.
    public var url: String
    /// Of the collection.
    public var title: String
    /// 200.
    public var status: Int64
    /// Version of the format.
    public var api: String
    /// Most events of the answer.
    public var limit: Int64?
    /// The first of them, from 1.
    public var offset: Int64?
    /// Items in `features`.
    public var count: Int64

    enum CodingKeys: String, CodingKey {
        case generated = "generated"
        case url = "url"
        case title = "title"
        case status = "status"
        case api = "api"
        case limit = "limit"
        case offset = "offset"
        case count = "count"
    }
}

public struct EventFeatureCollection: Codable, Hashable, Sendable {
    /// Always `FeatureCollection`.
    public var type: String
    public var metadata: EventMetadata?
    /// Least coordinates of the features, then the greatest; absent for fewer than two.
    public var bbox: [Double]?
    public var features: [EventFeature]

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case metadata = "metadata"
        case bbox = "bbox"
        case features = "features"
    }
}

public struct EmscGeometry: Codable, Hashable, Sendable {
    /// Always `Point`.
    public var type: String
    /// Longitude and latitude in degrees, then height in km, negative below sea level.
    public var coordinates: [Double]

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case coordinates = "coordinates"
    }
}

public struct EmscProperties: Codable, Hashable, Sendable {
    /// Magnitude.
    public var mag: Double?
    /// In English.
    public var place: String
    /// Origin time, UTC, with a fraction: `2023-02-06T01:17:32.0Z`.
    public var time: String
    /// When the record was published, milliseconds since 1970-01-01T00:00:00Z.
    public var updated: Int64
    /// Null: no agency here gives it.
    public var tz: Double?
    /// Page of the earthquake.
    public var url: String
    /// Address of this earthquake alone, as GeoJSON.
    public var detail: String
    /// Null: no agency here gives it.
    public var felt: Double?
    /// Null: no agency here gives it.
    public var cdi: Double?
    /// Null: no agency here gives it.
    public var mmi: Double?
    /// Null: no agency here gives it.
    public var alert: String?
    /// `automatic` or `reviewed`.
    public var status: String?
    /// 0.
    public var tsunami: Int64
    /// Significance, from the magnitude.
    public var sig: Int64
    /// Agency of the origin.
    public var net: String
    /// Its identifier of the earthquake.
    public var code: String
    /// Identifiers, between commas.
    public var ids: String
    /// Agencies, between commas.
    public var sources: String
    /// Kinds of products, between commas.
    public var types: String
    /// Stations used for the hypocentre.
    public var nst: Double?
    /// Distance of the nearest station from the epicentre, in degrees.
    public var dmin: Double?
    /// Root mean square of the residuals of arrival times, in s.
    public var rms: Double?
    /// Greatest angle at the epicentre without a station, in degrees.
    public var gap: Double?
    /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
    public var magType: String?
    /// `earthquake`, `quarry blast`, …
    public var type: String
    /// Magnitude and place, in English.
    public var title: String
    /// Only where no other agency confirms a magnitude of 5 or more.
    public var magnitudeDoubtful: Bool?
    /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
    public var magnitudeState: MagnitudeState?
    /// Agency of `magnitude`, only where it is not `source`.
    public var magnitudeSource: Agency?
    /// One standard deviation of what two agencies or more give together; since 1970.
    public var magnitudeError: Double?
    /// The name by which it is known, in Turkish, where the historical list has one.
    public var eventName: String?
    /// The same in English.
    public var eventNameEn: String?
    /// Province of Türkiye; null abroad and far at sea.
    public var province: String?
    /// Its plate code, two digits.
    public var provinceCode: String?
    /// District, on land in Türkiye.
    public var district: String?
    /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
    /// is given.
    public var blastProbability: Double?
    /// Greatest intensity, where a list gives it.
    public var maxIntensity: Double?
    /// Where a list gives them.
    public var deaths: Int64?
    /// Empty: there only for one event.
    public var products: JSONValue?
    /// Only where no agency gave a depth.
    public var depthUnknown: Bool?
    /// The `id` of the earthquake.
    public var sourceId: String
    /// `HIPOSANTR`.
    public var sourceCatalog: String
    /// When the record was published, UTC, with a fraction.
    public var lastupdate: String
    /// Place, in English.
    public var flynnRegion: String
    /// Degrees north.
    public var lat: Double
    /// Degrees east.
    public var lon: Double
    /// km below sea level; 0 where it is unknown.
    public var depth: Double
    /// `ke` earthquake, `km` mining explosion, `kx` explosion, `uk` another event.
    public var evtype: String
    /// Agency of the origin, in capitals.
    public var auth: String
    /// Type of the magnitude in lower case; `m` where it is unknown.
    public var magtype: String
    /// The `event_id`.
    public var unid: String

    enum CodingKeys: String, CodingKey {
        case mag = "mag"
        case place = "place"
        case time = "time"
        case updated = "updated"
        case tz = "tz"
        case url = "url"
        case detail = "detail"
        case felt = "felt"
        case cdi = "cdi"
        case mmi = "mmi"
        case alert = "alert"
        case status = "status"
        case tsunami = "tsunami"
        case sig = "sig"
        case net = "net"
        case code = "code"
        case ids = "ids"
        case sources = "sources"
        case types = "types"
        case nst = "nst"
        case dmin = "dmin"
        case rms = "rms"
        case gap = "gap"
        case magType = "magType"
        case type = "type"
        case title = "title"
        case magnitudeDoubtful = "magnitude_doubtful"
        case magnitudeState = "magnitude_state"
        case magnitudeSource = "magnitude_source"
        case magnitudeError = "magnitude_error"
        case eventName = "event_name"
        case eventNameEn = "event_name_en"
        case province = "province"
        case provinceCode = "province_code"
        case district = "district"
        case blastProbability = "blast_probability"
        case maxIntensity = "max_intensity"
        case deaths = "deaths"
        case products = "products"
        case depthUnknown = "depth_unknown"
        case sourceId = "source_id"
        case sourceCatalog = "source_catalog"
        case lastupdate = "lastupdate"
        case flynnRegion = "flynn_region"
        case lat = "lat"
        case lon = "lon"
        case depth = "depth"
        case evtype = "evtype"
        case auth = "auth"
        case magtype = "magtype"
        case unid = "unid"
    }
}

public struct EmscFeature: Codable, Hashable, Sendable {
    /// Always `Feature`.
    public var type: String
    /// The `event_id`.
    public var id: String
    public var geometry: EmscGeometry
    public var properties: EmscProperties

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case id = "id"
        case geometry = "geometry"
        case properties = "properties"
    }
}

public struct EmscFeatureCollection: Codable, Hashable, Sendable {
    /// Always `FeatureCollection`.
    public var type: String
    public var metadata: EventMetadata?
    /// Least coordinates of the features, then the greatest; absent for fewer than two.
    public var bbox: [Double]?
    public var features: [EmscFeature]

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case metadata = "metadata"
        case bbox = "bbox"
        case features = "features"
    }
}

public struct KandilliProvider: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let kandilli = KandilliProvider(rawValue: "kandilli")
    public static let afad = KandilliProvider(rawValue: "afad")
}

public struct KandilliPoint: Codable, Hashable, Sendable {
    /// Always `Point`.
    public var type: String
    /// Longitude and latitude in degrees.
    public var coordinates: [Double]

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case coordinates = "coordinates"
    }
}

public struct KandilliCity: Codable, Hashable, Sendable {
    /// Name of the province.
    public var name: String
    /// Its plate code; -1 for none.
    public var cityCode: Int64
    /// Null, or -1 for no province.
    public var population: Int64?
    /// From its seat to the epicentre, in m.
    public var distance: Double

    enum CodingKeys: String, CodingKey {
        case name = "name"
        case cityCode = "cityCode"
        case population = "population"
        case distance = "distance"
    }
}

public struct KandilliEpicentre: Codable, Hashable, Sendable {
    /// Name of the province.
    public var name: String
    /// Its plate code; -1 for none.
    public var cityCode: Int64
    /// Null, or -1 for no province.
    public var population: Int64?

    enum CodingKeys: String, CodingKey {
        case name = "name"
        case cityCode = "cityCode"
        case population = "population"
    }
}

public struct KandilliAirport: Codable, Hashable, Sendable {
    /// From it to the epicentre, in m.
    public var distance: Double
    /// In Turkish.
    public var name: String
    /// Of the IATA.
    public var code: String
    public var coordinates: KandilliPoint

    enum CodingKeys: String, CodingKey {
        case distance = "distance"
        case name = "name"
        case code = "code"
        case coordinates = "coordinates"
    }
}

public struct KandilliLocation: Codable, Hashable, Sendable {
    public var closestCity: KandilliCity
    public var epiCenter: KandilliEpicentre
    /// The nearest five provinces.
    public var closestCities: [KandilliCity]
    /// The nearest three of Türkiye.
    public var airports: [KandilliAirport]

    enum CodingKeys: String, CodingKey {
        case closestCity = "closestCity"
        case epiCenter = "epiCenter"
        case closestCities = "closestCities"
        case airports = "airports"
    }
}

public struct KandilliEarthquake: Codable, Hashable, Sendable {
    /// 24 hexadecimal digits.
    public var id: String
    /// The `event_id`; of AFAD where both agencies have rows with `-afad`.
    public var earthquakeId: String
    /// Agency.
    public var provider: KandilliProvider
    /// Place, in the words of the agency.
    public var title: String
    /// Origin time of Türkiye, `YYYY.MM.DD HH:MM:SS`.
    public var date: String
    /// Origin time of Türkiye, `YYYY-MM-DD HH:MM:SS`.
    public var dateTime: String
    /// Magnitude.
    public var mag: Double
    /// Kilometres below sea level; 0 where it is not known.
    public var depth: Double
    /// Only where the depth is not known.
    public var depthUnknown: Bool?
    public var geojson: KandilliPoint
    /// Not known here.
    public var rev: JSONValue?
    /// Time zone of the times.
    public var locationTz: String
    public var locationProperties: KandilliLocation
    /// Origin time, seconds since 1970-01-01T00:00:00Z.
    public var createdAt: Int64
    /// Degrees, north positive.
    public var lat: Double
    /// Degrees, east positive.
    public var lng: Double
    /// Longitude and latitude in degrees.
    public var coordinates: [Double]
    /// As `title`.
    public var lokasyon: String
    /// Day of Türkiye, `YYYY-MM-DD`.
    public var dateStamp: String
    /// Day of Türkiye, `YYYY-MM-DD`.
    public var dateDay: String
    /// Time of day of Türkiye, `HH:MM:SS`.
    public var dateHour: String
    /// As `created_at`, as a text.
    public var timestamp: String

    enum CodingKeys: String, CodingKey {
        case id = "_id"
        case earthquakeId = "earthquake_id"
        case provider = "provider"
        case title = "title"
        case date = "date"
        case dateTime = "date_time"
        case mag = "mag"
        case depth = "depth"
        case depthUnknown = "depth_unknown"
        case geojson = "geojson"
        case rev = "rev"
        case locationTz = "location_tz"
        case locationProperties = "location_properties"
        case createdAt = "created_at"
        case lat = "lat"
        case lng = "lng"
        case coordinates = "coordinates"
        case lokasyon = "lokasyon"
        case dateStamp = "date_stamp"
        case dateDay = "date_day"
        case dateHour = "date_hour"
        case timestamp = "timestamp"
    }
}

public struct AfadEvent: Codable, Hashable, Sendable {
    /// Root mean square of the residuals of arrival times, in s.
    public var rms: String?
    /// AFAD's identifier of the earthquake.
    public var eventID: String
    /// AFAD's own words for the place.
    public var location: String
    /// Degrees, north positive.
    public var latitude: String
    /// Degrees, east positive.
    public var longitude: String
    /// Kilometres below sea level; 0 where it is not known.
    public var depth: String
    /// Only where the depth is not known.
    public var depthUnknown: Bool?
    /// `ML`, `MW`, …
    public var type: String?
    /// Magnitude.
    public var magnitude: String?
    /// Country.
    public var country: String?
    /// Province.
    public var province: String?
    /// District.
    public var district: String?
    /// Not known here.
    public var neighborhood: JSONValue?
    /// Origin time in UTC, `YYYY-MM-DDTHH:MM:SS`.
    public var date: String
    /// Whether AFAD changed it.
    public var isEventUpdate: Bool
    /// When, in UTC, `YYYY-MM-DDTHH:MM:SS`.
    public var lastUpdateDate: String?

    enum CodingKeys: String, CodingKey {
        case rms = "rms"
        case eventID = "eventID"
        case location = "location"
        case latitude = "latitude"
        case longitude = "longitude"
        case depth = "depth"
        case depthUnknown = "depth_unknown"
        case type = "type"
        case magnitude = "magnitude"
        case country = "country"
        case province = "province"
        case district = "district"
        case neighborhood = "neighborhood"
        case date = "date"
        case isEventUpdate = "isEventUpdate"
        case lastUpdateDate = "lastUpdateDate"
    }
}

public struct AfadPoint: Codable, Hashable, Sendable {
    /// Always `Point`.
    public var type: String
    /// Longitude and latitude in degrees.
    public var coordinates: [Double]

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case coordinates = "coordinates"
    }
}

public struct AfadFeature: Codable, Hashable, Sendable {
    /// Always `Feature`.
    public var type: String
    public var geometry: AfadPoint
    /// As the other formats name them.
    public var properties: JSONValue?

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case geometry = "geometry"
        case properties = "properties"
    }
}

public struct AfadFeatureCollection: Codable, Hashable, Sendable {
    /// Always `FeatureCollection`.
    public var type: String
    public var features: [AfadFeature]

    enum CodingKeys: String, CodingKey {
        case type = "type"
        case features = "features"
    }
}

/// None of them is an object of a kind that did not exist when this was made.
public struct EarthquakeOrTombstone: Codable, Hashable, Sendable {
    public var earthquake: Earthquake?
    public var tombstone: Tombstone?

    private enum Mark: String, CodingKey {
        case occurredAt = "occurred_at"
        case retracted = "retracted"
        case mergedInto = "merged_into"
    }

    public init(from decoder: Decoder) throws {
        let keys = try decoder.container(keyedBy: Mark.self).allKeys
        if keys.contains(.occurredAt) { earthquake = try Earthquake(from: decoder) }
        else if keys.contains(.retracted) || keys.contains(.mergedInto) { tombstone = try Tombstone(from: decoder) }
    }

    public func encode(to encoder: Encoder) throws {
        try earthquake?.encode(to: encoder)
        try tombstone?.encode(to: encoder)
    }
}

public struct ListAnswer: Codable, Hashable, Sendable {
    /// Always `success`.
    public var status: String
    /// Items in `earthquakes`.
    public var count: Int64
    /// Whether there are more; then `next` is there.
    public var truncated: Bool?
    /// Relative URL of the following page.
    public var next: String?
    /// Names in `sources` that are no agency.
    public var ignoredSources: [String]?
    /// Tombstones only with `updated_after`.
    public var earthquakes: [EarthquakeOrTombstone]

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case count = "count"
        case truncated = "truncated"
        case next = "next"
        case ignoredSources = "ignored_sources"
        case earthquakes = "earthquakes"
    }
}

public struct Magnitude: Codable, Hashable, Sendable {
    /// Its value.
    public var magnitude: Double
    /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none.
    public var magnitudeType: String?
    /// True where it contradicts the others, and is not preferred.
    public var outlier: Bool?

    enum CodingKeys: String, CodingKey {
        case magnitude = "magnitude"
        case magnitudeType = "magnitude_type"
        case outlier = "outlier"
    }
}

public struct Solution: Codable, Hashable, Sendable {
    /// Agency.
    public var name: Agency
    /// Its identifier of the earthquake.
    public var eventId: String
    /// Identifiers of its other reports of the earthquake.
    public var otherEventIds: [String]?
    /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
    public var occurredAt: String
    /// Only where coarser than a second.
    public var datePrecision: DatePrecision?
    /// RFC 3339, with fractions where known.
    public var occurredAtUtc: String
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// Kilometres below sea level; null where no agency gave one.
    public var depthKm: Double?
    /// Its preferred magnitude; null where it gave none.
    public var magnitude: Double?
    /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none.
    public var magnitudeType: String?
    /// All of its magnitudes.
    public var magnitudes: [Magnitude]
    /// Uncertainty of the epicentre, in km.
    public var horizontalErrorKm: Double?
    /// Uncertainty of the depth, in km.
    public var depthErrorKm: Double?
    /// Uncertainty of the agency's preferred magnitude.
    public var magnitudeError: Double?
    /// Root mean square of the residuals of arrival times, in s.
    public var rms: Double?
    /// Greatest angle at the epicentre without a station, in degrees.
    public var azimuthalGap: Double?
    /// Distance of the nearest station from the epicentre, in degrees.
    public var nearestStation: Double?
    /// Stations used for the hypocentre.
    public var stations: Int64?
    /// Stations used for the magnitude.
    public var magnitudeStations: Int64?
    /// As the agency of the preferred solution says.
    public var quality: Quality?
    /// Its own words for the place.
    public var location: String?
    /// Only where it is not an earthquake: `quarry blast`, …
    public var eventType: String?
    /// Greatest intensity, where a list gives it.
    public var maxIntensity: Double?
    /// Where a list gives them.
    public var deaths: Int64?
    /// When the agency changed it, RFC 3339; null where it does not say.
    public var updatedAt: String?

    enum CodingKeys: String, CodingKey {
        case name = "name"
        case eventId = "event_id"
        case otherEventIds = "other_event_ids"
        case occurredAt = "occurred_at"
        case datePrecision = "date_precision"
        case occurredAtUtc = "occurred_at_utc"
        case latitude = "latitude"
        case longitude = "longitude"
        case depthKm = "depth_km"
        case magnitude = "magnitude"
        case magnitudeType = "magnitude_type"
        case magnitudes = "magnitudes"
        case horizontalErrorKm = "horizontal_error_km"
        case depthErrorKm = "depth_error_km"
        case magnitudeError = "magnitude_error"
        case rms = "rms"
        case azimuthalGap = "azimuthal_gap"
        case nearestStation = "nearest_station"
        case stations = "stations"
        case magnitudeStations = "magnitude_stations"
        case quality = "quality"
        case location = "location"
        case eventType = "event_type"
        case maxIntensity = "max_intensity"
        case deaths = "deaths"
        case updatedAt = "updated_at"
    }
}

public struct MwEstimate: Codable, Hashable, Sendable {
    /// Moment magnitude.
    public var value: Double
    /// Root mean square of measured less estimated moment magnitudes.
    public var uncertainty: Double
    /// Who published the relation.
    public var method: String
    /// Where it is published.
    public var doi: String
    /// Magnitudes from which it estimates: least and greatest, inclusive.
    public var range: [Double]

    enum CodingKeys: String, CodingKey {
        case value = "value"
        case uncertainty = "uncertainty"
        case method = "method"
        case doi = "doi"
        case range = "range"
    }
}

public struct NearbyStation: Codable, Hashable, Sendable {
    /// FDSN network code.
    public var network: String
    /// Station code.
    public var code: String
    /// Place.
    public var name: String
    public var source: Agency
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// From the epicentre, in km.
    public var distanceKm: Double
    /// From the epicentre to the station, in degrees from north, 0 to 359.
    public var azimuth: Int64

    enum CodingKeys: String, CodingKey {
        case network = "network"
        case code = "code"
        case name = "name"
        case source = "source"
        case latitude = "latitude"
        case longitude = "longitude"
        case distanceKm = "distance_km"
        case azimuth = "azimuth"
    }
}

public struct NearbyEarthquake: Codable, Hashable, Sendable {
    /// Given once and never reused.
    public var id: Int64
    /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
    public var occurredAt: String
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// Kilometres below sea level; null where no agency gave one.
    public var depthKm: Double?
    /// The primary magnitude; never null in a list.
    public var magnitude: Double?
    /// In Turkish.
    public var location: String
    /// In English; absent where an agency’s own `location` is names alone.
    public var locationEn: String
    /// With the UTC day, the name of the earthquake in addresses.
    public var slug: String
    /// Between the epicentres, in km.
    public var distanceKm: Double

    enum CodingKeys: String, CodingKey {
        case id = "id"
        case occurredAt = "occurred_at"
        case latitude = "latitude"
        case longitude = "longitude"
        case depthKm = "depth_km"
        case magnitude = "magnitude"
        case location = "location"
        case locationEn = "location_en"
        case slug = "slug"
        case distanceKm = "distance_km"
    }
}

public struct NodalPlane: Codable, Hashable, Sendable {
    /// Degrees, from 0 to below 360.
    public var strike: Double
    /// Degrees, 0 to 90.
    public var dip: Double
    /// Degrees, above −180 to 180.
    public var rake: Double

    enum CodingKeys: String, CodingKey {
        case strike = "strike"
        case dip = "dip"
        case rake = "rake"
    }
}

public struct MomentTensor: Codable, Hashable, Sendable {
    /// N·m; r is up, t south, p east.
    public var mrr: Double
    /// N·m; r is up, t south, p east.
    public var mtt: Double
    /// N·m; r is up, t south, p east.
    public var mpp: Double
    /// N·m; r is up, t south, p east.
    public var mrt: Double
    /// N·m; r is up, t south, p east.
    public var mrp: Double
    /// N·m; r is up, t south, p east.
    public var mtp: Double

    enum CodingKeys: String, CodingKey {
        case mrr = "mrr"
        case mtt = "mtt"
        case mpp = "mpp"
        case mrt = "mrt"
        case mrp = "mrp"
        case mtp = "mtp"
    }
}

public struct Centroid: Codable, Hashable, Sendable {
    /// RFC 3339.
    public var occurredAtUtc: String?
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// Kilometres below sea level.
    public var depthKm: Double

    enum CodingKeys: String, CodingKey {
        case occurredAtUtc = "occurred_at_utc"
        case latitude = "latitude"
        case longitude = "longitude"
        case depthKm = "depth_km"
    }
}

public struct FocalMechanism: Codable, Hashable, Sendable {
    /// Who computed it: `GCMT`, `USGS`, …
    public var source: String
    /// The two of them.
    public var nodalPlanes: [NodalPlane]
    public var momentTensor: MomentTensor?
    /// N·m.
    public var scalarMoment: Double?
    /// Moment magnitude.
    public var mw: Double?
    public var centroid: Centroid?
    /// Members that were computed from those of the source.
    public var computed: [String]?

    enum CodingKeys: String, CodingKey {
        case source = "source"
        case nodalPlanes = "nodal_planes"
        case momentTensor = "moment_tensor"
        case scalarMoment = "scalar_moment"
        case mw = "mw"
        case centroid = "centroid"
        case computed = "computed"
    }
}

public struct ShakeMap: Codable, Hashable, Sendable {
    /// Who made it.
    public var source: String
    /// Greatest modelled intensity (Modified Mercalli), 1 to 10.
    public var maxMmi: Double
    /// Its page.
    public var url: String

    enum CodingKeys: String, CodingKey {
        case source = "source"
        case maxMmi = "max_mmi"
        case url = "url"
    }
}

public struct MergedEarthquake: Codable, Hashable, Sendable {
    /// Given once and never reused.
    public var id: Int64
    /// 16 hexadecimal digits, the first a letter; stable across revisions.
    public var eventId: String

    enum CodingKeys: String, CodingKey {
        case id = "id"
        case eventId = "event_id"
    }
}

public struct Revision: Codable, Hashable, Sendable {
    /// RFC 3339.
    public var at: String
    /// Those of which reports brought the change.
    public var agencies: [Agency]
    /// Fields that changed, or `created`, `withdrawn`, `reinstated`, `merged`.
    public var changed: [String]
    /// Changed fields as they were before.
    public var previous: JSONValue?
    /// Earthquakes that became part of this one, as last published.
    public var merged: [MergedEarthquake]?
    /// The `id` of earthquakes from which reports came over.
    public var movedFrom: [Int64]?
    /// The `id` of earthquakes to which reports went over.
    public var movedTo: [Int64]?
    /// Revisions between the one before and this one that are no longer kept.
    public var omittedBefore: Int64?

    enum CodingKeys: String, CodingKey {
        case at = "at"
        case agencies = "agencies"
        case changed = "changed"
        case previous = "previous"
        case merged = "merged"
        case movedFrom = "moved_from"
        case movedTo = "moved_to"
        case omittedBefore = "omitted_before"
    }
}

public struct EarthquakeDetail: Codable, Hashable, Sendable {
    /// Given once and never reused.
    public var id: Int64
    /// 16 hexadecimal digits, the first a letter; stable across revisions.
    public var eventId: String
    /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
    public var occurredAt: String
    /// Only where coarser than a second.
    public var datePrecision: DatePrecision?
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// Kilometres below sea level; null where no agency gave one.
    public var depthKm: Double?
    /// The primary magnitude; never null in a list.
    public var magnitude: Double?
    /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
    public var magnitudeType: String?
    /// Only where no other agency confirms a magnitude of 5 or more.
    public var magnitudeDoubtful: Bool?
    /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
    public var magnitudeState: MagnitudeState?
    /// Agency of `magnitude`, only where it is not `source`.
    public var magnitudeSource: Agency?
    /// One standard deviation of what two agencies or more give together; since 1970.
    public var magnitudeError: Double?
    /// Only where an agency gave one.
    public var magnitudeMl: Double?
    /// Only where an agency gave one.
    public var magnitudeMd: Double?
    /// Only where an agency gave one.
    public var magnitudeMw: Double?
    /// In Turkish.
    public var location: String
    /// In English; absent where an agency’s own `location` is names alone.
    public var locationEn: String?
    /// The agency's own words, where `location` was made.
    public var agencyLocation: String?
    /// The name by which it is known, in Turkish, where the historical list has one.
    public var eventName: String?
    /// The same in English.
    public var eventNameEn: String?
    /// Province of Türkiye; null abroad and far at sea.
    public var province: String?
    /// Its plate code, two digits.
    public var provinceCode: String?
    /// District, on land in Türkiye.
    public var district: String?
    /// Agency of the preferred solution.
    public var source: Agency
    /// Each agency's solution with its uncertainties.
    public var sources: [Solution]
    /// As the agency of the preferred solution says.
    public var quality: Quality?
    /// Only where it is not an earthquake: `quarry blast`, …
    public var eventType: String?
    /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
    /// is given.
    public var blastProbability: Double?
    /// When this service published the record, RFC 3339.
    public var updatedAt: String
    /// Moment magnitude estimated from another type.
    public var mwEstimate: MwEstimate?
    /// Greatest intensity, where a list gives it.
    public var maxIntensity: Double?
    /// Where a list gives them.
    public var deaths: Int64?
    /// With the UTC day, the name of the earthquake in addresses.
    public var slug: String
    /// RFC 3339, with fractions where known.
    public var occurredAtUtc: String
    /// The nearest 10.
    public var nearbyStations: [NearbyStation]
    /// The nearest 10 within 100 km and 30 days.
    public var nearbyQuakes: [NearbyEarthquake]
    /// Nodal planes, moment tensor, scalar moment, Mw and centroid.
    public var focalMechanism: FocalMechanism?
    /// Source, greatest intensity and address.
    public var shakemap: ShakeMap?
    /// What changed, and when.
    public var revisions: [Revision]

    enum CodingKeys: String, CodingKey {
        case id = "id"
        case eventId = "event_id"
        case occurredAt = "occurred_at"
        case datePrecision = "date_precision"
        case latitude = "latitude"
        case longitude = "longitude"
        case depthKm = "depth_km"
        case magnitude = "magnitude"
        case magnitudeType = "magnitude_type"
        case magnitudeDoubtful = "magnitude_doubtful"
        case magnitudeState = "magnitude_state"
        case magnitudeSource = "magnitude_source"
        case magnitudeError = "magnitude_error"
        case magnitudeMl = "magnitude_ml"
        case magnitudeMd = "magnitude_md"
        case magnitudeMw = "magnitude_mw"
        case location = "location"
        case locationEn = "location_en"
        case agencyLocation = "agency_location"
        case eventName = "event_name"
        case eventNameEn = "event_name_en"
        case province = "province"
        case provinceCode = "province_code"
        case district = "district"
        case source = "source"
        case sources = "sources"
        case quality = "quality"
        case eventType = "event_type"
        case blastProbability = "blast_probability"
        case updatedAt = "updated_at"
        case mwEstimate = "mw_estimate"
        case maxIntensity = "max_intensity"
        case deaths = "deaths"
        case slug = "slug"
        case occurredAtUtc = "occurred_at_utc"
        case nearbyStations = "nearby_stations"
        case nearbyQuakes = "nearby_quakes"
        case focalMechanism = "focal_mechanism"
        case shakemap = "shakemap"
        case revisions = "revisions"
    }
}

public struct DetailAnswer: Codable, Hashable, Sendable {
    /// Always `success`.
    public var status: String
    public var earthquake: EarthquakeDetail

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case earthquake = "earthquake"
    }
}

public struct ExportAnswer: Codable, Hashable, Sendable {
    /// Always `success`.
    public var status: String
    /// Items in `earthquakes`.
    public var count: Int64
    /// Whether rows were left out.
    public var truncated: Bool
    /// Of each agency inside.
    public var terms: [Terms]
    /// Names in `sources` that are no agency.
    public var ignoredSources: [String]?
    public var earthquakes: [Earthquake]

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case count = "count"
        case truncated = "truncated"
        case terms = "terms"
        case ignoredSources = "ignored_sources"
        case earthquakes = "earthquakes"
    }
}

public struct StatisticsAnswer: Codable, Hashable, Sendable {
    /// Always `success`.
    public var status: String
    /// With blasts.
    public var total: Int64
    /// Of this UTC day.
    public var today: Int64
    /// Of the last 24 hours.
    public var last24h: Int64?
    /// Rounded to two decimals.
    public var avgMagnitude: Double?
    /// Greatest magnitude.
    public var maxMagnitude: Double?
    /// How many of the total are blasts: marked by an agency, or with a `blast_probability` above 0.5.
    public var blasts: Int64?
    /// By agency.
    public var bySource: [String: Int64]?
    /// When the dataset, or what of it the file of statistics counts, last changed; RFC 3339.
    public var generatedAt: String?

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case total = "total"
        case today = "today"
        case last24h = "last_24h"
        case avgMagnitude = "avg_magnitude"
        case maxMagnitude = "max_magnitude"
        case blasts = "blasts"
        case bySource = "by_source"
        case generatedAt = "generated_at"
    }
}

public struct Station: Codable, Hashable, Sendable {
    /// FDSN network code.
    public var network: String
    /// Station code.
    public var code: String
    /// Place.
    public var name: String
    /// Agency that runs it.
    public var source: Agency
    /// Degrees.
    public var latitude: Double
    /// Degrees.
    public var longitude: Double
    /// Metres above sea level.
    public var elevationM: Double?

    enum CodingKeys: String, CodingKey {
        case network = "network"
        case code = "code"
        case name = "name"
        case source = "source"
        case latitude = "latitude"
        case longitude = "longitude"
        case elevationM = "elevation_m"
    }
}

public struct StationsAnswer: Codable, Hashable, Sendable {
    /// Always `success`.
    public var status: String
    /// Items in `stations`.
    public var count: Int64
    public var stations: [Station]

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case count = "count"
        case stations = "stations"
    }
}

public struct ServiceState: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let current = ServiceState(rawValue: "current")
    public static let late = ServiceState(rawValue: "late")
    public static let never = ServiceState(rawValue: "never")
}

public struct SourceState: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let ok = SourceState(rawValue: "ok")
    public static let degraded = SourceState(rawValue: "degraded")
    public static let stale = SourceState(rawValue: "stale")
    public static let down = SourceState(rawValue: "down")
    public static let idle = SourceState(rawValue: "idle")
}

public struct FindingCode: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let unreadable = FindingCode(rawValue: "unreadable")
    public static let shifted = FindingCode(rawValue: "shifted")
    public static let moved = FindingCode(rawValue: "moved")
    public static let retimed = FindingCode(rawValue: "retimed")
    public static let depthChanged = FindingCode(rawValue: "depth_changed")
    public static let magnitudeChanged = FindingCode(rawValue: "magnitude_changed")
    public static let scaleChanged = FindingCode(rawValue: "scale_changed")
    public static let typeChanged = FindingCode(rawValue: "type_changed")
    public static let withdrawn = FindingCode(rawValue: "withdrawn")
    public static let fieldLost = FindingCode(rawValue: "field_lost")
    public static let gone = FindingCode(rawValue: "gone")
    public static let contradicted = FindingCode(rawValue: "contradicted")
    public static let outside = FindingCode(rawValue: "outside")
}

public struct WatchedField: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let magnitude = WatchedField(rawValue: "magnitude")
    public static let magnitudeType = WatchedField(rawValue: "magnitude_type")
    public static let depth = WatchedField(rawValue: "depth")
    public static let place = WatchedField(rawValue: "place")
}

public struct Quarantine: Codable, Hashable, Sendable {
    /// Its name.
    public var feed: String
    /// RFC 3339.
    public var since: String
    /// The reason in words.
    public var message: String
    /// The reason.
    public var code: FindingCode
    /// Rows that show it,
    public var count: Int64
    /// of so many that could.
    public var of: Int64
    /// Where the reason is about one.
    public var field: WatchedField?
    /// Hours by which times are shifted, where they are.
    public var hours: Double?

    enum CodingKeys: String, CodingKey {
        case feed = "feed"
        case since = "since"
        case message = "message"
        case code = "code"
        case count = "count"
        case of = "of"
        case field = "field"
        case hours = "hours"
    }
}

public struct GapReason: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let noAnswer = GapReason(rawValue: "no_answer")
    public static let notRequested = GapReason(rawValue: "not_requested")
}

public struct Gap: Codable, Hashable, Sendable {
    /// RFC 3339: the answer before.
    public var from: String
    /// RFC 3339: the answer after.
    public var until: String
    /// Whether it was requested meanwhile.
    public var reason: GapReason

    enum CodingKeys: String, CodingKey {
        case from = "from"
        case until = "until"
        case reason = "reason"
    }
}

public struct SourceStatus: Codable, Hashable, Sendable {
    /// Agency.
    public var name: Agency
    /// Whether it is asked regularly.
    public var live: Bool?
    public var state: SourceState
    /// RFC 3339: its newest sound answer.
    public var lastSuccess: String?
    /// RFC 3339: when it was asked last.
    public var lastAttempt: String?
    /// Origin time of its newest earthquake in UTC, `YYYY-MM-DD HH:MM:SS`.
    public var lastEvent: String?
    /// Why the last attempt failed.
    public var error: String?
    /// Feeds of which documents are quarantined, since they contradict what was sent before or other agencies.
    public var quarantine: [Quarantine]?
    /// Rows of all documents so far.
    public var rowsRead: Int64?
    /// Of these, those that could not be used.
    public var rowsRejected: Int64?
    /// Documents that were quarantined so far.
    public var documentsQuarantined: Int64?
    /// Times without an answer, longer than 15 minutes, that ended within the last day.
    public var gaps: [Gap]?

    enum CodingKeys: String, CodingKey {
        case name = "name"
        case live = "live"
        case state = "state"
        case lastSuccess = "last_success"
        case lastAttempt = "last_attempt"
        case lastEvent = "last_event"
        case error = "error"
        case quarantine = "quarantine"
        case rowsRead = "rows_read"
        case rowsRejected = "rows_rejected"
        case documentsQuarantined = "documents_quarantined"
        case gaps = "gaps"
    }
}

public struct StatusAnswer: Codable, Hashable, Sendable {
    /// Always `success`.
    public var status: String
    /// Changes with the dataset.
    public var dataset: String
    /// When the dataset was last built, also without a change; RFC 3339.
    public var generatedAt: String?
    /// The moment that answers with a window of time are of, RFC 3339.
    public var asOf: String?
    /// Late: no answer for 10 minutes.
    public var state: ServiceState?
    /// RFC 3339: the newest sound answer of any live source; null: none yet.
    public var lastSuccess: String?
    /// There only while two agencies agree against the clock of this service, by which it is behind: nothing
    /// new is published.
    public var clockOffsetSeconds: Int64?
    /// There only while earthquakes cannot be composed or rendered: they are as last published.
    public var faultyEarthquakes: Int64?
    /// How users of the data name the service.
    public var attribution: String?
    /// Of each agency inside.
    public var terms: [Terms]?
    public var sources: [SourceStatus]

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case dataset = "dataset"
        case generatedAt = "generated_at"
        case asOf = "as_of"
        case state = "state"
        case lastSuccess = "last_success"
        case clockOffsetSeconds = "clock_offset_seconds"
        case faultyEarthquakes = "faulty_earthquakes"
        case attribution = "attribution"
        case terms = "terms"
        case sources = "sources"
    }
}

/// None of them is an object of a kind that did not exist when this was made.
public struct EventGeoJson: Codable, Hashable, Sendable {
    public var eventFeatureCollection: EventFeatureCollection?
    public var eventFeature: EventFeature?

    private enum Mark: String, CodingKey {
        case features = "features"
        case id = "id"
    }

    public init(from decoder: Decoder) throws {
        let keys = try decoder.container(keyedBy: Mark.self).allKeys
        if keys.contains(.features) { eventFeatureCollection = try EventFeatureCollection(from: decoder) }
        else if keys.contains(.id) { eventFeature = try EventFeature(from: decoder) }
    }

    public func encode(to encoder: Encoder) throws {
        try eventFeatureCollection?.encode(to: encoder)
        try eventFeature?.encode(to: encoder)
    }
}

/// None of them is an object of a kind that did not exist when this was made.
public struct EmscGeoJson: Codable, Hashable, Sendable {
    public var emscFeatureCollection: EmscFeatureCollection?
    public var emscFeature: EmscFeature?

    private enum Mark: String, CodingKey {
        case features = "features"
        case id = "id"
    }

    public init(from decoder: Decoder) throws {
        let keys = try decoder.container(keyedBy: Mark.self).allKeys
        if keys.contains(.features) { emscFeatureCollection = try EmscFeatureCollection(from: decoder) }
        else if keys.contains(.id) { emscFeature = try EmscFeature(from: decoder) }
    }

    public func encode(to encoder: Encoder) throws {
        try emscFeatureCollection?.encode(to: encoder)
        try emscFeature?.encode(to: encoder)
    }
}

public struct Count: Codable, Hashable, Sendable {
    /// Events that match.
    public var count: Int64
    /// Most events of one answer.
    public var maxAllowed: Int64

    enum CodingKeys: String, CodingKey {
        case count = "count"
        case maxAllowed = "maxAllowed"
    }
}

public struct KandilliMetadata: Codable, Hashable, Sendable {
    /// Beginning in time of Türkiye, `YYYY-MM-DD HH:MM:SS`.
    public var dateStarts: String?
    /// End in time of Türkiye, `YYYY-MM-DD HH:MM:SS`.
    public var dateEnds: String?
    /// Rows of the answer.
    public var count: Int64
    /// The same.
    public var total: Int64

    enum CodingKeys: String, CodingKey {
        case dateStarts = "date_starts"
        case dateEnds = "date_ends"
        case count = "count"
        case total = "total"
    }
}

public struct KandilliList: Codable, Hashable, Sendable {
    public var status: Bool
    /// 200.
    public var httpStatus: Int64
    /// Empty.
    public var desc: String
    /// 0.
    public var serverloadms: Int64
    public var metadata: KandilliMetadata
    public var result: [KandilliEarthquake]

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case httpStatus = "httpStatus"
        case desc = "desc"
        case serverloadms = "serverloadms"
        case metadata = "metadata"
        case result = "result"
    }
}

public struct KandilliError: Codable, Hashable, Sendable {
    public var status: Bool
    /// The status of the answer.
    public var httpStatus: Int64
    /// A sentence to act on.
    public var desc: String
    /// The parameter at fault.
    public var parameter: String?
    /// Empty.
    public var result: [JSONValue]

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case httpStatus = "httpStatus"
        case desc = "desc"
        case parameter = "parameter"
        case result = "result"
    }
}

public struct KandilliOne: Codable, Hashable, Sendable {
    public var status: Bool
    /// 200.
    public var httpStatus: Int64
    /// Empty.
    public var desc: String
    /// 0.
    public var serverloadms: Int64
    public var metadata: KandilliMetadata
    public var result: KandilliEarthquake

    enum CodingKeys: String, CodingKey {
        case status = "status"
        case httpStatus = "httpStatus"
        case desc = "desc"
        case serverloadms = "serverloadms"
        case metadata = "metadata"
        case result = "result"
    }
}

/// None of them is an object of a kind that did not exist when this was made.
public struct AfadEventOrAfadFeatureCollection: Codable, Hashable, Sendable {
    public var afadEvent: AfadEvent?
    public var afadFeatureCollection: AfadFeatureCollection?

    private enum Mark: String, CodingKey {
        case rms = "rms"
        case features = "features"
    }

    public init(from decoder: Decoder) throws {
        let keys = try decoder.container(keyedBy: Mark.self).allKeys
        if keys.contains(.rms) { afadEvent = try AfadEvent(from: decoder) }
        else if keys.contains(.features) { afadFeatureCollection = try AfadFeatureCollection(from: decoder) }
    }

    public func encode(to encoder: Encoder) throws {
        try afadEvent?.encode(to: encoder)
        try afadFeatureCollection?.encode(to: encoder)
    }
}

/// Any JSON.
public enum JSONValue: Codable, Hashable, Sendable {
    case null, bool(Bool), number(Double), string(String), array([JSONValue]), object([String: JSONValue])

    public init(from decoder: Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() { self = .null }
        else if let flag = try? value.decode(Bool.self) { self = .bool(flag) }
        else if let number = try? value.decode(Double.self) { self = .number(number) }
        else if let text = try? value.decode(String.self) { self = .string(text) }
        else if let list = try? value.decode([JSONValue].self) { self = .array(list) }
        else { self = .object(try value.decode([String: JSONValue].self)) }
    }

    public func encode(to encoder: Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .string(let text): try value.encode(text)
        case .array(let list): try value.encode(list)
        case .object(let members): try value.encode(members)
        }
    }
}
