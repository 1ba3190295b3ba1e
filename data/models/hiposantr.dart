// The answers of the earthquake API as types, made from its openapi.json.
// Unknown members are ignored and unknown words are kept, so that new ones break nothing. All times are UTC.

class LimitPolicy {
  final String value;
  const LimitPolicy(this.value);

  static const daily = LimitPolicy('daily');
  static const burst = LimitPolicy('burst');

  @override
  bool operator ==(Object other) => other is LimitPolicy && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class ErrorAnswer {
  /// Always `error`.
  final String status;
  /// `invalid_parameter`, `invalid_key`, `not_found`, `gone`, `rate_limited`, `unavailable`, …
  final String code;
  /// A sentence to act on.
  final String message;
  /// The parameter at fault.
  final String? parameter;
  /// The limit that is reached.
  final LimitPolicy? policy;

  ErrorAnswer.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as String,
        code = json['code'] as String,
        message = json['message'] as String,
        parameter = json['parameter'] == null ? null : json['parameter'] as String,
        policy = json['policy'] == null ? null : LimitPolicy(json['policy'] as String);
}

class DatePrecision {
  final String value;
  const DatePrecision(this.value);

  static const second = DatePrecision('second');
  static const minute = DatePrecision('minute');
  static const hour = DatePrecision('hour');
  static const day = DatePrecision('day');
  static const month = DatePrecision('month');
  static const year = DatePrecision('year');

  @override
  bool operator ==(Object other) => other is DatePrecision && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class MagnitudeState {
  final String value;
  const MagnitudeState(this.value);

  static const automatic = MagnitudeState('automatic');
  static const settling = MagnitudeState('settling');
  static const agreed = MagnitudeState('agreed');

  @override
  bool operator ==(Object other) => other is MagnitudeState && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class Agency {
  final String value;
  const Agency(this.value);

  static const kandilli = Agency('kandilli');
  static const afad = Agency('afad');
  static const usgs = Agency('usgs');
  static const turhec = Agency('turhec');
  static const historical = Agency('historical');

  @override
  bool operator ==(Object other) => other is Agency && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class AgencyMagnitude {
  /// Agency.
  final Agency name;
  /// Its magnitude.
  final double magnitude;
  /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
  final String? magnitudeType;

  AgencyMagnitude.fromJson(Map<String, dynamic> json)
      :
        name = Agency(json['name'] as String),
        magnitude = (json['magnitude'] as num).toDouble(),
        magnitudeType = json['magnitude_type'] == null ? null : json['magnitude_type'] as String;
}

class Quality {
  final String value;
  const Quality(this.value);

  static const automatic = Quality('automatic');
  static const reviewed = Quality('reviewed');

  @override
  bool operator ==(Object other) => other is Quality && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class Earthquake {
  /// Given once and never reused.
  final int id;
  /// 16 hexadecimal digits, the first a letter; stable across revisions.
  final String eventId;
  /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
  final String occurredAt;
  /// Only where coarser than a second.
  final DatePrecision? datePrecision;
  /// Degrees, north positive.
  final double latitude;
  /// Degrees, east positive.
  final double longitude;
  /// Kilometres below sea level; null where no agency gave one.
  final double? depthKm;
  /// The primary magnitude; never null in a list.
  final double? magnitude;
  /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
  final String? magnitudeType;
  /// Only where no other agency confirms a magnitude of 5 or more.
  final bool? magnitudeDoubtful;
  /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
  final MagnitudeState? magnitudeState;
  /// Agency of `magnitude`, only where it is not `source`.
  final Agency? magnitudeSource;
  /// One standard deviation of what two agencies or more give together; since 1970.
  final double? magnitudeError;
  /// Only where an agency gave one.
  final double? magnitudeMl;
  /// Only where an agency gave one.
  final double? magnitudeMd;
  /// Only where an agency gave one.
  final double? magnitudeMw;
  /// In Turkish.
  final String location;
  /// In English; absent where an agency’s own `location` is names alone.
  final String? locationEn;
  /// The agency's own words, where `location` was made.
  final String? agencyLocation;
  /// The name by which it is known, in Turkish, where the historical list has one.
  final String? eventName;
  /// The same in English.
  final String? eventNameEn;
  /// Province of Türkiye; null abroad and far at sea.
  final String? province;
  /// Its plate code, two digits.
  final String? provinceCode;
  /// District, on land in Türkiye.
  final String? district;
  /// Agency of the preferred solution.
  final Agency source;
  /// Where two agencies or more gave a magnitude.
  final List<AgencyMagnitude>? sources;
  /// As the agency of the preferred solution says.
  final Quality? quality;
  /// Only where it is not an earthquake: `quarry blast`, …
  final String? eventType;
  /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
  /// is given.
  final double? blastProbability;
  /// When this service published the record, RFC 3339.
  final String updatedAt;

  Earthquake.fromJson(Map<String, dynamic> json)
      :
        id = (json['id'] as num).toInt(),
        eventId = json['event_id'] as String,
        occurredAt = json['occurred_at'] as String,
        datePrecision = json['date_precision'] == null ? null : DatePrecision(json['date_precision'] as String),
        latitude = (json['latitude'] as num).toDouble(),
        longitude = (json['longitude'] as num).toDouble(),
        depthKm = json['depth_km'] == null ? null : (json['depth_km'] as num).toDouble(),
        magnitude = json['magnitude'] == null ? null : (json['magnitude'] as num).toDouble(),
        magnitudeType = json['magnitude_type'] == null ? null : json['magnitude_type'] as String,
        magnitudeDoubtful = json['magnitude_doubtful'] == null ? null : json['magnitude_doubtful'] as bool,
        magnitudeState = json['magnitude_state'] == null ? null : MagnitudeState(json['magnitude_state'] as String),
        magnitudeSource = json['magnitude_source'] == null ? null : Agency(json['magnitude_source'] as String),
        magnitudeError = json['magnitude_error'] == null ? null : (json['magnitude_error'] as num).toDouble(),
        magnitudeMl = json['magnitude_ml'] == null ? null : (json['magnitude_ml'] as num).toDouble(),
        magnitudeMd = json['magnitude_md'] == null ? null : (json['magnitude_md'] as num).toDouble(),
        magnitudeMw = json['magnitude_mw'] == null ? null : (json['magnitude_mw'] as num).toDouble(),
        location = json['location'] as String,
        locationEn = json['location_en'] == null ? null : json['location_en'] as String,
        agencyLocation = json['agency_location'] == null ? null : json['agency_location'] as String,
        eventName = json['event_name'] == null ? null : json['event_name'] as String,
        eventNameEn = json['event_name_en'] == null ? null : json['event_name_en'] as String,
        province = json['province'] == null ? null : json['province'] as String,
        provinceCode = json['province_code'] == null ? null : json['province_code'] as String,
        district = json['district'] == null ? null : json['district'] as String,
        source = Agency(json['source'] as String),
        sources = json['sources'] == null ? null : [for (final one in json['sources'] as List) AgencyMagnitude.fromJson(one as Map<String, dynamic>)],
        quality = json['quality'] == null ? null : Quality(json['quality'] as String),
        eventType = json['event_type'] == null ? null : json['event_type'] as String,
        blastProbability = json['blast_probability'] == null ? null : (json['blast_probability'] as num).toDouble(),
        updatedAt = json['updated_at'] as String;
}

class Tombstone {
  /// Of the earthquake that is gone.
  final int id;
  /// Of the same.
  final String eventId;
  /// Withdrawn, or without a magnitude.
  final bool? retracted;
  /// The `id` of the earthquake that it is the same as.
  final int? mergedInto;

  Tombstone.fromJson(Map<String, dynamic> json)
      :
        id = (json['id'] as num).toInt(),
        eventId = json['event_id'] as String,
        retracted = json['retracted'] == null ? null : json['retracted'] as bool,
        mergedInto = json['merged_into'] == null ? null : (json['merged_into'] as num).toInt();
}

class PointGeometry {
  /// Always `Point`.
  final String type;
  /// Longitude and latitude in degrees, then height in metres, negative below sea level, where a depth is
  /// known.
  final List<double> coordinates;

  PointGeometry.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        coordinates = [for (final one in json['coordinates'] as List) (one as num).toDouble()];
}

class FeatureProperties {
  /// Given once and never reused.
  final int id;
  /// 16 hexadecimal digits, the first a letter; stable across revisions.
  final String eventId;
  /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
  final String occurredAt;
  /// Only where coarser than a second.
  final DatePrecision? datePrecision;
  /// Kilometres below sea level; null where no agency gave one.
  final double? depthKm;
  /// The primary magnitude; never null in a list.
  final double? magnitude;
  /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
  final String? magnitudeType;
  /// Only where no other agency confirms a magnitude of 5 or more.
  final bool? magnitudeDoubtful;
  /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
  final MagnitudeState? magnitudeState;
  /// Agency of `magnitude`, only where it is not `source`.
  final Agency? magnitudeSource;
  /// One standard deviation of what two agencies or more give together; since 1970.
  final double? magnitudeError;
  /// Only where an agency gave one.
  final double? magnitudeMl;
  /// Only where an agency gave one.
  final double? magnitudeMd;
  /// Only where an agency gave one.
  final double? magnitudeMw;
  /// In Turkish.
  final String location;
  /// In English; absent where an agency’s own `location` is names alone.
  final String? locationEn;
  /// The agency's own words, where `location` was made.
  final String? agencyLocation;
  /// The name by which it is known, in Turkish, where the historical list has one.
  final String? eventName;
  /// The same in English.
  final String? eventNameEn;
  /// Province of Türkiye; null abroad and far at sea.
  final String? province;
  /// Its plate code, two digits.
  final String? provinceCode;
  /// District, on land in Türkiye.
  final String? district;
  /// Agency of the preferred solution.
  final Agency source;
  /// Where two agencies or more gave a magnitude.
  final List<AgencyMagnitude>? sources;
  /// As the agency of the preferred solution says.
  final Quality? quality;
  /// Only where it is not an earthquake: `quarry blast`, …
  final String? eventType;
  /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
  /// is given.
  final double? blastProbability;
  /// When this service published the record, RFC 3339.
  final String updatedAt;
  /// A label: magnitude and place, in Turkish.
  final String? title;

  FeatureProperties.fromJson(Map<String, dynamic> json)
      :
        id = (json['id'] as num).toInt(),
        eventId = json['event_id'] as String,
        occurredAt = json['occurred_at'] as String,
        datePrecision = json['date_precision'] == null ? null : DatePrecision(json['date_precision'] as String),
        depthKm = json['depth_km'] == null ? null : (json['depth_km'] as num).toDouble(),
        magnitude = json['magnitude'] == null ? null : (json['magnitude'] as num).toDouble(),
        magnitudeType = json['magnitude_type'] == null ? null : json['magnitude_type'] as String,
        magnitudeDoubtful = json['magnitude_doubtful'] == null ? null : json['magnitude_doubtful'] as bool,
        magnitudeState = json['magnitude_state'] == null ? null : MagnitudeState(json['magnitude_state'] as String),
        magnitudeSource = json['magnitude_source'] == null ? null : Agency(json['magnitude_source'] as String),
        magnitudeError = json['magnitude_error'] == null ? null : (json['magnitude_error'] as num).toDouble(),
        magnitudeMl = json['magnitude_ml'] == null ? null : (json['magnitude_ml'] as num).toDouble(),
        magnitudeMd = json['magnitude_md'] == null ? null : (json['magnitude_md'] as num).toDouble(),
        magnitudeMw = json['magnitude_mw'] == null ? null : (json['magnitude_mw'] as num).toDouble(),
        location = json['location'] as String,
        locationEn = json['location_en'] == null ? null : json['location_en'] as String,
        agencyLocation = json['agency_location'] == null ? null : json['agency_location'] as String,
        eventName = json['event_name'] == null ? null : json['event_name'] as String,
        eventNameEn = json['event_name_en'] == null ? null : json['event_name_en'] as String,
        province = json['province'] == null ? null : json['province'] as String,
        provinceCode = json['province_code'] == null ? null : json['province_code'] as String,
        district = json['district'] == null ? null : json['district'] as String,
        source = Agency(json['source'] as String),
        sources = json['sources'] == null ? null : [for (final one in json['sources'] as List) AgencyMagnitude.fromJson(one as Map<String, dynamic>)],
        quality = json['quality'] == null ? null : Quality(json['quality'] as String),
        eventType = json['event_type'] == null ? null : json['event_type'] as String,
        blastProbability = json['blast_probability'] == null ? null : (json['blast_probability'] as num).toDouble(),
        updatedAt = json['updated_at'] as String,
        title = json['title'] == null ? null : json['title'] as String;
}

class Feature {
  /// Always `Feature`.
  final String type;
  /// The `event_id`.
  final String id;
  final PointGeometry geometry;
  final FeatureProperties properties;

  Feature.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        id = json['id'] as String,
        geometry = PointGeometry.fromJson(json['geometry'] as Map<String, dynamic>),
        properties = FeatureProperties.fromJson(json['properties'] as Map<String, dynamic>);
}

class Terms {
  /// The agency, or `places`.
  final String name;
  /// Who holds the rights.
  final String holder;
  /// In words.
  final String terms;
  /// Of the holder.
  final String url;

  Terms.fromJson(Map<String, dynamic> json)
      :
        name = json['name'] as String,
        holder = json['holder'] as String,
        terms = json['terms'] as String,
        url = json['url'] as String;
}

class FeatureCollection {
  /// Always `FeatureCollection`.
  final String type;
  /// Items in `features`.
  final int? count;
  /// Whether rows were left out.
  final bool? truncated;
  /// Of each agency inside.
  final List<Terms>? terms;
  /// Names in `sources` that are no agency.
  final List<String>? ignoredSources;
  final List<Feature> features;

  FeatureCollection.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        count = json['count'] == null ? null : (json['count'] as num).toInt(),
        truncated = json['truncated'] == null ? null : json['truncated'] as bool,
        terms = json['terms'] == null ? null : [for (final one in json['terms'] as List) Terms.fromJson(one as Map<String, dynamic>)],
        ignoredSources = json['ignored_sources'] == null ? null : [for (final one in json['ignored_sources'] as List) one as String],
        features = [for (final one in json['features'] as List) Feature.fromJson(one as Map<String, dynamic>)];
}

class EventGeometry {
  /// Always `Point`.
  final String type;
  /// Longitude and latitude in degrees, then depth in km below sea level.
  final List<double> coordinates;

  EventGeometry.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        coordinates = [for (final one in json['coordinates'] as List) (one as num).toDouble()];
}

class EventProperties {
  /// Magnitude.
  final double? mag;
  /// In English.
  final String place;
  /// Origin time, milliseconds since 1970-01-01T00:00:00Z.
  final int time;
  /// When the record was published, milliseconds since 1970-01-01T00:00:00Z.
  final int updated;
  /// Null: no agency here gives it.
  final double? tz;
  /// Page of the earthquake.
  final String url;
  /// Address of this earthquake alone, as GeoJSON.
  final String detail;
  /// Null: no agency here gives it.
  final double? felt;
  /// Null: no agency here gives it.
  final double? cdi;
  /// Null: no agency here gives it.
  final double? mmi;
  /// Null: no agency here gives it.
  final String? alert;
  /// `automatic` or `reviewed`.
  final String? status;
  /// 0.
  final int tsunami;
  /// Significance, from the magnitude.
  final int sig;
  /// Agency of the origin.
  final String net;
  /// Its identifier of the earthquake.
  final String code;
  /// Identifiers, between commas.
  final String ids;
  /// Agencies, between commas.
  final String sources;
  /// Kinds of products, between commas.
  final String types;
  /// Stations used for the hypocentre.
  final double? nst;
  /// Distance of the nearest station from the epicentre, in degrees.
  final double? dmin;
  /// Root mean square of the residuals of arrival times, in s.
  final double? rms;
  /// Greatest angle at the epicentre without a station, in degrees.
  final double? gap;
  /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
  final String? magType;
  /// `earthquake`, `quarry blast`, …
  final String type;
  /// Magnitude and place, in English.
  final String title;
  /// Only where no other agency confirms a magnitude of 5 or more.
  final bool? magnitudeDoubtful;
  /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
  final MagnitudeState? magnitudeState;
  /// Agency of `magnitude`, only where it is not `source`.
  final Agency? magnitudeSource;
  /// One standard deviation of what two agencies or more give together; since 1970.
  final double? magnitudeError;
  /// The name by which it is known, in Turkish, where the historical list has one.
  final String? eventName;
  /// The same in English.
  final String? eventNameEn;
  /// Province of Türkiye; null abroad and far at sea.
  final String? province;
  /// Its plate code, two digits.
  final String? provinceCode;
  /// District, on land in Türkiye.
  final String? district;
  /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
  /// is given.
  final double? blastProbability;
  /// Greatest intensity, where a list gives it.
  final double? maxIntensity;
  /// Where a list gives them.
  final int? deaths;
  /// Empty: there only for one event.
  final Object? products;
  /// Only where no agency gave a depth.
  final bool? depthUnknown;

  EventProperties.fromJson(Map<String, dynamic> json)
      :
        mag = json['mag'] == null ? null : (json['mag'] as num).toDouble(),
        place = json['place'] as String,
        time = (json['time'] as num).toInt(),
        updated = (json['updated'] as num).toInt(),
        tz = json['tz'] == null ? null : (json['tz'] as num).toDouble(),
        url = json['url'] as String,
        detail = json['detail'] as String,
        felt = json['felt'] == null ? null : (json['felt'] as num).toDouble(),
        cdi = json['cdi'] == null ? null : (json['cdi'] as num).toDouble(),
        mmi = json['mmi'] == null ? null : (json['mmi'] as num).toDouble(),
        alert = json['alert'] == null ? null : json['alert'] as String,
        status = json['status'] == null ? null : json['status'] as String,
        tsunami = (json['tsunami'] as num).toInt(),
        sig = (json['sig'] as num).toInt(),
        net = json['net'] as String,
        code = json['code'] as String,
        ids = json['ids'] as String,
        sources = json['sources'] as String,
        types = json['types'] as String,
        nst = json['nst'] == null ? null : (json['nst'] as num).toDouble(),
        dmin = json['dmin'] == null ? null : (json['dmin'] as num).toDouble(),
        rms = json['rms'] == null ? null : (json['rms'] as num).toDouble(),
        gap = json['gap'] == null ? null : (json['gap'] as num).toDouble(),
        magType = json['magType'] == null ? null : json['magType'] as String,
        type = json['type'] as String,
        title = json['title'] as String,
        magnitudeDoubtful = json['magnitude_doubtful'] == null ? null : json['magnitude_doubtful'] as bool,
        magnitudeState = json['magnitude_state'] == null ? null : MagnitudeState(json['magnitude_state'] as String),
        magnitudeSource = json['magnitude_source'] == null ? null : Agency(json['magnitude_source'] as String),
        magnitudeError = json['magnitude_error'] == null ? null : (json['magnitude_error'] as num).toDouble(),
        eventName = json['event_name'] == null ? null : json['event_name'] as String,
        eventNameEn = json['event_name_en'] == null ? null : json['event_name_en'] as String,
        province = json['province'] == null ? null : json['province'] as String,
        provinceCode = json['province_code'] == null ? null : json['province_code'] as String,
        district = json['district'] == null ? null : json['district'] as String,
        blastProbability = json['blast_probability'] == null ? null : (json['blast_probability'] as num).toDouble(),
        maxIntensity = json['max_intensity'] == null ? null : (json['max_intensity'] as num).toDouble(),
        deaths = json['deaths'] == null ? null : (json['deaths'] as num).toInt(),
        products = json['products'] == null ? null : json['products'] as Object,
        depthUnknown = json['depth_unknown'] == null ? null : json['depth_unknown'] as bool;
}

class EventFeature {
  /// Always `Feature`.
  final String type;
  /// The `event_id`.
  final String id;
  final EventGeometry geometry;
  final EventProperties properties;

  EventFeature.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        id = json['id'] as String,
        geometry = EventGeometry.fromJson(json['geometry'] as Map<String, dynamic>),
        properties = EventProperties.fromJson(json['properties'] as Map<String, dynamic>);
}

class EventMetadata {
  /// When the answer was made, milliseconds since 1970-01-01T00:00:00Z.
  final int generated;
  /// That was asked.
  final String url;
  /// Of the collection.
  final String title;
  /// 200.
  final int status;
  /// Version of the format.
  final String api;
  /// Most events of the answer.
  final int? limit;
  /// The first of them, from 1.
  final int? offset;
  /// Items in `features`.
  final int count;

  EventMetadata.fromJson(Map<String, dynamic> json)
      :
        generated = (json['generated'] as num).toInt(),
        url = json['url'] as String,
        title = json['title'] as String,
        status = (json['status'] as num).toInt(),
        api = json['api'] as String,
        limit = json['limit'] == null ? null : (json['limit'] as num).toInt(),
        offset = json['offset'] == null ? null : (json['offset'] as num).toInt(),
        count = (json['count'] as num).toInt();
}

class EventFeatureCollection {
  /// Always `FeatureCollection`.
  final String type;
  final EventMetadata? metadata;
  /// Least coordinates of the features, then the greatest; absent for fewer than two.
  final List<double>? bbox;
  final List<EventFeature> features;

  EventFeatureCollection.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        metadata = json['metadata'] == null ? null : EventMetadata.fromJson(json['metadata'] as Map<String, dynamic>),
        bbox = json['bbox'] == null ? null : [for (final one in json['bbox'] as List) (one as num).toDouble()],
        features = [for (final one in json['features'] as List) EventFeature.fromJson(one as Map<String, dynamic>)];
}

class EmscGeometry {
  /// Always `Point`.
  final String type;
  /// Longitude and latitude in degrees, then height in km, negative below sea level.
  final List<double> coordinates;

  EmscGeometry.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        coordinates = [for (final one in json['coordinates'] as List) (one as num).toDouble()];
}

class EmscProperties {
  /// Magnitude.
  final double? mag;
  /// In English.
  final String place;
  /// Origin time, UTC, with a fraction: `2023-02-06T01:17:32.0Z`.
  final String time;
  /// When the record was published, milliseconds since 1970-01-01T00:00:00Z.
  final int updated;
  /// Null: no agency here gives it.
  final double? tz;
  /// Page of the earthquake.
  final String url;
  /// Address of this earthquake alone, as GeoJSON.
  final String detail;
  /// Null: no agency here gives it.
  final double? felt;
  /// Null: no agency here gives it.
  final double? cdi;
  /// Null: no agency here gives it.
  final double? mmi;
  /// Null: no agency here gives it.
  final String? alert;
  /// `automatic` or `reviewed`.
  final String? status;
  /// 0.
  final int tsunami;
  /// Significance, from the magnitude.
  final int sig;
  /// Agency of the origin.
  final String net;
  /// Its identifier of the earthquake.
  final String code;
  /// Identifiers, between commas.
  final String ids;
  /// Agencies, between commas.
  final String sources;
  /// Kinds of products, between commas.
  final String types;
  /// Stations used for the hypocentre.
  final double? nst;
  /// Distance of the nearest station from the epicentre, in degrees.
  final double? dmin;
  /// Root mean square of the residuals of arrival times, in s.
  final double? rms;
  /// Greatest angle at the epicentre without a station, in degrees.
  final double? gap;
  /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
  final String? magType;
  /// `earthquake`, `quarry blast`, …
  final String type;
  /// Magnitude and place, in English.
  final String title;
  /// Only where no other agency confirms a magnitude of 5 or more.
  final bool? magnitudeDoubtful;
  /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
  final MagnitudeState? magnitudeState;
  /// Agency of `magnitude`, only where it is not `source`.
  final Agency? magnitudeSource;
  /// One standard deviation of what two agencies or more give together; since 1970.
  final double? magnitudeError;
  /// The name by which it is known, in Turkish, where the historical list has one.
  final String? eventName;
  /// The same in English.
  final String? eventNameEn;
  /// Province of Türkiye; null abroad and far at sea.
  final String? province;
  /// Its plate code, two digits.
  final String? provinceCode;
  /// District, on land in Türkiye.
  final String? district;
  /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
  /// is given.
  final double? blastProbability;
  /// Greatest intensity, where a list gives it.
  final double? maxIntensity;
  /// Where a list gives them.
  final int? deaths;
  /// Empty: there only for one event.
  final Object? products;
  /// Only where no agency gave a depth.
  final bool? depthUnknown;
  /// The `id` of the earthquake.
  final String sourceId;
  /// `HIPOSANTR`.
  final String sourceCatalog;
  /// When the record was published, UTC, with a fraction.
  final String lastupdate;
  /// Place, in English.
  final String flynnRegion;
  /// Degrees north.
  final double lat;
  /// Degrees east.
  final double lon;
  /// km below sea level; 0 where it is unknown.
  final double depth;
  /// `ke` earthquake, `km` mining explosion, `kx` explosion, `uk` another event.
  final String evtype;
  /// Agency of the origin, in capitals.
  final String auth;
  /// Type of the magnitude in lower case; `m` where it is unknown.
  final String magtype;
  /// The `event_id`.
  final String unid;

  EmscProperties.fromJson(Map<String, dynamic> json)
      :
        mag = json['mag'] == null ? null : (json['mag'] as num).toDouble(),
        place = json['place'] as String,
        time = json['time'] as String,
        updated = (json['updated'] as num).toInt(),
        tz = json['tz'] == null ? null : (json['tz'] as num).toDouble(),
        url = json['url'] as String,
        detail = json['detail'] as String,
        felt = json['felt'] == null ? null : (json['felt'] as num).toDouble(),
        cdi = json['cdi'] == null ? null : (json['cdi'] as num).toDouble(),
        mmi = json['mmi'] == null ? null : (json['mmi'] as num).toDouble(),
        alert = json['alert'] == null ? null : json['alert'] as String,
        status = json['status'] == null ? null : json['status'] as String,
        tsunami = (json['tsunami'] as num).toInt(),
        sig = (json['sig'] as num).toInt(),
        net = json['net'] as String,
        code = json['code'] as String,
        ids = json['ids'] as String,
        sources = json['sources'] as String,
        types = json['types'] as String,
        nst = json['nst'] == null ? null : (json['nst'] as num).toDouble(),
        dmin = json['dmin'] == null ? null : (json['dmin'] as num).toDouble(),
        rms = json['rms'] == null ? null : (json['rms'] as num).toDouble(),
        gap = json['gap'] == null ? null : (json['gap'] as num).toDouble(),
        magType = json['magType'] == null ? null : json['magType'] as String,
        type = json['type'] as String,
        title = json['title'] as String,
        magnitudeDoubtful = json['magnitude_doubtful'] == null ? null : json['magnitude_doubtful'] as bool,
        magnitudeState = json['magnitude_state'] == null ? null : MagnitudeState(json['magnitude_state'] as String),
        magnitudeSource = json['magnitude_source'] == null ? null : Agency(json['magnitude_source'] as String),
        magnitudeError = json['magnitude_error'] == null ? null : (json['magnitude_error'] as num).toDouble(),
        eventName = json['event_name'] == null ? null : json['event_name'] as String,
        eventNameEn = json['event_name_en'] == null ? null : json['event_name_en'] as String,
        province = json['province'] == null ? null : json['province'] as String,
        provinceCode = json['province_code'] == null ? null : json['province_code'] as String,
        district = json['district'] == null ? null : json['district'] as String,
        blastProbability = json['blast_probability'] == null ? null : (json['blast_probability'] as num).toDouble(),
        maxIntensity = json['max_intensity'] == null ? null : (json['max_intensity'] as num).toDouble(),
        deaths = json['deaths'] == null ? null : (json['deaths'] as num).toInt(),
        products = json['products'] == null ? null : json['products'] as Object,
        depthUnknown = json['depth_unknown'] == null ? null : json['depth_unknown'] as bool,
        sourceId = json['source_id'] as String,
        sourceCatalog = json['source_catalog'] as String,
        lastupdate = json['lastupdate'] as String,
        flynnRegion = json['flynn_region'] as String,
        lat = (json['lat'] as num).toDouble(),
        lon = (json['lon'] as num).toDouble(),
        depth = (json['depth'] as num).toDouble(),
        evtype = json['evtype'] as String,
        auth = json['auth'] as String,
        magtype = json['magtype'] as String,
        unid = json['unid'] as String;
}

class EmscFeature {
  /// Always `Feature`.
  final String type;
  /// The `event_id`.
  final String id;
  final EmscGeometry geometry;
  final EmscProperties properties;

  EmscFeature.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        id = json['id'] as String,
        geometry = EmscGeometry.fromJson(json['geometry'] as Map<String, dynamic>),
        properties = EmscProperties.fromJson(json['properties'] as Map<String, dynamic>);
}

class EmscFeatureCollection {
  /// Always `FeatureCollection`.
  final String type;
  final EventMetadata? metadata;
  /// Least coordinates of the features, then the greatest; absent for fewer than two.
  final List<double>? bbox;
  final List<EmscFeature> features;

  EmscFeatureCollection.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        metadata = json['metadata'] == null ? null : EventMetadata.fromJson(json['metadata'] as Map<String, dynamic>),
        bbox = json['bbox'] == null ? null : [for (final one in json['bbox'] as List) (one as num).toDouble()],
        features = [for (final one in json['features'] as List) EmscFeature.fromJson(one as Map<String, dynamic>)];
}

class KandilliProvider {
  final String value;
  const KandilliProvider(this.value);

  static const kandilli = KandilliProvider('kandilli');
  static const afad = KandilliProvider('afad');

  @override
  bool operator ==(Object other) => other is KandilliProvider && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class KandilliPoint {
  /// Always `Point`.
  final String type;
  /// Longitude and latitude in degrees.
  final List<double> coordinates;

  KandilliPoint.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        coordinates = [for (final one in json['coordinates'] as List) (one as num).toDouble()];
}

class KandilliCity {
  /// Name of the province.
  final String name;
  /// Its plate code; -1 for none.
  final int cityCode;
  /// Null, or -1 for no province.
  final int? population;
  /// From its seat to the epicentre, in m.
  final double distance;

  KandilliCity.fromJson(Map<String, dynamic> json)
      :
        name = json['name'] as String,
        cityCode = (json['cityCode'] as num).toInt(),
        population = json['population'] == null ? null : (json['population'] as num).toInt(),
        distance = (json['distance'] as num).toDouble();
}

class KandilliEpicentre {
  /// Name of the province.
  final String name;
  /// Its plate code; -1 for none.
  final int cityCode;
  /// Null, or -1 for no province.
  final int? population;

  KandilliEpicentre.fromJson(Map<String, dynamic> json)
      :
        name = json['name'] as String,
        cityCode = (json['cityCode'] as num).toInt(),
        population = json['population'] == null ? null : (json['population'] as num).toInt();
}

class KandilliAirport {
  /// From it to the epicentre, in m.
  final double distance;
  /// In Turkish.
  final String name;
  /// Of the IATA.
  final String code;
  final KandilliPoint coordinates;

  KandilliAirport.fromJson(Map<String, dynamic> json)
      :
        distance = (json['distance'] as num).toDouble(),
        name = json['name'] as String,
        code = json['code'] as String,
        coordinates = KandilliPoint.fromJson(json['coordinates'] as Map<String, dynamic>);
}

class KandilliLocation {
  final KandilliCity closestCity;
  final KandilliEpicentre epiCenter;
  /// The nearest five provinces.
  final List<KandilliCity> closestCities;
  /// The nearest three of Türkiye.
  final List<KandilliAirport> airports;

  KandilliLocation.fromJson(Map<String, dynamic> json)
      :
        closestCity = KandilliCity.fromJson(json['closestCity'] as Map<String, dynamic>),
        epiCenter = KandilliEpicentre.fromJson(json['epiCenter'] as Map<String, dynamic>),
        closestCities = [for (final one in json['closestCities'] as List) KandilliCity.fromJson(one as Map<String, dynamic>)],
        airports = [for (final one in json['airports'] as List) KandilliAirport.fromJson(one as Map<String, dynamic>)];
}

class KandilliEarthquake {
  /// 24 hexadecimal digits.
  final String id;
  /// The `event_id`; of AFAD where both agencies have rows with `-afad`.
  final String earthquakeId;
  /// Agency.
  final KandilliProvider provider;
  /// Place, in the words of the agency.
  final String title;
  /// Origin time of Türkiye, `YYYY.MM.DD HH:MM:SS`.
  final String date;
  /// Origin time of Türkiye, `YYYY-MM-DD HH:MM:SS`.
  final String dateTime;
  /// Magnitude.
  final double mag;
  /// Kilometres below sea level; 0 where it is not known.
  final double depth;
  /// Only where the depth is not known.
  final bool? depthUnknown;
  final KandilliPoint geojson;
  /// Not known here.
  final Object? rev;
  /// Time zone of the times.
  final String locationTz;
  final KandilliLocation locationProperties;
  /// Origin time, seconds since 1970-01-01T00:00:00Z.
  final int createdAt;
  /// Degrees, north positive.
  final double lat;
  /// Degrees, east positive.
  final double lng;
  /// Longitude and latitude in degrees.
  final List<double> coordinates;
  /// As `title`.
  final String lokasyon;
  /// Day of Türkiye, `YYYY-MM-DD`.
  final String dateStamp;
  /// Day of Türkiye, `YYYY-MM-DD`.
  final String dateDay;
  /// Time of day of Türkiye, `HH:MM:SS`.
  final String dateHour;
  /// As `created_at`, as a text.
  final String timestamp;

  KandilliEarthquake.fromJson(Map<String, dynamic> json)
      :
        id = json['_id'] as String,
        earthquakeId = json['earthquake_id'] as String,
        provider = KandilliProvider(json['provider'] as String),
        title = json['title'] as String,
        date = json['date'] as String,
        dateTime = json['date_time'] as String,
        mag = (json['mag'] as num).toDouble(),
        depth = (json['depth'] as num).toDouble(),
        depthUnknown = json['depth_unknown'] == null ? null : json['depth_unknown'] as bool,
        geojson = KandilliPoint.fromJson(json['geojson'] as Map<String, dynamic>),
        rev = json['rev'] == null ? null : json['rev'] as Object,
        locationTz = json['location_tz'] as String,
        locationProperties = KandilliLocation.fromJson(json['location_properties'] as Map<String, dynamic>),
        createdAt = (json['created_at'] as num).toInt(),
        lat = (json['lat'] as num).toDouble(),
        lng = (json['lng'] as num).toDouble(),
        coordinates = [for (final one in json['coordinates'] as List) (one as num).toDouble()],
        lokasyon = json['lokasyon'] as String,
        dateStamp = json['date_stamp'] as String,
        dateDay = json['date_day'] as String,
        dateHour = json['date_hour'] as String,
        timestamp = json['timestamp'] as String;
}

class AfadEvent {
  /// Root mean square of the residuals of arrival times, in s.
  final String? rms;
  /// AFAD's identifier of the earthquake.
  final String eventID;
  /// AFAD's own words for the place.
  final String location;
  /// Degrees, north positive.
  final String latitude;
  /// Degrees, east positive.
  final String longitude;
  /// Kilometres below sea level; 0 where it is not known.
  final String depth;
  /// Only where the depth is not known.
  final bool? depthUnknown;
  /// `ML`, `MW`, …
  final String? type;
  /// Magnitude.
  final String? magnitude;
  /// Country.
  final String? country;
  /// Province.
  final String? province;
  /// District.
  final String? district;
  /// Not known here.
  final Object? neighborhood;
  /// Origin time in UTC, `YYYY-MM-DDTHH:MM:SS`.
  final String date;
  /// Whether AFAD changed it.
  final bool isEventUpdate;
  /// When, in UTC, `YYYY-MM-DDTHH:MM:SS`.
  final String? lastUpdateDate;

  AfadEvent.fromJson(Map<String, dynamic> json)
      :
        rms = json['rms'] == null ? null : json['rms'] as String,
        eventID = json['eventID'] as String,
        location = json['location'] as String,
        latitude = json['latitude'] as String,
        longitude = json['longitude'] as String,
        depth = json['depth'] as String,
        depthUnknown = json['depth_unknown'] == null ? null : json['depth_unknown'] as bool,
        type = json['type'] == null ? null : json['type'] as String,
        magnitude = json['magnitude'] == null ? null : json['magnitude'] as String,
        country = json['country'] == null ? null : json['country'] as String,
        province = json['province'] == null ? null : json['province'] as String,
        district = json['district'] == null ? null : json['district'] as String,
        neighborhood = json['neighborhood'] == null ? null : json['neighborhood'] as Object,
        date = json['date'] as String,
        isEventUpdate = json['isEventUpdate'] as bool,
        lastUpdateDate = json['lastUpdateDate'] == null ? null : json['lastUpdateDate'] as String;
}

class AfadPoint {
  /// Always `Point`.
  final String type;
  /// Longitude and latitude in degrees.
  final List<double> coordinates;

  AfadPoint.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        coordinates = [for (final one in json['coordinates'] as List) (one as num).toDouble()];
}

class AfadFeature {
  /// Always `Feature`.
  final String type;
  final AfadPoint geometry;
  /// As the other formats name them.
  final Object? properties;

  AfadFeature.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        geometry = AfadPoint.fromJson(json['geometry'] as Map<String, dynamic>),
        properties = json['properties'] == null ? null : json['properties'] as Object;
}

class AfadFeatureCollection {
  /// Always `FeatureCollection`.
  final String type;
  final List<AfadFeature> features;

  AfadFeatureCollection.fromJson(Map<String, dynamic> json)
      :
        type = json['type'] as String,
        features = [for (final one in json['features'] as List) AfadFeature.fromJson(one as Map<String, dynamic>)];
}

/// None of them is an object of a kind that did not exist when this was made.
class EarthquakeOrTombstone {
  final Earthquake? earthquake;
  final Tombstone? tombstone;

  EarthquakeOrTombstone.fromJson(Map<String, dynamic> json)
      :
        earthquake = json.containsKey('occurred_at') ? Earthquake.fromJson(json) : null,
        tombstone = json.containsKey('retracted') || json.containsKey('merged_into') ? Tombstone.fromJson(json) : null;
}

class ListAnswer {
  /// Always `success`.
  final String status;
  /// Items in `earthquakes`.
  final int count;
  /// Whether there are more; then `next` is there.
  final bool? truncated;
  /// Relative URL of the following page.
  final String? next;
  /// Names in `sources` that are no agency.
  final List<String>? ignoredSources;
  /// Tombstones only with `updated_after`.
  final List<EarthquakeOrTombstone> earthquakes;

  ListAnswer.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as String,
        count = (json['count'] as num).toInt(),
        truncated = json['truncated'] == null ? null : json['truncated'] as bool,
        next = json['next'] == null ? null : json['next'] as String,
        ignoredSources = json['ignored_sources'] == null ? null : [for (final one in json['ignored_sources'] as List) one as String],
        earthquakes = [for (final one in json['earthquakes'] as List) EarthquakeOrTombstone.fromJson(one as Map<String, dynamic>)];
}

class Magnitude {
  /// Its value.
  final double magnitude;
  /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none.
  final String? magnitudeType;
  /// True where it contradicts the others, and is not preferred.
  final bool? outlier;

  Magnitude.fromJson(Map<String, dynamic> json)
      :
        magnitude = (json['magnitude'] as num).toDouble(),
        magnitudeType = json['magnitude_type'] == null ? null : json['magnitude_type'] as String,
        outlier = json['outlier'] == null ? null : json['outlier'] as bool;
}

class Solution {
  /// Agency.
  final Agency name;
  /// Its identifier of the earthquake.
  final String eventId;
  /// Identifiers of its other reports of the earthquake.
  final List<String>? otherEventIds;
  /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
  final String occurredAt;
  /// Only where coarser than a second.
  final DatePrecision? datePrecision;
  /// RFC 3339, with fractions where known.
  final String occurredAtUtc;
  /// Degrees, north positive.
  final double latitude;
  /// Degrees, east positive.
  final double longitude;
  /// Kilometres below sea level; null where no agency gave one.
  final double? depthKm;
  /// Its preferred magnitude; null where it gave none.
  final double? magnitude;
  /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none.
  final String? magnitudeType;
  /// All of its magnitudes.
  final List<Magnitude> magnitudes;
  /// Uncertainty of the epicentre, in km.
  final double? horizontalErrorKm;
  /// Uncertainty of the depth, in km.
  final double? depthErrorKm;
  /// Uncertainty of the agency's preferred magnitude.
  final double? magnitudeError;
  /// Root mean square of the residuals of arrival times, in s.
  final double? rms;
  /// Greatest angle at the epicentre without a station, in degrees.
  final double? azimuthalGap;
  /// Distance of the nearest station from the epicentre, in degrees.
  final double? nearestStation;
  /// Stations used for the hypocentre.
  final int? stations;
  /// Stations used for the magnitude.
  final int? magnitudeStations;
  /// As the agency of the preferred solution says.
  final Quality? quality;
  /// Its own words for the place.
  final String? location;
  /// Only where it is not an earthquake: `quarry blast`, …
  final String? eventType;
  /// Greatest intensity, where a list gives it.
  final double? maxIntensity;
  /// Where a list gives them.
  final int? deaths;
  /// When the agency changed it, RFC 3339; null where it does not say.
  final String? updatedAt;

  Solution.fromJson(Map<String, dynamic> json)
      :
        name = Agency(json['name'] as String),
        eventId = json['event_id'] as String,
        otherEventIds = json['other_event_ids'] == null ? null : [for (final one in json['other_event_ids'] as List) one as String],
        occurredAt = json['occurred_at'] as String,
        datePrecision = json['date_precision'] == null ? null : DatePrecision(json['date_precision'] as String),
        occurredAtUtc = json['occurred_at_utc'] as String,
        latitude = (json['latitude'] as num).toDouble(),
        longitude = (json['longitude'] as num).toDouble(),
        depthKm = json['depth_km'] == null ? null : (json['depth_km'] as num).toDouble(),
        magnitude = json['magnitude'] == null ? null : (json['magnitude'] as num).toDouble(),
        magnitudeType = json['magnitude_type'] == null ? null : json['magnitude_type'] as String,
        magnitudes = [for (final one in json['magnitudes'] as List) Magnitude.fromJson(one as Map<String, dynamic>)],
        horizontalErrorKm = json['horizontal_error_km'] == null ? null : (json['horizontal_error_km'] as num).toDouble(),
        depthErrorKm = json['depth_error_km'] == null ? null : (json['depth_error_km'] as num).toDouble(),
        magnitudeError = json['magnitude_error'] == null ? null : (json['magnitude_error'] as num).toDouble(),
        rms = json['rms'] == null ? null : (json['rms'] as num).toDouble(),
        azimuthalGap = json['azimuthal_gap'] == null ? null : (json['azimuthal_gap'] as num).toDouble(),
        nearestStation = json['nearest_station'] == null ? null : (json['nearest_station'] as num).toDouble(),
        stations = json['stations'] == null ? null : (json['stations'] as num).toInt(),
        magnitudeStations = json['magnitude_stations'] == null ? null : (json['magnitude_stations'] as num).toInt(),
        quality = json['quality'] == null ? null : Quality(json['quality'] as String),
        location = json['location'] == null ? null : json['location'] as String,
        eventType = json['event_type'] == null ? null : json['event_type'] as String,
        maxIntensity = json['max_intensity'] == null ? null : (json['max_intensity'] as num).toDouble(),
        deaths = json['deaths'] == null ? null : (json['deaths'] as num).toInt(),
        updatedAt = json['updated_at'] == null ? null : json['updated_at'] as String;
}

class MwEstimate {
  /// Moment magnitude.
  final double value;
  /// Root mean square of measured less estimated moment magnitudes.
  final double uncertainty;
  /// Who published the relation.
  final String method;
  /// Where it is published.
  final String doi;
  /// Magnitudes from which it estimates: least and greatest, inclusive.
  final List<double> range;

  MwEstimate.fromJson(Map<String, dynamic> json)
      :
        value = (json['value'] as num).toDouble(),
        uncertainty = (json['uncertainty'] as num).toDouble(),
        method = json['method'] as String,
        doi = json['doi'] as String,
        range = [for (final one in json['range'] as List) (one as num).toDouble()];
}

class NearbyStation {
  /// FDSN network code.
  final String network;
  /// Station code.
  final String code;
  /// Place.
  final String name;
  final Agency source;
  /// Degrees, north positive.
  final double latitude;
  /// Degrees, east positive.
  final double longitude;
  /// From the epicentre, in km.
  final double distanceKm;
  /// From the epicentre to the station, in degrees from north, 0 to 359.
  final int azimuth;

  NearbyStation.fromJson(Map<String, dynamic> json)
      :
        network = json['network'] as String,
        code = json['code'] as String,
        name = json['name'] as String,
        source = Agency(json['source'] as String),
        latitude = (json['latitude'] as num).toDouble(),
        longitude = (json['longitude'] as num).toDouble(),
        distanceKm = (json['distance_km'] as num).toDouble(),
        azimuth = (json['azimuth'] as num).toInt();
}

class NearbyEarthquake {
  /// Given once and never reused.
  final int id;
  /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
  final String occurredAt;
  /// Degrees, north positive.
  final double latitude;
  /// Degrees, east positive.
  final double longitude;
  /// Kilometres below sea level; null where no agency gave one.
  final double? depthKm;
  /// The primary magnitude; never null in a list.
  final double? magnitude;
  /// In Turkish.
  final String location;
  /// In English; absent where an agency’s own `location` is names alone.
  final String locationEn;
  /// With the UTC day, the name of the earthquake in addresses.
  final String slug;
  /// Between the epicentres, in km.
  final double distanceKm;

  NearbyEarthquake.fromJson(Map<String, dynamic> json)
      :
        id = (json['id'] as num).toInt(),
        occurredAt = json['occurred_at'] as String,
        latitude = (json['latitude'] as num).toDouble(),
        longitude = (json['longitude'] as num).toDouble(),
        depthKm = json['depth_km'] == null ? null : (json['depth_km'] as num).toDouble(),
        magnitude = json['magnitude'] == null ? null : (json['magnitude'] as num).toDouble(),
        location = json['location'] as String,
        locationEn = json['location_en'] as String,
        slug = json['slug'] as String,
        distanceKm = (json['distance_km'] as num).toDouble();
}

class NodalPlane {
  /// Degrees, from 0 to below 360.
  final double strike;
  /// Degrees, 0 to 90.
  final double dip;
  /// Degrees, above −180 to 180.
  final double rake;

  NodalPlane.fromJson(Map<String, dynamic> json)
      :
        strike = (json['strike'] as num).toDouble(),
        dip = (json['dip'] as num).toDouble(),
        rake = (json['rake'] as num).toDouble();
}

class MomentTensor {
  /// N·m; r is up, t south, p east.
  final double mrr;
  /// N·m; r is up, t south, p east.
  final double mtt;
  /// N·m; r is up, t south, p east.
  final double mpp;
  /// N·m; r is up, t south, p east.
  final double mrt;
  /// N·m; r is up, t south, p east.
  final double mrp;
  /// N·m; r is up, t south, p east.
  final double mtp;

  MomentTensor.fromJson(Map<String, dynamic> json)
      :
        mrr = (json['mrr'] as num).toDouble(),
        mtt = (json['mtt'] as num).toDouble(),
        mpp = (json['mpp'] as num).toDouble(),
        mrt = (json['mrt'] as num).toDouble(),
        mrp = (json['mrp'] as num).toDouble(),
        mtp = (json['mtp'] as num).toDouble();
}

class Centroid {
  /// RFC 3339.
  final String? occurredAtUtc;
  /// Degrees, north positive.
  final double latitude;
  /// Degrees, east positive.
  final double longitude;
  /// Kilometres below sea level.
  final double depthKm;

  Centroid.fromJson(Map<String, dynamic> json)
      :
        occurredAtUtc = json['occurred_at_utc'] == null ? null : json['occurred_at_utc'] as String,
        latitude = (json['latitude'] as num).toDouble(),
        longitude = (json['longitude'] as num).toDouble(),
        depthKm = (json['depth_km'] as num).toDouble();
}

class FocalMechanism {
  /// Who computed it: `GCMT`, `USGS`, …
  final String source;
  /// The two of them.
  final List<NodalPlane> nodalPlanes;
  final MomentTensor? momentTensor;
  /// N·m.
  final double? scalarMoment;
  /// Moment magnitude.
  final double? mw;
  final Centroid? centroid;
  /// Members that were computed from those of the source.
  final List<String>? computed;

  FocalMechanism.fromJson(Map<String, dynamic> json)
      :
        source = json['source'] as String,
        nodalPlanes = [for (final one in json['nodal_planes'] as List) NodalPlane.fromJson(one as Map<String, dynamic>)],
        momentTensor = json['moment_tensor'] == null ? null : MomentTensor.fromJson(json['moment_tensor'] as Map<String, dynamic>),
        scalarMoment = json['scalar_moment'] == null ? null : (json['scalar_moment'] as num).toDouble(),
        mw = json['mw'] == null ? null : (json['mw'] as num).toDouble(),
        centroid = json['centroid'] == null ? null : Centroid.fromJson(json['centroid'] as Map<String, dynamic>),
        computed = json['computed'] == null ? null : [for (final one in json['computed'] as List) one as String];
}

class ShakeMap {
  /// Who made it.
  final String source;
  /// Greatest modelled intensity (Modified Mercalli), 1 to 10.
  final double maxMmi;
  /// Its page.
  final String url;

  ShakeMap.fromJson(Map<String, dynamic> json)
      :
        source = json['source'] as String,
        maxMmi = (json['max_mmi'] as num).toDouble(),
        url = json['url'] as String;
}

class MergedEarthquake {
  /// Given once and never reused.
  final int id;
  /// 16 hexadecimal digits, the first a letter; stable across revisions.
  final String eventId;

  MergedEarthquake.fromJson(Map<String, dynamic> json)
      :
        id = (json['id'] as num).toInt(),
        eventId = json['event_id'] as String;
}

class Revision {
  /// RFC 3339.
  final String at;
  /// Those of which reports brought the change.
  final List<Agency> agencies;
  /// Fields that changed, or `created`, `withdrawn`, `reinstated`, `merged`.
  final List<String> changed;
  /// Changed fields as they were before.
  final Object? previous;
  /// Earthquakes that became part of this one, as last published.
  final List<MergedEarthquake>? merged;
  /// The `id` of earthquakes from which reports came over.
  final List<int>? movedFrom;
  /// The `id` of earthquakes to which reports went over.
  final List<int>? movedTo;
  /// Revisions between the one before and this one that are no longer kept.
  final int? omittedBefore;

  Revision.fromJson(Map<String, dynamic> json)
      :
        at = json['at'] as String,
        agencies = [for (final one in json['agencies'] as List) Agency(one as String)],
        changed = [for (final one in json['changed'] as List) one as String],
        previous = json['previous'] == null ? null : json['previous'] as Object,
        merged = json['merged'] == null ? null : [for (final one in json['merged'] as List) MergedEarthquake.fromJson(one as Map<String, dynamic>)],
        movedFrom = json['moved_from'] == null ? null : [for (final one in json['moved_from'] as List) (one as num).toInt()],
        movedTo = json['moved_to'] == null ? null : [for (final one in json['moved_to'] as List) (one as num).toInt()],
        omittedBefore = json['omitted_before'] == null ? null : (json['omitted_before'] as num).toInt();
}

class EarthquakeDetail {
  /// Given once and never reused.
  final int id;
  /// 16 hexadecimal digits, the first a letter; stable across revisions.
  final String eventId;
  /// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
  final String occurredAt;
  /// Only where coarser than a second.
  final DatePrecision? datePrecision;
  /// Degrees, north positive.
  final double latitude;
  /// Degrees, east positive.
  final double longitude;
  /// Kilometres below sea level; null where no agency gave one.
  final double? depthKm;
  /// The primary magnitude; never null in a list.
  final double? magnitude;
  /// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
  final String? magnitudeType;
  /// Only where no other agency confirms a magnitude of 5 or more.
  final bool? magnitudeDoubtful;
  /// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
  final MagnitudeState? magnitudeState;
  /// Agency of `magnitude`, only where it is not `source`.
  final Agency? magnitudeSource;
  /// One standard deviation of what two agencies or more give together; since 1970.
  final double? magnitudeError;
  /// Only where an agency gave one.
  final double? magnitudeMl;
  /// Only where an agency gave one.
  final double? magnitudeMd;
  /// Only where an agency gave one.
  final double? magnitudeMw;
  /// In Turkish.
  final String location;
  /// In English; absent where an agency’s own `location` is names alone.
  final String? locationEn;
  /// The agency's own words, where `location` was made.
  final String? agencyLocation;
  /// The name by which it is known, in Turkish, where the historical list has one.
  final String? eventName;
  /// The same in English.
  final String? eventNameEn;
  /// Province of Türkiye; null abroad and far at sea.
  final String? province;
  /// Its plate code, two digits.
  final String? provinceCode;
  /// District, on land in Türkiye.
  final String? district;
  /// Agency of the preferred solution.
  final Agency source;
  /// Each agency's solution with its uncertainties.
  final List<Solution> sources;
  /// As the agency of the preferred solution says.
  final Quality? quality;
  /// Only where it is not an earthquake: `quarry blast`, …
  final String? eventType;
  /// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type`
  /// is given.
  final double? blastProbability;
  /// When this service published the record, RFC 3339.
  final String updatedAt;
  /// Moment magnitude estimated from another type.
  final MwEstimate? mwEstimate;
  /// Greatest intensity, where a list gives it.
  final double? maxIntensity;
  /// Where a list gives them.
  final int? deaths;
  /// With the UTC day, the name of the earthquake in addresses.
  final String slug;
  /// RFC 3339, with fractions where known.
  final String occurredAtUtc;
  /// The nearest 10.
  final List<NearbyStation> nearbyStations;
  /// The nearest 10 within 100 km and 30 days.
  final List<NearbyEarthquake> nearbyQuakes;
  /// Nodal planes, moment tensor, scalar moment, Mw and centroid.
  final FocalMechanism? focalMechanism;
  /// Source, greatest intensity and address.
  final ShakeMap? shakemap;
  /// What changed, and when.
  final List<Revision> revisions;

  EarthquakeDetail.fromJson(Map<String, dynamic> json)
      :
        id = (json['id'] as num).toInt(),
        eventId = json['event_id'] as String,
        occurredAt = json['occurred_at'] as String,
        datePrecision = json['date_precision'] == null ? null : DatePrecision(json['date_precision'] as String),
        latitude = (json['latitude'] as num).toDouble(),
        longitude = (json['longitude'] as num).toDouble(),
        depthKm = json['depth_km'] == null ? null : (json['depth_km'] as num).toDouble(),
        magnitude = json['magnitude'] == null ? null : (json['magnitude'] as num).toDouble(),
        magnitudeType = json['magnitude_type'] == null ? null : json['magnitude_type'] as String,
        magnitudeDoubtful = json['magnitude_doubtful'] == null ? null : json['magnitude_doubtful'] as bool,
        magnitudeState = json['magnitude_state'] == null ? null : MagnitudeState(json['magnitude_state'] as String),
        magnitudeSource = json['magnitude_source'] == null ? null : Agency(json['magnitude_source'] as String),
        magnitudeError = json['magnitude_error'] == null ? null : (json['magnitude_error'] as num).toDouble(),
        magnitudeMl = json['magnitude_ml'] == null ? null : (json['magnitude_ml'] as num).toDouble(),
        magnitudeMd = json['magnitude_md'] == null ? null : (json['magnitude_md'] as num).toDouble(),
        magnitudeMw = json['magnitude_mw'] == null ? null : (json['magnitude_mw'] as num).toDouble(),
        location = json['location'] as String,
        locationEn = json['location_en'] == null ? null : json['location_en'] as String,
        agencyLocation = json['agency_location'] == null ? null : json['agency_location'] as String,
        eventName = json['event_name'] == null ? null : json['event_name'] as String,
        eventNameEn = json['event_name_en'] == null ? null : json['event_name_en'] as String,
        province = json['province'] == null ? null : json['province'] as String,
        provinceCode = json['province_code'] == null ? null : json['province_code'] as String,
        district = json['district'] == null ? null : json['district'] as String,
        source = Agency(json['source'] as String),
        sources = [for (final one in json['sources'] as List) Solution.fromJson(one as Map<String, dynamic>)],
        quality = json['quality'] == null ? null : Quality(json['quality'] as String),
        eventType = json['event_type'] == null ? null : json['event_type'] as String,
        blastProbability = json['blast_probability'] == null ? null : (json['blast_probability'] as num).toDouble(),
        updatedAt = json['updated_at'] as String,
        mwEstimate = json['mw_estimate'] == null ? null : MwEstimate.fromJson(json['mw_estimate'] as Map<String, dynamic>),
        maxIntensity = json['max_intensity'] == null ? null : (json['max_intensity'] as num).toDouble(),
        deaths = json['deaths'] == null ? null : (json['deaths'] as num).toInt(),
        slug = json['slug'] as String,
        occurredAtUtc = json['occurred_at_utc'] as String,
        nearbyStations = [for (final one in json['nearby_stations'] as List) NearbyStation.fromJson(one as Map<String, dynamic>)],
        nearbyQuakes = [for (final one in json['nearby_quakes'] as List) NearbyEarthquake.fromJson(one as Map<String, dynamic>)],
        focalMechanism = json['focal_mechanism'] == null ? null : FocalMechanism.fromJson(json['focal_mechanism'] as Map<String, dynamic>),
        shakemap = json['shakemap'] == null ? null : ShakeMap.fromJson(json['shakemap'] as Map<String, dynamic>),
        revisions = [for (final one in json['revisions'] as List) Revision.fromJson(one as Map<String, dynamic>)];
}

class DetailAnswer {
  /// Always `success`.
  final String status;
  final EarthquakeDetail earthquake;

  DetailAnswer.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as String,
        earthquake = EarthquakeDetail.fromJson(json['earthquake'] as Map<String, dynamic>);
}

class ExportAnswer {
  /// Always `success`.
  final String status;
  /// Items in `earthquakes`.
  final int count;
  /// Whether rows were left out.
  final bool truncated;
  /// Of each agency inside.
  final List<Terms> terms;
  /// Names in `sources` that are no agency.
  final List<String>? ignoredSources;
  final List<Earthquake> earthquakes;

  ExportAnswer.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as String,
        count = (json['count'] as num).toInt(),
        truncated = json['truncated'] as bool,
        terms = [for (final one in json['terms'] as List) Terms.fromJson(one as Map<String, dynamic>)],
        ignoredSources = json['ignored_sources'] == null ? null : [for (final one in json['ignored_sources'] as List) one as String],
        earthquakes = [for (final one in json['earthquakes'] as List) Earthquake.fromJson(one as Map<String, dynamic>)];
}

class StatisticsAnswer {
  /// Always `success`.
  final String status;
  /// With blasts.
  final int total;
  /// Of this UTC day.
  final int today;
  /// Of the last 24 hours.
  final int? last24h;
  /// Rounded to two decimals.
  final double? avgMagnitude;
  /// Greatest magnitude.
  final double? maxMagnitude;
  /// How many of the total are blasts: marked by an agency, or with a `blast_probability` above 0.5.
  final int? blasts;
  /// By agency.
  final Map<String, int>? bySource;
  /// When the dataset, or what of it the file of statistics counts, last changed; RFC 3339.
  final String? generatedAt;

  StatisticsAnswer.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as String,
        total = (json['total'] as num).toInt(),
        today = (json['today'] as num).toInt(),
        last24h = json['last_24h'] == null ? null : (json['last_24h'] as num).toInt(),
        avgMagnitude = json['avg_magnitude'] == null ? null : (json['avg_magnitude'] as num).toDouble(),
        maxMagnitude = json['max_magnitude'] == null ? null : (json['max_magnitude'] as num).toDouble(),
        blasts = json['blasts'] == null ? null : (json['blasts'] as num).toInt(),
        bySource = json['by_source'] == null ? null : (json['by_source'] as Map<String, dynamic>).map((name, one) => MapEntry(name, (one as num).toInt())),
        generatedAt = json['generated_at'] == null ? null : json['generated_at'] as String;
}

class Station {
  /// FDSN network code.
  final String network;
  /// Station code.
  final String code;
  /// Place.
  final String name;
  /// Agency that runs it.
  final Agency source;
  /// Degrees.
  final double latitude;
  /// Degrees.
  final double longitude;
  /// Metres above sea level.
  final double? elevationM;

  Station.fromJson(Map<String, dynamic> json)
      :
        network = json['network'] as String,
        code = json['code'] as String,
        name = json['name'] as String,
        source = Agency(json['source'] as String),
        latitude = (json['latitude'] as num).toDouble(),
        longitude = (json['longitude'] as num).toDouble(),
        elevationM = json['elevation_m'] == null ? null : (json['elevation_m'] as num).toDouble();
}

class StationsAnswer {
  /// Always `success`.
  final String status;
  /// Items in `stations`.
  final int count;
  final List<Station> stations;

  StationsAnswer.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as String,
        count = (json['count'] as num).toInt(),
        stations = [for (final one in json['stations'] as List) Station.fromJson(one as Map<String, dynamic>)];
}

class ServiceState {
  final String value;
  const ServiceState(this.value);

  static const current = ServiceState('current');
  static const late = ServiceState('late');
  static const never = ServiceState('never');

  @override
  bool operator ==(Object other) => other is ServiceState && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class SourceState {
  final String value;
  const SourceState(this.value);

  static const ok = SourceState('ok');
  static const degraded = SourceState('degraded');
  static const stale = SourceState('stale');
  static const down = SourceState('down');
  static const idle = SourceState('idle');

  @override
  bool operator ==(Object other) => other is SourceState && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class FindingCode {
  final String value;
  const FindingCode(this.value);

  static const unreadable = FindingCode('unreadable');
  static const shifted = FindingCode('shifted');
  static const moved = FindingCode('moved');
  static const retimed = FindingCode('retimed');
  static const depthChanged = FindingCode('depth_changed');
  static const magnitudeChanged = FindingCode('magnitude_changed');
  static const scaleChanged = FindingCode('scale_changed');
  static const typeChanged = FindingCode('type_changed');
  static const withdrawn = FindingCode('withdrawn');
  static const fieldLost = FindingCode('field_lost');
  static const gone = FindingCode('gone');
  static const contradicted = FindingCode('contradicted');
  static const outside = FindingCode('outside');

  @override
  bool operator ==(Object other) => other is FindingCode && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class WatchedField {
  final String value;
  const WatchedField(this.value);

  static const magnitude = WatchedField('magnitude');
  static const magnitudeType = WatchedField('magnitude_type');
  static const depth = WatchedField('depth');
  static const place = WatchedField('place');

  @override
  bool operator ==(Object other) => other is WatchedField && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class Quarantine {
  /// Its name.
  final String feed;
  /// RFC 3339.
  final String since;
  /// The reason in words.
  final String message;
  /// The reason.
  final FindingCode code;
  /// Rows that show it,
  final int count;
  /// of so many that could.
  final int of;
  /// Where the reason is about one.
  final WatchedField? field;
  /// Hours by which times are shifted, where they are.
  final double? hours;

  Quarantine.fromJson(Map<String, dynamic> json)
      :
        feed = json['feed'] as String,
        since = json['since'] as String,
        message = json['message'] as String,
        code = FindingCode(json['code'] as String),
        count = (json['count'] as num).toInt(),
        of = (json['of'] as num).toInt(),
        field = json['field'] == null ? null : WatchedField(json['field'] as String),
        hours = json['hours'] == null ? null : (json['hours'] as num).toDouble();
}

class GapReason {
  final String value;
  const GapReason(this.value);

  static const noAnswer = GapReason('no_answer');
  static const notRequested = GapReason('not_requested');

  @override
  bool operator ==(Object other) => other is GapReason && other.value == value;
  @override
  int get hashCode => value.hashCode;
  @override
  String toString() => value;
}

class Gap {
  /// RFC 3339: the answer before.
  final String from;
  /// RFC 3339: the answer after.
  final String until;
  /// Whether it was requested meanwhile.
  final GapReason reason;

  Gap.fromJson(Map<String, dynamic> json)
      :
        from = json['from'] as String,
        until = json['until'] as String,
        reason = GapReason(json['reason'] as String);
}

class SourceStatus {
  /// Agency.
  final Agency name;
  /// Whether it is asked regularly.
  final bool? live;
  final SourceState state;
  /// RFC 3339: its newest sound answer.
  final String? lastSuccess;
  /// RFC 3339: when it was asked last.
  final String? lastAttempt;
  /// Origin time of its newest earthquake in UTC, `YYYY-MM-DD HH:MM:SS`.
  final String? lastEvent;
  /// Why the last attempt failed.
  final String? error;
  /// Feeds of which documents are quarantined, since they contradict what was sent before or other agencies.
  final List<Quarantine>? quarantine;
  /// Rows of all documents so far.
  final int? rowsRead;
  /// Of these, those that could not be used.
  final int? rowsRejected;
  /// Documents that were quarantined so far.
  final int? documentsQuarantined;
  /// Times without an answer, longer than 15 minutes, that ended within the last day.
  final List<Gap>? gaps;

  SourceStatus.fromJson(Map<String, dynamic> json)
      :
        name = Agency(json['name'] as String),
        live = json['live'] == null ? null : json['live'] as bool,
        state = SourceState(json['state'] as String),
        lastSuccess = json['last_success'] == null ? null : json['last_success'] as String,
        lastAttempt = json['last_attempt'] == null ? null : json['last_attempt'] as String,
        lastEvent = json['last_event'] == null ? null : json['last_event'] as String,
        error = json['error'] == null ? null : json['error'] as String,
        quarantine = json['quarantine'] == null ? null : [for (final one in json['quarantine'] as List) Quarantine.fromJson(one as Map<String, dynamic>)],
        rowsRead = json['rows_read'] == null ? null : (json['rows_read'] as num).toInt(),
        rowsRejected = json['rows_rejected'] == null ? null : (json['rows_rejected'] as num).toInt(),
        documentsQuarantined = json['documents_quarantined'] == null ? null : (json['documents_quarantined'] as num).toInt(),
        gaps = json['gaps'] == null ? null : [for (final one in json['gaps'] as List) Gap.fromJson(one as Map<String, dynamic>)];
}

class StatusAnswer {
  /// Always `success`.
  final String status;
  /// Changes with the dataset.
  final String dataset;
  /// When the dataset was last built, also without a change; RFC 3339.
  final String? generatedAt;
  /// The moment that answers with a window of time are of, RFC 3339.
  final String? asOf;
  /// Late: no answer for 10 minutes.
  final ServiceState? state;
  /// RFC 3339: the newest sound answer of any live source; null: none yet.
  final String? lastSuccess;
  /// There only while two agencies agree against the clock of this service, by which it is behind: nothing new
  /// is published.
  final int? clockOffsetSeconds;
  /// There only while earthquakes cannot be composed or rendered: they are as last published.
  final int? faultyEarthquakes;
  /// How users of the data name the service.
  final String? attribution;
  /// Of each agency inside.
  final List<Terms>? terms;
  final List<SourceStatus> sources;

  StatusAnswer.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as String,
        dataset = json['dataset'] as String,
        generatedAt = json['generated_at'] == null ? null : json['generated_at'] as String,
        asOf = json['as_of'] == null ? null : json['as_of'] as String,
        state = json['state'] == null ? null : ServiceState(json['state'] as String),
        lastSuccess = json['last_success'] == null ? null : json['last_success'] as String,
        clockOffsetSeconds = json['clock_offset_seconds'] == null ? null : (json['clock_offset_seconds'] as num).toInt(),
        faultyEarthquakes = json['faulty_earthquakes'] == null ? null : (json['faulty_earthquakes'] as num).toInt(),
        attribution = json['attribution'] == null ? null : json['attribution'] as String,
        terms = json['terms'] == null ? null : [for (final one in json['terms'] as List) Terms.fromJson(one as Map<String, dynamic>)],
        sources = [for (final one in json['sources'] as List) SourceStatus.fromJson(one as Map<String, dynamic>)];
}

/// None of them is an object of a kind that did not exist when this was made.
class EventGeoJson {
  final EventFeatureCollection? eventFeatureCollection;
  final EventFeature? eventFeature;

  EventGeoJson.fromJson(Map<String, dynamic> json)
      :
        eventFeatureCollection = json.containsKey('features') ? EventFeatureCollection.fromJson(json) : null,
        eventFeature = json.containsKey('id') ? EventFeature.fromJson(json) : null;
}

/// None of them is an object of a kind that did not exist when this was made.
class EmscGeoJson {
  final EmscFeatureCollection? emscFeatureCollection;
  final EmscFeature? emscFeature;

  EmscGeoJson.fromJson(Map<String, dynamic> json)
      :
        emscFeatureCollection = json.containsKey('features') ? EmscFeatureCollection.fromJson(json) : null,
        emscFeature = json.containsKey('id') ? EmscFeature.fromJson(json) : null;
}

class Count {
  /// Events that match.
  final int count;
  /// Most events of one answer.
  final int maxAllowed;

  Count.fromJson(Map<String, dynamic> json)
      :
        count = (json['count'] as num).toInt(),
        maxAllowed = (json['maxAllowed'] as num).toInt();
}

class KandilliMetadata {
  /// Beginning in time of Türkiye, `YYYY-MM-DD HH:MM:SS`.
  final String? dateStarts;
  /// End in time of Türkiye, `YYYY-MM-DD HH:MM:SS`.
  final String? dateEnds;
  /// Rows of the answer.
  final int count;
  /// The same.
  final int total;

  KandilliMetadata.fromJson(Map<String, dynamic> json)
      :
        dateStarts = json['date_starts'] == null ? null : json['date_starts'] as String,
        dateEnds = json['date_ends'] == null ? null : json['date_ends'] as String,
        count = (json['count'] as num).toInt(),
        total = (json['total'] as num).toInt();
}

class KandilliList {
  final bool status;
  /// 200.
  final int httpStatus;
  /// Empty.
  final String desc;
  /// 0.
  final int serverloadms;
  final KandilliMetadata metadata;
  final List<KandilliEarthquake> result;

  KandilliList.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as bool,
        httpStatus = (json['httpStatus'] as num).toInt(),
        desc = json['desc'] as String,
        serverloadms = (json['serverloadms'] as num).toInt(),
        metadata = KandilliMetadata.fromJson(json['metadata'] as Map<String, dynamic>),
        result = [for (final one in json['result'] as List) KandilliEarthquake.fromJson(one as Map<String, dynamic>)];
}

class KandilliError {
  final bool status;
  /// The status of the answer.
  final int httpStatus;
  /// A sentence to act on.
  final String desc;
  /// The parameter at fault.
  final String? parameter;
  /// Empty.
  final List<Object> result;

  KandilliError.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as bool,
        httpStatus = (json['httpStatus'] as num).toInt(),
        desc = json['desc'] as String,
        parameter = json['parameter'] == null ? null : json['parameter'] as String,
        result = [for (final one in json['result'] as List) one as Object];
}

class KandilliOne {
  final bool status;
  /// 200.
  final int httpStatus;
  /// Empty.
  final String desc;
  /// 0.
  final int serverloadms;
  final KandilliMetadata metadata;
  final KandilliEarthquake result;

  KandilliOne.fromJson(Map<String, dynamic> json)
      :
        status = json['status'] as bool,
        httpStatus = (json['httpStatus'] as num).toInt(),
        desc = json['desc'] as String,
        serverloadms = (json['serverloadms'] as num).toInt(),
        metadata = KandilliMetadata.fromJson(json['metadata'] as Map<String, dynamic>),
        result = KandilliEarthquake.fromJson(json['result'] as Map<String, dynamic>);
}

/// None of them is an object of a kind that did not exist when this was made.
class AfadEventOrAfadFeatureCollection {
  final AfadEvent? afadEvent;
  final AfadFeatureCollection? afadFeatureCollection;

  AfadEventOrAfadFeatureCollection.fromJson(Map<String, dynamic> json)
      :
        afadEvent = json.containsKey('rms') ? AfadEvent.fromJson(json) : null,
        afadFeatureCollection = json.containsKey('features') ? AfadFeatureCollection.fromJson(json) : null;
}
