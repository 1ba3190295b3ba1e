// The answers of the earthquake API as types, made from its openapi.json.
// Unknown members are ignored and unknown words are kept, so that new ones break nothing. All times are UTC.

export type LimitPolicy =
  | "daily"
  | "burst"
  | (string & {});

export interface ErrorAnswer {
  /** Always `error`. */
  status: string;
  /** `invalid_parameter`, `invalid_key`, `not_found`, `gone`, `rate_limited`, `unavailable`, … */
  code: string;
  /** A sentence to act on. */
  message: string;
  /** The parameter at fault. */
  parameter?: string;
  /** The limit that is reached. */
  policy?: LimitPolicy;
}

export type DatePrecision =
  | "second"
  | "minute"
  | "hour"
  | "day"
  | "month"
  | "year"
  | (string & {});

export type MagnitudeState =
  | "automatic"
  | "settling"
  | "agreed"
  | (string & {});

export type Agency =
  | "kandilli"
  | "afad"
  | "usgs"
  | "turhec"
  | "historical"
  | (string & {});

export interface AgencyMagnitude {
  /** Agency. */
  name: Agency;
  /** Its magnitude. */
  magnitude: number;
  /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
  magnitude_type?: string;
}

export type Quality =
  | "automatic"
  | "reviewed"
  | (string & {});

export interface Earthquake {
  /** Given once and never reused. */
  id: number;
  /** 16 hexadecimal digits, the first a letter; stable across revisions. */
  event_id: string;
  /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
  occurred_at: string;
  /** Only where coarser than a second. */
  date_precision?: DatePrecision;
  /** Degrees, north positive. */
  latitude: number;
  /** Degrees, east positive. */
  longitude: number;
  /** Kilometres below sea level; null where no agency gave one. */
  depth_km: number | null;
  /** The primary magnitude; never null in a list. */
  magnitude: number | null;
  /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
  magnitude_type?: string;
  /** Only where no other agency confirms a magnitude of 5 or more. */
  magnitude_doubtful?: boolean;
  /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
  magnitude_state?: MagnitudeState;
  /** Agency of `magnitude`, only where it is not `source`. */
  magnitude_source?: Agency;
  /** One standard deviation of what two agencies or more give together; since 1970. */
  magnitude_error?: number;
  /** Only where an agency gave one. */
  magnitude_ml?: number;
  /** Only where an agency gave one. */
  magnitude_md?: number;
  /** Only where an agency gave one. */
  magnitude_mw?: number;
  /** In Turkish. */
  location: string;
  /** In English; absent where an agency’s own `location` is names alone. */
  location_en?: string;
  /** The agency's own words, where `location` was made. */
  agency_location?: string;
  /** The name by which it is known, in Turkish, where the historical list has one. */
  event_name?: string;
  /** The same in English. */
  event_name_en?: string;
  /** Province of Türkiye; null abroad and far at sea. */
  province: string | null;
  /** Its plate code, two digits. */
  province_code: string | null;
  /** District, on land in Türkiye. */
  district: string | null;
  /** Agency of the preferred solution. */
  source: Agency;
  /** Where two agencies or more gave a magnitude. */
  sources?: AgencyMagnitude[];
  /** As the agency of the preferred solution says. */
  quality?: Quality;
  /** Only where it is not an earthquake: `quarry blast`, … */
  event_type?: string;
  /**
   * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
   * `event_type` is given.
   */
  blast_probability?: number;
  /** When this service published the record, RFC 3339. */
  updated_at: string;
}

export interface Tombstone {
  /** Of the earthquake that is gone. */
  id: number;
  /** Of the same. */
  event_id: string;
  /** Withdrawn, or without a magnitude. */
  retracted?: boolean;
  /** The `id` of the earthquake that it is the same as. */
  merged_into?: number;
}

export interface PointGeometry {
  /** Always `Point`. */
  type: string;
  /**
   * Longitude and latitude in degrees, then height in metres, negative below sea level, where a depth is
   * known.
   */
  coordinates: number[];
}

export interface FeatureProperties {
  /** Given once and never reused. */
  id: number;
  /** 16 hexadecimal digits, the first a letter; stable across revisions. */
  event_id: string;
  /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
  occurred_at: string;
  /** Only where coarser than a second. */
  date_precision?: DatePrecision;
  /** Kilometres below sea level; null where no agency gave one. */
  depth_km: number | null;
  /** The primary magnitude; never null in a list. */
  magnitude: number | null;
  /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
  magnitude_type?: string;
  /** Only where no other agency confirms a magnitude of 5 or more. */
  magnitude_doubtful?: boolean;
  /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
  magnitude_state?: MagnitudeState;
  /** Agency of `magnitude`, only where it is not `source`. */
  magnitude_source?: Agency;
  /** One standard deviation of what two agencies or more give together; since 1970. */
  magnitude_error?: number;
  /** Only where an agency gave one. */
  magnitude_ml?: number;
  /** Only where an agency gave one. */
  magnitude_md?: number;
  /** Only where an agency gave one. */
  magnitude_mw?: number;
  /** In Turkish. */
  location: string;
  /** In English; absent where an agency’s own `location` is names alone. */
  location_en?: string;
  /** The agency's own words, where `location` was made. */
  agency_location?: string;
  /** The name by which it is known, in Turkish, where the historical list has one. */
  event_name?: string;
  /** The same in English. */
  event_name_en?: string;
  /** Province of Türkiye; null abroad and far at sea. */
  province: string | null;
  /** Its plate code, two digits. */
  province_code: string | null;
  /** District, on land in Türkiye. */
  district: string | null;
  /** Agency of the preferred solution. */
  source: Agency;
  /** Where two agencies or more gave a magnitude. */
  sources?: AgencyMagnitude[];
  /** As the agency of the preferred solution says. */
  quality?: Quality;
  /** Only where it is not an earthquake: `quarry blast`, … */
  event_type?: string;
  /**
   * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
   * `event_type` is given.
   */
  blast_probability?: number;
  /** When this service published the record, RFC 3339. */
  updated_at: string;
  /** A label: magnitude and place, in Turkish. */
  title?: string;
}

export interface Feature {
  /** Always `Feature`. */
  type: string;
  /** The `event_id`. */
  id: string;
  geometry: PointGeometry;
  properties: FeatureProperties;
}

export interface Terms {
  /** The agency, or `places`. */
  name: string;
  /** Who holds the rights. */
  holder: string;
  /** In words. */
  terms: string;
  /** Of the holder. */
  url: string;
}

export interface FeatureCollection {
  /** Always `FeatureCollection`. */
  type: string;
  /** Items in `features`. */
  count?: number;
  /** Whether rows were left out. */
  truncated?: boolean;
  /** Of each agency inside. */
  terms?: Terms[];
  /** Names in `sources` that are no agency. */
  ignored_sources?: string[];
  features: Feature[];
}

export interface EventGeometry {
  /** Always `Point`. */
  type: string;
  /** Longitude and latitude in degrees, then depth in km below sea level. */
  coordinates: number[];
}

export interface EventProperties {
  /** Magnitude. */
  mag: number | null;
  /** In English. */
  place: string;
  /** Origin time, milliseconds since 1970-01-01T00:00:00Z. */
  time: number;
  /** When the record was published, milliseconds since 1970-01-01T00:00:00Z. */
  updated: number;
  /** Null: no agency here gives it. */
  tz: number | null;
  /** Page of the earthquake. */
  url: string;
  /** Address of this earthquake alone, as GeoJSON. */
  detail: string;
  /** Null: no agency here gives it. */
  felt: number | null;
  /** Null: no agency here gives it. */
  cdi: number | null;
  /** Null: no agency here gives it. */
  mmi: number | null;
  /** Null: no agency here gives it. */
  alert: string | null;
  /** `automatic` or `reviewed`. */
  status: string | null;
  /** 0. */
  tsunami: number;
  /** Significance, from the magnitude. */
  sig: number;
  /** Agency of the origin. */
  net: string;
  /** Its identifier of the earthquake. */
  code: string;
  /** Identifiers, between commas. */
  ids: string;
  /** Agencies, between commas. */
  sources: string;
  /** Kinds of products, between commas. */
  types: string;
  /** Stations used for the hypocentre. */
  nst: number | null;
  /** Distance of the nearest station from the epicentre, in degrees. */
  dmin: number | null;
  /** Root mean square of the residuals of arrival times, in s. */
  rms: number | null;
  /** Greatest angle at the epicentre without a station, in degrees. */
  gap: number | null;
  /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
  magType: string | null;
  /** `earthquake`, `quarry blast`, … */
  type: string;
  /** Magnitude and place, in English. */
  title: string;
  /** Only where no other agency confirms a magnitude of 5 or more. */
  magnitude_doubtful?: boolean;
  /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
  magnitude_state?: MagnitudeState;
  /** Agency of `magnitude`, only where it is not `source`. */
  magnitude_source?: Agency;
  /** One standard deviation of what two agencies or more give together; since 1970. */
  magnitude_error?: number;
  /** The name by which it is known, in Turkish, where the historical list has one. */
  event_name?: string;
  /** The same in English. */
  event_name_en?: string;
  /** Province of Türkiye; null abroad and far at sea. */
  province?: string | null;
  /** Its plate code, two digits. */
  province_code?: string | null;
  /** District, on land in Türkiye. */
  district?: string | null;
  /**
   * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
   * `event_type` is given.
   */
  blast_probability?: number;
  /** Greatest intensity, where a list gives it. */
  max_intensity?: number;
  /** Where a list gives them. */
  deaths?: number;
  /** Empty: there only for one event. */
  products?: unknown;
  /** Only where no agency gave a depth. */
  depth_unknown?: boolean;
}

export interface EventFeature {
  /** Always `Feature`. */
  type: string;
  /** The `event_id`. */
  id: string;
  geometry: EventGeometry;
  properties: EventProperties;
}

export interface EventMetadata {
  /** When the answer was made, milliseconds since 1970-01-01T00:00:00Z. */
  generated: number;
  /** That was asked. */
  url: string;
  /** Of the collection. */
  title: string;
  /** 200. */
  status: number;
  /** Version of the format. */
  api: string;
  /** Most events of the answer. */
  limit?: number;
  /** The first of them, from 1. */
  offset?: number;
  /** Items in `features`. */
  count: number;
}

export interface EventFeatureCollection {
  /** Always `FeatureCollection`. */
  type: string;
  metadata?: EventMetadata;
  /** Least coordinates of the features, then the greatest; absent for fewer than two. */
  bbox?: number[];
  features: EventFeature[];
}

export interface EmscGeometry {
  /** Always `Point`. */
  type: string;
  /** Longitude and latitude in degrees, then height in km, negative below sea level. */
  coordinates: number[];
}

export interface EmscProperties {
  /** Magnitude. */
  mag: number | null;
  /** In English. */
  place: string;
  /** Origin time, UTC, with a fraction: `2023-02-06T01:17:32.0Z`. */
  time: string;
  /** When the record was published, milliseconds since 1970-01-01T00:00:00Z. */
  updated: number;
  /** Null: no agency here gives it. */
  tz: number | null;
  /** Page of the earthquake. */
  url: string;
  /** Address of this earthquake alone, as GeoJSON. */
  detail: string;
  /** Null: no agency here gives it. */
  felt: number | null;
  /** Null: no agency here gives it. */
  cdi: number | null;
  /** Null: no agency here gives it. */
  mmi: number | null;
  /** Null: no agency here gives it. */
  alert: string | null;
  /** `automatic` or `reviewed`. */
  status: string | null;
  /** 0. */
  tsunami: number;
  /** Significance, from the magnitude. */
  sig: number;
  /** Agency of the origin. */
  net: string;
  /** Its identifier of the earthquake. */
  code: string;
  /** Identifiers, between commas. */
  ids: string;
  /** Agencies, between commas. */
  sources: string;
  /** Kinds of products, between commas. */
  types: string;
  /** Stations used for the hypocentre. */
  nst: number | null;
  /** Distance of the nearest station from the epicentre, in degrees. */
  dmin: number | null;
  /** Root mean square of the residuals of arrival times, in s. */
  rms: number | null;
  /** Greatest angle at the epicentre without a station, in degrees. */
  gap: number | null;
  /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
  magType: string | null;
  /** `earthquake`, `quarry blast`, … */
  type: string;
  /** Magnitude and place, in English. */
  title: string;
  /** Only where no other agency confirms a magnitude of 5 or more. */
  magnitude_doubtful?: boolean;
  /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
  magnitude_state?: MagnitudeState;
  /** Agency of `magnitude`, only where it is not `source`. */
  magnitude_source?: Agency;
  /** One standard deviation of what two agencies or more give together; since 1970. */
  magnitude_error?: number;
  /** The name by which it is known, in Turkish, where the historical list has one. */
  event_name?: string;
  /** The same in English. */
  event_name_en?: string;
  /** Province of Türkiye; null abroad and far at sea. */
  province?: string | null;
  /** Its plate code, two digits. */
  province_code?: string | null;
  /** District, on land in Türkiye. */
  district?: string | null;
  /**
   * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
   * `event_type` is given.
   */
  blast_probability?: number;
  /** Greatest intensity, where a list gives it. */
  max_intensity?: number;
  /** Where a list gives them. */
  deaths?: number;
  /** Empty: there only for one event. */
  products?: unknown;
  /** Only where no agency gave a depth. */
  depth_unknown?: boolean;
  /** The `id` of the earthquake. */
  source_id: string;
  /** `HIPOSANTR`. */
  source_catalog: string;
  /** When the record was published, UTC, with a fraction. */
  lastupdate: string;
  /** Place, in English. */
  flynn_region: string;
  /** Degrees north. */
  lat: number;
  /** Degrees east. */
  lon: number;
  /** km below sea level; 0 where it is unknown. */
  depth: number;
  /** `ke` earthquake, `km` mining explosion, `kx` explosion, `uk` another event. */
  evtype: string;
  /** Agency of the origin, in capitals. */
  auth: string;
  /** Type of the magnitude in lower case; `m` where it is unknown. */
  magtype: string;
  /** The `event_id`. */
  unid: string;
}

export interface EmscFeature {
  /** Always `Feature`. */
  type: string;
  /** The `event_id`. */
  id: string;
  geometry: EmscGeometry;
  properties: EmscProperties;
}

export interface EmscFeatureCollection {
  /** Always `FeatureCollection`. */
  type: string;
  metadata?: EventMetadata;
  /** Least coordinates of the features, then the greatest; absent for fewer than two. */
  bbox?: number[];
  features: EmscFeature[];
}

export type KandilliProvider =
  | "kandilli"
  | "afad"
  | (string & {});

export interface KandilliPoint {
  /** Always `Point`. */
  type: string;
  /** Longitude and latitude in degrees. */
  coordinates: number[];
}

export interface KandilliCity {
  /** Name of the province. */
  name: string;
  /** Its plate code; -1 for none. */
  cityCode: number;
  /** Null, or -1 for no province. */
  population: number | null;
  /** From its seat to the epicentre, in m. */
  distance: number;
}

export interface KandilliEpicentre {
  /** Name of the province. */
  name: string;
  /** Its plate code; -1 for none. */
  cityCode: number;
  /** Null, or -1 for no province. */
  population: number | null;
}

export interface KandilliAirport {
  /** From it to the epicentre, in m. */
  distance: number;
  /** In Turkish. */
  name: string;
  /** Of the IATA. */
  code: string;
  coordinates: KandilliPoint;
}

export interface KandilliLocation {
  closestCity: KandilliCity;
  epiCenter: KandilliEpicentre;
  /** The nearest five provinces. */
  closestCities: KandilliCity[];
  /** The nearest three of Türkiye. */
  airports: KandilliAirport[];
}

export interface KandilliEarthquake {
  /** 24 hexadecimal digits. */
  _id: string;
  /** The `event_id`; of AFAD where both agencies have rows with `-afad`. */
  earthquake_id: string;
  /** Agency. */
  provider: KandilliProvider;
  /** Place, in the words of the agency. */
  title: string;
  /** Origin time of Türkiye, `YYYY.MM.DD HH:MM:SS`. */
  date: string;
  /** Origin time of Türkiye, `YYYY-MM-DD HH:MM:SS`. */
  date_time: string;
  /** Magnitude. */
  mag: number;
  /** Kilometres below sea level; 0 where it is not known. */
  depth: number;
  /** Only where the depth is not known. */
  depth_unknown?: boolean;
  geojson: KandilliPoint;
  /** Not known here. */
  rev: unknown | null;
  /** Time zone of the times. */
  location_tz: string;
  location_properties: KandilliLocation;
  /** Origin time, seconds since 1970-01-01T00:00:00Z. */
  created_at: number;
  /** Degrees, north positive. */
  lat: number;
  /** Degrees, east positive. */
  lng: number;
  /** Longitude and latitude in degrees. */
  coordinates: number[];
  /** As `title`. */
  lokasyon: string;
  /** Day of Türkiye, `YYYY-MM-DD`. */
  date_stamp: string;
  /** Day of Türkiye, `YYYY-MM-DD`. */
  date_day: string;
  /** Time of day of Türkiye, `HH:MM:SS`. */
  date_hour: string;
  /** As `created_at`, as a text. */
  timestamp: string;
}

export interface AfadEvent {
  /** Root mean square of the residuals of arrival times, in s. */
  rms: string | null;
  /** AFAD's identifier of the earthquake. */
  eventID: string;
  /** AFAD's own words for the place. */
  location: string;
  /** Degrees, north positive. */
  latitude: string;
  /** Degrees, east positive. */
  longitude: string;
  /** Kilometres below sea level; 0 where it is not known. */
  depth: string;
  /** Only where the depth is not known. */
  depth_unknown?: boolean;
  /** `ML`, `MW`, … */
  type: string | null;
  /** Magnitude. */
  magnitude: string | null;
  /** Country. */
  country: string | null;
  /** Province. */
  province: string | null;
  /** District. */
  district: string | null;
  /** Not known here. */
  neighborhood: unknown | null;
  /** Origin time in UTC, `YYYY-MM-DDTHH:MM:SS`. */
  date: string;
  /** Whether AFAD changed it. */
  isEventUpdate: boolean;
  /** When, in UTC, `YYYY-MM-DDTHH:MM:SS`. */
  lastUpdateDate: string | null;
}

export interface AfadPoint {
  /** Always `Point`. */
  type: string;
  /** Longitude and latitude in degrees. */
  coordinates: number[];
}

export interface AfadFeature {
  /** Always `Feature`. */
  type: string;
  geometry: AfadPoint;
  /** As the other formats name them. */
  properties: unknown;
}

export interface AfadFeatureCollection {
  /** Always `FeatureCollection`. */
  type: string;
  features: AfadFeature[];
}

export type EarthquakeOrTombstone = Earthquake | Tombstone;

export interface ListAnswer {
  /** Always `success`. */
  status: string;
  /** Items in `earthquakes`. */
  count: number;
  /** Whether there are more; then `next` is there. */
  truncated?: boolean;
  /** Relative URL of the following page. */
  next?: string;
  /** Names in `sources` that are no agency. */
  ignored_sources?: string[];
  /** Tombstones only with `updated_after`. */
  earthquakes: EarthquakeOrTombstone[];
}

export interface Magnitude {
  /** Its value. */
  magnitude: number;
  /** `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none. */
  magnitude_type: string | null;
  /** True where it contradicts the others, and is not preferred. */
  outlier?: boolean;
}

export interface Solution {
  /** Agency. */
  name: Agency;
  /** Its identifier of the earthquake. */
  event_id: string;
  /** Identifiers of its other reports of the earthquake. */
  other_event_ids?: string[];
  /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
  occurred_at: string;
  /** Only where coarser than a second. */
  date_precision?: DatePrecision;
  /** RFC 3339, with fractions where known. */
  occurred_at_utc: string;
  /** Degrees, north positive. */
  latitude: number;
  /** Degrees, east positive. */
  longitude: number;
  /** Kilometres below sea level; null where no agency gave one. */
  depth_km: number | null;
  /** Its preferred magnitude; null where it gave none. */
  magnitude: number | null;
  /** `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none. */
  magnitude_type: string | null;
  /** All of its magnitudes. */
  magnitudes: Magnitude[];
  /** Uncertainty of the epicentre, in km. */
  horizontal_error_km?: number;
  /** Uncertainty of the depth, in km. */
  depth_error_km?: number;
  /** Uncertainty of the agency's preferred magnitude. */
  magnitude_error?: number;
  /** Root mean square of the residuals of arrival times, in s. */
  rms?: number;
  /** Greatest angle at the epicentre without a station, in degrees. */
  azimuthal_gap?: number;
  /** Distance of the nearest station from the epicentre, in degrees. */
  nearest_station?: number;
  /** Stations used for the hypocentre. */
  stations?: number;
  /** Stations used for the magnitude. */
  magnitude_stations?: number;
  /** As the agency of the preferred solution says. */
  quality: Quality | null;
  /** Its own words for the place. */
  location: string | null;
  /** Only where it is not an earthquake: `quarry blast`, … */
  event_type?: string;
  /** Greatest intensity, where a list gives it. */
  max_intensity?: number;
  /** Where a list gives them. */
  deaths?: number;
  /** When the agency changed it, RFC 3339; null where it does not say. */
  updated_at: string | null;
}

export interface MwEstimate {
  /** Moment magnitude. */
  value: number;
  /** Root mean square of measured less estimated moment magnitudes. */
  uncertainty: number;
  /** Who published the relation. */
  method: string;
  /** Where it is published. */
  doi: string;
  /** Magnitudes from which it estimates: least and greatest, inclusive. */
  range: number[];
}

export interface NearbyStation {
  /** FDSN network code. */
  network: string;
  /** Station code. */
  code: string;
  /** Place. */
  name: string;
  source: Agency;
  /** Degrees, north positive. */
  latitude: number;
  /** Degrees, east positive. */
  longitude: number;
  /** From the epicentre, in km. */
  distance_km: number;
  /** From the epicentre to the station, in degrees from north, 0 to 359. */
  azimuth: number;
}

export interface NearbyEarthquake {
  /** Given once and never reused. */
  id: number;
  /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
  occurred_at: string;
  /** Degrees, north positive. */
  latitude: number;
  /** Degrees, east positive. */
  longitude: number;
  /** Kilometres below sea level; null where no agency gave one. */
  depth_km: number | null;
  /** The primary magnitude; never null in a list. */
  magnitude: number | null;
  /** In Turkish. */
  location: string;
  /** In English; absent where an agency’s own `location` is names alone. */
  location_en: string;
  /** With the UTC day, the name of the earthquake in addresses. */
  slug: string;
  /** Between the epicentres, in km. */
  distance_km: number;
}

export interface NodalPlane {
  /** Degrees, from 0 to below 360. */
  strike: number;
  /** Degrees, 0 to 90. */
  dip: number;
  /** Degrees, above −180 to 180. */
  rake: number;
}

export interface MomentTensor {
  /** N·m; r is up, t south, p east. */
  mrr: number;
  /** N·m; r is up, t south, p east. */
  mtt: number;
  /** N·m; r is up, t south, p east. */
  mpp: number;
  /** N·m; r is up, t south, p east. */
  mrt: number;
  /** N·m; r is up, t south, p east. */
  mrp: number;
  /** N·m; r is up, t south, p east. */
  mtp: number;
}

export interface Centroid {
  /** RFC 3339. */
  occurred_at_utc: string | null;
  /** Degrees, north positive. */
  latitude: number;
  /** Degrees, east positive. */
  longitude: number;
  /** Kilometres below sea level. */
  depth_km: number;
}

export interface FocalMechanism {
  /** Who computed it: `GCMT`, `USGS`, … */
  source: string;
  /** The two of them. */
  nodal_planes: NodalPlane[];
  moment_tensor: MomentTensor | null;
  /** N·m. */
  scalar_moment: number | null;
  /** Moment magnitude. */
  mw: number | null;
  centroid: Centroid | null;
  /** Members that were computed from those of the source. */
  computed?: string[];
}

export interface ShakeMap {
  /** Who made it. */
  source: string;
  /** Greatest modelled intensity (Modified Mercalli), 1 to 10. */
  max_mmi: number;
  /** Its page. */
  url: string;
}

export interface MergedEarthquake {
  /** Given once and never reused. */
  id: number;
  /** 16 hexadecimal digits, the first a letter; stable across revisions. */
  event_id: string;
}

export interface Revision {
  /** RFC 3339. */
  at: string;
  /** Those of which reports brought the change. */
  agencies: Agency[];
  /** Fields that changed, or `created`, `withdrawn`, `reinstated`, `merged`. */
  changed: string[];
  /** Changed fields as they were before. */
  previous?: unknown;
  /** Earthquakes that became part of this one, as last published. */
  merged?: MergedEarthquake[];
  /** The `id` of earthquakes from which reports came over. */
  moved_from?: number[];
  /** The `id` of earthquakes to which reports went over. */
  moved_to?: number[];
  /** Revisions between the one before and this one that are no longer kept. */
  omitted_before?: number;
}

export interface EarthquakeDetail {
  /** Given once and never reused. */
  id: number;
  /** 16 hexadecimal digits, the first a letter; stable across revisions. */
  event_id: string;
  /** Origin time in UTC, `YYYY-MM-DD HH:MM:SS`. */
  occurred_at: string;
  /** Only where coarser than a second. */
  date_precision?: DatePrecision;
  /** Degrees, north positive. */
  latitude: number;
  /** Degrees, east positive. */
  longitude: number;
  /** Kilometres below sea level; null where no agency gave one. */
  depth_km: number | null;
  /** The primary magnitude; never null in a list. */
  magnitude: number | null;
  /** `ML`, `MD`, `Mw`, `mb`, `Ms`, … */
  magnitude_type?: string;
  /** Only where no other agency confirms a magnitude of 5 or more. */
  magnitude_doubtful?: boolean;
  /** Of one agency and automatic, not settled yet, or agreed by two agencies or more. */
  magnitude_state?: MagnitudeState;
  /** Agency of `magnitude`, only where it is not `source`. */
  magnitude_source?: Agency;
  /** One standard deviation of what two agencies or more give together; since 1970. */
  magnitude_error?: number;
  /** Only where an agency gave one. */
  magnitude_ml?: number;
  /** Only where an agency gave one. */
  magnitude_md?: number;
  /** Only where an agency gave one. */
  magnitude_mw?: number;
  /** In Turkish. */
  location: string;
  /** In English; absent where an agency’s own `location` is names alone. */
  location_en?: string;
  /** The agency's own words, where `location` was made. */
  agency_location?: string;
  /** The name by which it is known, in Turkish, where the historical list has one. */
  event_name?: string;
  /** The same in English. */
  event_name_en?: string;
  /** Province of Türkiye; null abroad and far at sea. */
  province: string | null;
  /** Its plate code, two digits. */
  province_code: string | null;
  /** District, on land in Türkiye. */
  district: string | null;
  /** Agency of the preferred solution. */
  source: Agency;
  /** Each agency's solution with its uncertainties. */
  sources: Solution[];
  /** As the agency of the preferred solution says. */
  quality?: Quality;
  /** Only where it is not an earthquake: `quarry blast`, … */
  event_type?: string;
  /**
   * How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where
   * `event_type` is given.
   */
  blast_probability?: number;
  /** When this service published the record, RFC 3339. */
  updated_at: string;
  /** Moment magnitude estimated from another type. */
  mw_estimate?: MwEstimate;
  /** Greatest intensity, where a list gives it. */
  max_intensity?: number;
  /** Where a list gives them. */
  deaths?: number;
  /** With the UTC day, the name of the earthquake in addresses. */
  slug: string;
  /** RFC 3339, with fractions where known. */
  occurred_at_utc: string;
  /** The nearest 10. */
  nearby_stations: NearbyStation[];
  /** The nearest 10 within 100 km and 30 days. */
  nearby_quakes: NearbyEarthquake[];
  /** Nodal planes, moment tensor, scalar moment, Mw and centroid. */
  focal_mechanism: FocalMechanism | null;
  /** Source, greatest intensity and address. */
  shakemap: ShakeMap | null;
  /** What changed, and when. */
  revisions: Revision[];
}

export interface DetailAnswer {
  /** Always `success`. */
  status: string;
  earthquake: EarthquakeDetail;
}

export interface ExportAnswer {
  /** Always `success`. */
  status: string;
  /** Items in `earthquakes`. */
  count: number;
  /** Whether rows were left out. */
  truncated: boolean;
  /** Of each agency inside. */
  terms: Terms[];
  /** Names in `sources` that are no agency. */
  ignored_sources?: string[];
  earthquakes: Earthquake[];
}

export interface StatisticsAnswer {
  /** Always `success`. */
  status: string;
  /** With blasts. */
  total: number;
  /** Of this UTC day. */
  today: number;
  /** Of the last 24 hours. */
  last_24h?: number;
  /** Rounded to two decimals. */
  avg_magnitude: number | null;
  /** Greatest magnitude. */
  max_magnitude: number | null;
  /** How many of the total are blasts: marked by an agency, or with a `blast_probability` above 0.5. */
  blasts?: number;
  /** By agency. */
  by_source?: Record<string, number>;
  /** When the dataset, or what of it the file of statistics counts, last changed; RFC 3339. */
  generated_at?: string;
}

export interface Station {
  /** FDSN network code. */
  network: string;
  /** Station code. */
  code: string;
  /** Place. */
  name: string;
  /** Agency that runs it. */
  source: Agency;
  /** Degrees. */
  latitude: number;
  /** Degrees. */
  longitude: number;
  /** Metres above sea level. */
  elevation_m: number | null;
}

export interface StationsAnswer {
  /** Always `success`. */
  status: string;
  /** Items in `stations`. */
  count: number;
  stations: Station[];
}

export type ServiceState =
  | "current"
  | "late"
  | "never"
  | (string & {});

export type SourceState =
  | "ok"
  | "degraded"
  | "stale"
  | "down"
  | "idle"
  | (string & {});

export type FindingCode =
  | "unreadable"
  | "shifted"
  | "moved"
  | "retimed"
  | "depth_changed"
  | "magnitude_changed"
  | "scale_changed"
  | "type_changed"
  | "withdrawn"
  | "field_lost"
  | "gone"
  | "contradicted"
  | "outside"
  | (string & {});

export type WatchedField =
  | "magnitude"
  | "magnitude_type"
  | "depth"
  | "place"
  | (string & {});

export interface Quarantine {
  /** Its name. */
  feed: string;
  /** RFC 3339. */
  since: string;
  /** The reason in words. */
  message: string;
  /** The reason. */
  code: FindingCode;
  /** Rows that show it, */
  count: number;
  /** of so many that could. */
  of: number;
  /** Where the reason is about one. */
  field?: WatchedField;
  /** Hours by which times are shifted, where they are. */
  hours?: number;
}

export type GapReason =
  | "no_answer"
  | "not_requested"
  | (string & {});

export interface Gap {
  /** RFC 3339: the answer before. */
  from: string;
  /** RFC 3339: the answer after. */
  until: string;
  /** Whether it was requested meanwhile. */
  reason: GapReason;
}

export interface SourceStatus {
  /** Agency. */
  name: Agency;
  /** Whether it is asked regularly. */
  live?: boolean;
  state: SourceState;
  /** RFC 3339: its newest sound answer. */
  last_success?: string | null;
  /** RFC 3339: when it was asked last. */
  last_attempt?: string | null;
  /** Origin time of its newest earthquake in UTC, `YYYY-MM-DD HH:MM:SS`. */
  last_event?: string | null;
  /** Why the last attempt failed. */
  error?: string | null;
  /**
   * Feeds of which documents are quarantined, since they contradict what was sent before or other
   * agencies.
   */
  quarantine?: Quarantine[];
  /** Rows of all documents so far. */
  rows_read?: number;
  /** Of these, those that could not be used. */
  rows_rejected?: number;
  /** Documents that were quarantined so far. */
  documents_quarantined?: number;
  /** Times without an answer, longer than 15 minutes, that ended within the last day. */
  gaps?: Gap[];
}

export interface StatusAnswer {
  /** Always `success`. */
  status: string;
  /** Changes with the dataset. */
  dataset: string;
  /** When the dataset was last built, also without a change; RFC 3339. */
  generated_at?: string;
  /** The moment that answers with a window of time are of, RFC 3339. */
  as_of?: string;
  /** Late: no answer for 10 minutes. */
  state?: ServiceState;
  /** RFC 3339: the newest sound answer of any live source; null: none yet. */
  last_success?: string | null;
  /**
   * There only while two agencies agree against the clock of this service, by which it is behind: nothing
   * new is published.
   */
  clock_offset_seconds?: number;
  /** There only while earthquakes cannot be composed or rendered: they are as last published. */
  faulty_earthquakes?: number;
  /** How users of the data name the service. */
  attribution?: string;
  /** Of each agency inside. */
  terms?: Terms[];
  sources: SourceStatus[];
}

export type EventGeoJson = EventFeatureCollection | EventFeature;

export type EmscGeoJson = EmscFeatureCollection | EmscFeature;

export interface Count {
  /** Events that match. */
  count: number;
  /** Most events of one answer. */
  maxAllowed: number;
}

export interface KandilliMetadata {
  /** Beginning in time of Türkiye, `YYYY-MM-DD HH:MM:SS`. */
  date_starts?: string;
  /** End in time of Türkiye, `YYYY-MM-DD HH:MM:SS`. */
  date_ends?: string;
  /** Rows of the answer. */
  count: number;
  /** The same. */
  total: number;
}

export interface KandilliList {
  status: boolean;
  /** 200. */
  httpStatus: number;
  /** Empty. */
  desc: string;
  /** 0. */
  serverloadms: number;
  metadata: KandilliMetadata;
  result: KandilliEarthquake[];
}

export interface KandilliError {
  status: boolean;
  /** The status of the answer. */
  httpStatus: number;
  /** A sentence to act on. */
  desc: string;
  /** The parameter at fault. */
  parameter?: string;
  /** Empty. */
  result: unknown[];
}

export interface KandilliOne {
  status: boolean;
  /** 200. */
  httpStatus: number;
  /** Empty. */
  desc: string;
  /** 0. */
  serverloadms: number;
  metadata: KandilliMetadata;
  result: KandilliEarthquake;
}

export type AfadEventOrAfadFeatureCollection = AfadEvent | AfadFeatureCollection;
