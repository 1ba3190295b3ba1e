// The answers of the earthquake API as types, made from its openapi.json.
// Unknown members are ignored and unknown words are kept, so that new ones break nothing. All times are UTC.

package hiposantr

import "encoding/json"

type LimitPolicy string

const (
	LimitPolicyDaily LimitPolicy = "daily"
	LimitPolicyBurst LimitPolicy = "burst"
)

type ErrorAnswer struct {
	// Always `error`.
	Status string `json:"status"`
	// `invalid_parameter`, `invalid_key`, `not_found`, `gone`, `rate_limited`, `unavailable`, …
	Code string `json:"code"`
	// A sentence to act on.
	Message string `json:"message"`
	// The parameter at fault.
	Parameter *string `json:"parameter,omitempty"`
	// The limit that is reached.
	Policy *LimitPolicy `json:"policy,omitempty"`
}

type DatePrecision string

const (
	DatePrecisionSecond DatePrecision = "second"
	DatePrecisionMinute DatePrecision = "minute"
	DatePrecisionHour   DatePrecision = "hour"
	DatePrecisionDay    DatePrecision = "day"
	DatePrecisionMonth  DatePrecision = "month"
	DatePrecisionYear   DatePrecision = "year"
)

type MagnitudeState string

const (
	MagnitudeStateAutomatic MagnitudeState = "automatic"
	MagnitudeStateSettling  MagnitudeState = "settling"
	MagnitudeStateAgreed    MagnitudeState = "agreed"
)

type Agency string

const (
	AgencyKandilli   Agency = "kandilli"
	AgencyAfad       Agency = "afad"
	AgencyUsgs       Agency = "usgs"
	AgencyTurhec     Agency = "turhec"
	AgencyHistorical Agency = "historical"
)

type AgencyMagnitude struct {
	// Agency.
	Name Agency `json:"name"`
	// Its magnitude.
	Magnitude float64 `json:"magnitude"`
	// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
	MagnitudeType *string `json:"magnitude_type,omitempty"`
}

type Quality string

const (
	QualityAutomatic Quality = "automatic"
	QualityReviewed  Quality = "reviewed"
)

type Earthquake struct {
	// Given once and never reused.
	ID int64 `json:"id"`
	// 16 hexadecimal digits, the first a letter; stable across revisions.
	EventID string `json:"event_id"`
	// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
	OccurredAt string `json:"occurred_at"`
	// Only where coarser than a second.
	DatePrecision *DatePrecision `json:"date_precision,omitempty"`
	// Degrees, north positive.
	Latitude float64 `json:"latitude"`
	// Degrees, east positive.
	Longitude float64 `json:"longitude"`
	// Kilometres below sea level; null where no agency gave one.
	DepthKm *float64 `json:"depth_km"`
	// The primary magnitude; never null in a list.
	Magnitude *float64 `json:"magnitude"`
	// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
	MagnitudeType *string `json:"magnitude_type,omitempty"`
	// Only where no other agency confirms a magnitude of 5 or more.
	MagnitudeDoubtful *bool `json:"magnitude_doubtful,omitempty"`
	// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
	MagnitudeState *MagnitudeState `json:"magnitude_state,omitempty"`
	// Agency of `magnitude`, only where it is not `source`.
	MagnitudeSource *Agency `json:"magnitude_source,omitempty"`
	// One standard deviation of what two agencies or more give together; since 1970.
	MagnitudeError *float64 `json:"magnitude_error,omitempty"`
	// Only where an agency gave one.
	MagnitudeMl *float64 `json:"magnitude_ml,omitempty"`
	// Only where an agency gave one.
	MagnitudeMd *float64 `json:"magnitude_md,omitempty"`
	// Only where an agency gave one.
	MagnitudeMw *float64 `json:"magnitude_mw,omitempty"`
	// In Turkish.
	Location string `json:"location"`
	// In English; absent where an agency’s own `location` is names alone.
	LocationEn *string `json:"location_en,omitempty"`
	// The agency's own words, where `location` was made.
	AgencyLocation *string `json:"agency_location,omitempty"`
	// The name by which it is known, in Turkish, where the historical list has one.
	EventName *string `json:"event_name,omitempty"`
	// The same in English.
	EventNameEn *string `json:"event_name_en,omitempty"`
	// Province of Türkiye; null abroad and far at sea.
	Province *string `json:"province"`
	// Its plate code, two digits.
	ProvinceCode *string `json:"province_code"`
	// District, on land in Türkiye.
	District *string `json:"district"`
	// Agency of the preferred solution.
	Source Agency `json:"source"`
	// Where two agencies or more gave a magnitude.
	Sources []AgencyMagnitude `json:"sources,omitempty"`
	// As the agency of the preferred solution says.
	Quality *Quality `json:"quality,omitempty"`
	// Only where it is not an earthquake: `quarry blast`, …
	EventType *string `json:"event_type,omitempty"`
	// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type` is
	// given.
	BlastProbability *float64 `json:"blast_probability,omitempty"`
	// When this service published the record, RFC 3339.
	UpdatedAt string `json:"updated_at"`
}

type Tombstone struct {
	// Of the earthquake that is gone.
	ID int64 `json:"id"`
	// Of the same.
	EventID string `json:"event_id"`
	// Withdrawn, or without a magnitude.
	Retracted *bool `json:"retracted,omitempty"`
	// The `id` of the earthquake that it is the same as.
	MergedInto *int64 `json:"merged_into,omitempty"`
}

type PointGeometry struct {
	// Always `Point`.
	Type string `json:"type"`
	// Longitude and latitude in degrees, then height in metres, negative below sea level, where a depth is known.
	Coordinates []float64 `json:"coordinates"`
}

type FeatureProperties struct {
	// Given once and never reused.
	ID int64 `json:"id"`
	// 16 hexadecimal digits, the first a letter; stable across revisions.
	EventID string `json:"event_id"`
	// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
	OccurredAt string `json:"occurred_at"`
	// Only where coarser than a second.
	DatePrecision *DatePrecision `json:"date_precision,omitempty"`
	// Kilometres below sea level; null where no agency gave one.
	DepthKm *float64 `json:"depth_km"`
	// The primary magnitude; never null in a list.
	Magnitude *float64 `json:"magnitude"`
	// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
	MagnitudeType *string `json:"magnitude_type,omitempty"`
	// Only where no other agency confirms a magnitude of 5 or more.
	MagnitudeDoubtful *bool `json:"magnitude_doubtful,omitempty"`
	// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
	MagnitudeState *MagnitudeState `json:"magnitude_state,omitempty"`
	// Agency of `magnitude`, only where it is not `source`.
	MagnitudeSource *Agency `json:"magnitude_source,omitempty"`
	// One standard deviation of what two agencies or more give together; since 1970.
	MagnitudeError *float64 `json:"magnitude_error,omitempty"`
	// Only where an agency gave one.
	MagnitudeMl *float64 `json:"magnitude_ml,omitempty"`
	// Only where an agency gave one.
	MagnitudeMd *float64 `json:"magnitude_md,omitempty"`
	// Only where an agency gave one.
	MagnitudeMw *float64 `json:"magnitude_mw,omitempty"`
	// In Turkish.
	Location string `json:"location"`
	// In English; absent where an agency’s own `location` is names alone.
	LocationEn *string `json:"location_en,omitempty"`
	// The agency's own words, where `location` was made.
	AgencyLocation *string `json:"agency_location,omitempty"`
	// The name by which it is known, in Turkish, where the historical list has one.
	EventName *string `json:"event_name,omitempty"`
	// The same in English.
	EventNameEn *string `json:"event_name_en,omitempty"`
	// Province of Türkiye; null abroad and far at sea.
	Province *string `json:"province"`
	// Its plate code, two digits.
	ProvinceCode *string `json:"province_code"`
	// District, on land in Türkiye.
	District *string `json:"district"`
	// Agency of the preferred solution.
	Source Agency `json:"source"`
	// Where two agencies or more gave a magnitude.
	Sources []AgencyMagnitude `json:"sources,omitempty"`
	// As the agency of the preferred solution says.
	Quality *Quality `json:"quality,omitempty"`
	// Only where it is not an earthquake: `quarry blast`, …
	EventType *string `json:"event_type,omitempty"`
	// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type` is
	// given.
	BlastProbability *float64 `json:"blast_probability,omitempty"`
	// When this service published the record, RFC 3339.
	UpdatedAt string `json:"updated_at"`
	// A label: magnitude and place, in Turkish.
	Title *string `json:"title,omitempty"`
}

type Feature struct {
	// Always `Feature`.
	Type string `json:"type"`
	// The `event_id`.
	ID         string            `json:"id"`
	Geometry   PointGeometry     `json:"geometry"`
	Properties FeatureProperties `json:"properties"`
}

type Terms struct {
	// The agency, or `places`.
	Name string `json:"name"`
	// Who holds the rights.
	Holder string `json:"holder"`
	// In words.
	Terms string `json:"terms"`
	// Of the holder.
	URL string `json:"url"`
}

type FeatureCollection struct {
	// Always `FeatureCollection`.
	Type string `json:"type"`
	// Items in `features`.
	Count *int64 `json:"count,omitempty"`
	// Whether rows were left out.
	Truncated *bool `json:"truncated,omitempty"`
	// Of each agency inside.
	Terms []Terms `json:"terms,omitempty"`
	// Names in `sources` that are no agency.
	IgnoredSources []string  `json:"ignored_sources,omitempty"`
	Features       []Feature `json:"features"`
}

type EventGeometry struct {
	// Always `Point`.
	Type string `json:"type"`
	// Longitude and latitude in degrees, then depth in km below sea level.
	Coordinates []float64 `json:"coordinates"`
}

type EventProperties struct {
	// Magnitude.
	Mag *float64 `json:"mag"`
	// In English.
	Place string `json:"place"`
	// Origin time, milliseconds since 1970-01-01T00:00:00Z.
	Time int64 `json:"time"`
	// When the record was published, milliseconds since 1970-01-01T00:00:00Z.
	Updated int64 `json:"updated"`
	// Null: no agency here gives it.
	Tz *float64 `json:"tz"`
	// Page of the earthquake.
	URL string `json:"url"`
	// Address of this earthquake alone, as GeoJSON.
	Detail string `json:"detail"`
	// Null: no agency here gives it.
	Felt *float64 `json:"felt"`
	// Null: no agency here gives it.
	Cdi *float64 `json:"cdi"`
	// Null: no agency here gives it.
	Mmi *float64 `json:"mmi"`
	// Null: no agency here gives it.
	Alert *string `json:"alert"`
	// `automatic` or `reviewed`.
	Status *string `json:"status"`
	// 0.
	Tsunami int64 `json:"tsunami"`
	// Significance, from the magnitude.
	Sig int64 `json:"sig"`
	// Agency of the origin.
	Net string `json:"net"`
	// Its identifier of the earthquake.
	Code string `json:"code"`
	// Identifiers, between commas.
	Ids string `json:"ids"`
	// Agencies, between commas.
	Sources string `json:"sources"`
	// Kinds of products, between commas.
	Types string `json:"types"`
	// Stations used for the hypocentre.
	Nst *float64 `json:"nst"`
	// Distance of the nearest station from the epicentre, in degrees.
	Dmin *float64 `json:"dmin"`
	// Root mean square of the residuals of arrival times, in s.
	Rms *float64 `json:"rms"`
	// Greatest angle at the epicentre without a station, in degrees.
	Gap *float64 `json:"gap"`
	// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
	MagType *string `json:"magType"`
	// `earthquake`, `quarry blast`, …
	Type string `json:"type"`
	// Magnitude and place, in English.
	Title string `json:"title"`
	// Only where no other agency confirms a magnitude of 5 or more.
	MagnitudeDoubtful *bool `json:"magnitude_doubtful,omitempty"`
	// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
	MagnitudeState *MagnitudeState `json:"magnitude_state,omitempty"`
	// Agency of `magnitude`, only where it is not `source`.
	MagnitudeSource *Agency `json:"magnitude_source,omitempty"`
	// One standard deviation of what two agencies or more give together; since 1970.
	MagnitudeError *float64 `json:"magnitude_error,omitempty"`
	// The name by which it is known, in Turkish, where the historical list has one.
	EventName *string `json:"event_name,omitempty"`
	// The same in English.
	EventNameEn *string `json:"event_name_en,omitempty"`
	// Province of Türkiye; null abroad and far at sea.
	Province *string `json:"province,omitempty"`
	// Its plate code, two digits.
	ProvinceCode *string `json:"province_code,omitempty"`
	// District, on land in Türkiye.
	District *string `json:"district,omitempty"`
	// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type` is
	// given.
	BlastProbability *float64 `json:"blast_probability,omitempty"`
	// Greatest intensity, where a list gives it.
	MaxIntensity *float64 `json:"max_intensity,omitempty"`
	// Where a list gives them.
	Deaths *int64 `json:"deaths,omitempty"`
	// Empty: there only for one event.
	Products any `json:"products,omitempty"`
	// Only where no agency gave a depth.
	DepthUnknown *bool `json:"depth_unknown,omitempty"`
}

type EventFeature struct {
	// Always `Feature`.
	Type string `json:"type"`
	// The `event_id`.
	ID         string          `json:"id"`
	Geometry   EventGeometry   `json:"geometry"`
	Properties EventProperties `json:"properties"`
}

type EventMetadata struct {
	// When the answer was made, milliseconds since 1970-01-01T00:00:00Z.
	Generated int64 `json:"generated"`
	// That was asked.
	URL string `json:"url"`
	// Of the collection.
	Title string `json:"title"`
	// 200.
	Status int64 `json:"status"`
	// Version of the format.
	Api string `json:"api"`
	// Most events of the answer.
	Limit *int64 `json:"limit,omitempty"`
	// The first of them, from 1.
	Offset *int64 `json:"offset,omitempty"`
	// Items in `features`.
	Count int64 `json:"count"`
}

type EventFeatureCollection struct {
	// Always `FeatureCollection`.
	Type     string         `json:"type"`
	Metadata *EventMetadata `json:"metadata,omitempty"`
	// Least coordinates of the features, then the greatest; absent for fewer than two.
	Bbox     []float64      `json:"bbox,omitempty"`
	Features []EventFeature `json:"features"`
}

type EmscGeometry struct {
	// Always `Point`.
	Type string `json:"type"`
	// Longitude and latitude in degrees, then height in km, negative below sea level.
	Coordinates []float64 `json:"coordinates"`
}

type EmscProperties struct {
	// Magnitude.
	Mag *float64 `json:"mag"`
	// In English.
	Place string `json:"place"`
	// Origin time, UTC, with a fraction: `2023-02-06T01:17:32.0Z`.
	Time string `json:"time"`
	// When the record was published, milliseconds since 1970-01-01T00:00:00Z.
	Updated int64 `json:"updated"`
	// Null: no agency here gives it.
	Tz *float64 `json:"tz"`
	// Page of the earthquake.
	URL string `json:"url"`
	// Address of this earthquake alone, as GeoJSON.
	Detail string `json:"detail"`
	// Null: no agency here gives it.
	Felt *float64 `json:"felt"`
	// Null: no agency here gives it.
	Cdi *float64 `json:"cdi"`
	// Null: no agency here gives it.
	Mmi *float64 `json:"mmi"`
	// Null: no agency here gives it.
	Alert *string `json:"alert"`
	// `automatic` or `reviewed`.
	Status *string `json:"status"`
	// 0.
	Tsunami int64 `json:"tsunami"`
	// Significance, from the magnitude.
	Sig int64 `json:"sig"`
	// Agency of the origin.
	Net string `json:"net"`
	// Its identifier of the earthquake.
	Code string `json:"code"`
	// Identifiers, between commas.
	Ids string `json:"ids"`
	// Agencies, between commas.
	Sources string `json:"sources"`
	// Kinds of products, between commas.
	Types string `json:"types"`
	// Stations used for the hypocentre.
	Nst *float64 `json:"nst"`
	// Distance of the nearest station from the epicentre, in degrees.
	Dmin *float64 `json:"dmin"`
	// Root mean square of the residuals of arrival times, in s.
	Rms *float64 `json:"rms"`
	// Greatest angle at the epicentre without a station, in degrees.
	Gap *float64 `json:"gap"`
	// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
	MagType *string `json:"magType"`
	// `earthquake`, `quarry blast`, …
	Type string `json:"type"`
	// Magnitude and place, in English.
	Title string `json:"title"`
	// Only where no other agency confirms a magnitude of 5 or more.
	MagnitudeDoubtful *bool `json:"magnitude_doubtful,omitempty"`
	// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
	MagnitudeState *MagnitudeState `json:"magnitude_state,omitempty"`
	// Agency of `magnitude`, only where it is not `source`.
	MagnitudeSource *Agency `json:"magnitude_source,omitempty"`
	// One standard deviation of what two agencies or more give together; since 1970.
	MagnitudeError *float64 `json:"magnitude_error,omitempty"`
	// The name by which it is known, in Turkish, where the historical list has one.
	EventName *string `json:"event_name,omitempty"`
	// The same in English.
	EventNameEn *string `json:"event_name_en,omitempty"`
	// Province of Türkiye; null abroad and far at sea.
	Province *string `json:"province,omitempty"`
	// Its plate code, two digits.
	ProvinceCode *string `json:"province_code,omitempty"`
	// District, on land in Türkiye.
	District *string `json:"district,omitempty"`
	// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type` is
	// given.
	BlastProbability *float64 `json:"blast_probability,omitempty"`
	// Greatest intensity, where a list gives it.
	MaxIntensity *float64 `json:"max_intensity,omitempty"`
	// Where a list gives them.
	Deaths *int64 `json:"deaths,omitempty"`
	// Empty: there only for one event.
	Products any `json:"products,omitempty"`
	// Only where no agency gave a depth.
	DepthUnknown *bool `json:"depth_unknown,omitempty"`
	// The `id` of the earthquake.
	SourceID string `json:"source_id"`
	// `HIPOSANTR`.
	SourceCatalog string `json:"source_catalog"`
	// When the record was published, UTC, with a fraction.
	Lastupdate string `json:"lastupdate"`
	// Place, in English.
	FlynnRegion string `json:"flynn_region"`
	// Degrees north.
	Lat float64 `json:"lat"`
	// Degrees east.
	Lon float64 `json:"lon"`
	// km below sea level; 0 where it is unknown.
	Depth float64 `json:"depth"`
	// `ke` earthquake, `km` mining explosion, `kx` explosion, `uk` another event.
	Evtype string `json:"evtype"`
	// Agency of the origin, in capitals.
	Auth string `json:"auth"`
	// Type of the magnitude in lower case; `m` where it is unknown.
	Magtype string `json:"magtype"`
	// The `event_id`.
	Unid string `json:"unid"`
}

type EmscFeature struct {
	// Always `Feature`.
	Type string `json:"type"`
	// The `event_id`.
	ID         string         `json:"id"`
	Geometry   EmscGeometry   `json:"geometry"`
	Properties EmscProperties `json:"properties"`
}

type EmscFeatureCollection struct {
	// Always `FeatureCollection`.
	Type     string         `json:"type"`
	Metadata *EventMetadata `json:"metadata,omitempty"`
	// Least coordinates of the features, then the greatest; absent for fewer than two.
	Bbox     []float64     `json:"bbox,omitempty"`
	Features []EmscFeature `json:"features"`
}

type KandilliProvider string

const (
	KandilliProviderKandilli KandilliProvider = "kandilli"
	KandilliProviderAfad     KandilliProvider = "afad"
)

type KandilliPoint struct {
	// Always `Point`.
	Type string `json:"type"`
	// Longitude and latitude in degrees.
	Coordinates []float64 `json:"coordinates"`
}

type KandilliCity struct {
	// Name of the province.
	Name string `json:"name"`
	// Its plate code; -1 for none.
	CityCode int64 `json:"cityCode"`
	// Null, or -1 for no province.
	Population *int64 `json:"population"`
	// From its seat to the epicentre, in m.
	Distance float64 `json:"distance"`
}

type KandilliEpicentre struct {
	// Name of the province.
	Name string `json:"name"`
	// Its plate code; -1 for none.
	CityCode int64 `json:"cityCode"`
	// Null, or -1 for no province.
	Population *int64 `json:"population"`
}

type KandilliAirport struct {
	// From it to the epicentre, in m.
	Distance float64 `json:"distance"`
	// In Turkish.
	Name string `json:"name"`
	// Of the IATA.
	Code        string        `json:"code"`
	Coordinates KandilliPoint `json:"coordinates"`
}

type KandilliLocation struct {
	ClosestCity KandilliCity      `json:"closestCity"`
	EpiCenter   KandilliEpicentre `json:"epiCenter"`
	// The nearest five provinces.
	ClosestCities []KandilliCity `json:"closestCities"`
	// The nearest three of Türkiye.
	Airports []KandilliAirport `json:"airports"`
}

type KandilliEarthquake struct {
	// 24 hexadecimal digits.
	ID string `json:"_id"`
	// The `event_id`; of AFAD where both agencies have rows with `-afad`.
	EarthquakeID string `json:"earthquake_id"`
	// Agency.
	Provider KandilliProvider `json:"provider"`
	// Place, in the words of the agency.
	Title string `json:"title"`
	// Origin time of Türkiye, `YYYY.MM.DD HH:MM:SS`.
	Date string `json:"date"`
	// Origin time of Türkiye, `YYYY-MM-DD HH:MM:SS`.
	DateTime string `json:"date_time"`
	// Magnitude.
	Mag float64 `json:"mag"`
	// Kilometres below sea level; 0 where it is not known.
	Depth float64 `json:"depth"`
	// Only where the depth is not known.
	DepthUnknown *bool         `json:"depth_unknown,omitempty"`
	Geojson      KandilliPoint `json:"geojson"`
	// Not known here.
	Rev any `json:"rev"`
	// Time zone of the times.
	LocationTz         string           `json:"location_tz"`
	LocationProperties KandilliLocation `json:"location_properties"`
	// Origin time, seconds since 1970-01-01T00:00:00Z.
	CreatedAt int64 `json:"created_at"`
	// Degrees, north positive.
	Lat float64 `json:"lat"`
	// Degrees, east positive.
	Lng float64 `json:"lng"`
	// Longitude and latitude in degrees.
	Coordinates []float64 `json:"coordinates"`
	// As `title`.
	Lokasyon string `json:"lokasyon"`
	// Day of Türkiye, `YYYY-MM-DD`.
	DateStamp string `json:"date_stamp"`
	// Day of Türkiye, `YYYY-MM-DD`.
	DateDay string `json:"date_day"`
	// Time of day of Türkiye, `HH:MM:SS`.
	DateHour string `json:"date_hour"`
	// As `created_at`, as a text.
	Timestamp string `json:"timestamp"`
}

type AfadEvent struct {
	// Root mean square of the residuals of arrival times, in s.
	Rms *string `json:"rms"`
	// AFAD's identifier of the earthquake.
	EventID string `json:"eventID"`
	// AFAD's own words for the place.
	Location string `json:"location"`
	// Degrees, north positive.
	Latitude string `json:"latitude"`
	// Degrees, east positive.
	Longitude string `json:"longitude"`
	// Kilometres below sea level; 0 where it is not known.
	Depth string `json:"depth"`
	// Only where the depth is not known.
	DepthUnknown *bool `json:"depth_unknown,omitempty"`
	// `ML`, `MW`, …
	Type *string `json:"type"`
	// Magnitude.
	Magnitude *string `json:"magnitude"`
	// Country.
	Country *string `json:"country"`
	// Province.
	Province *string `json:"province"`
	// District.
	District *string `json:"district"`
	// Not known here.
	Neighborhood any `json:"neighborhood"`
	// Origin time in UTC, `YYYY-MM-DDTHH:MM:SS`.
	Date string `json:"date"`
	// Whether AFAD changed it.
	IsEventUpdate bool `json:"isEventUpdate"`
	// When, in UTC, `YYYY-MM-DDTHH:MM:SS`.
	LastUpdateDate *string `json:"lastUpdateDate"`
}

type AfadPoint struct {
	// Always `Point`.
	Type string `json:"type"`
	// Longitude and latitude in degrees.
	Coordinates []float64 `json:"coordinates"`
}

type AfadFeature struct {
	// Always `Feature`.
	Type     string    `json:"type"`
	Geometry AfadPoint `json:"geometry"`
	// As the other formats name them.
	Properties any `json:"properties"`
}

type AfadFeatureCollection struct {
	// Always `FeatureCollection`.
	Type     string        `json:"type"`
	Features []AfadFeature `json:"features"`
}

// EarthquakeOrTombstone is one of them, or none: an object of a kind that did not exist when this was made.
type EarthquakeOrTombstone struct {
	Earthquake *Earthquake
	Tombstone  *Tombstone
}

func (one *EarthquakeOrTombstone) UnmarshalJSON(data []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	switch {
	case members["occurred_at"] != nil:
		return json.Unmarshal(data, &one.Earthquake)
	case members["retracted"] != nil || members["merged_into"] != nil:
		return json.Unmarshal(data, &one.Tombstone)
	}
	return nil
}

func (one EarthquakeOrTombstone) MarshalJSON() ([]byte, error) {
	switch {
	case one.Earthquake != nil:
		return json.Marshal(one.Earthquake)
	case one.Tombstone != nil:
		return json.Marshal(one.Tombstone)
	}
	return []byte("null"), nil
}

type ListAnswer struct {
	// Always `success`.
	Status string `json:"status"`
	// Items in `earthquakes`.
	Count int64 `json:"count"`
	// Whether there are more; then `next` is there.
	Truncated *bool `json:"truncated,omitempty"`
	// Relative URL of the following page.
	Next *string `json:"next,omitempty"`
	// Names in `sources` that are no agency.
	IgnoredSources []string `json:"ignored_sources,omitempty"`
	// Tombstones only with `updated_after`.
	Earthquakes []EarthquakeOrTombstone `json:"earthquakes"`
}

type Magnitude struct {
	// Its value.
	Magnitude float64 `json:"magnitude"`
	// `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none.
	MagnitudeType *string `json:"magnitude_type"`
	// True where it contradicts the others, and is not preferred.
	Outlier *bool `json:"outlier,omitempty"`
}

type Solution struct {
	// Agency.
	Name Agency `json:"name"`
	// Its identifier of the earthquake.
	EventID string `json:"event_id"`
	// Identifiers of its other reports of the earthquake.
	OtherEventIds []string `json:"other_event_ids,omitempty"`
	// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
	OccurredAt string `json:"occurred_at"`
	// Only where coarser than a second.
	DatePrecision *DatePrecision `json:"date_precision,omitempty"`
	// RFC 3339, with fractions where known.
	OccurredAtUTC string `json:"occurred_at_utc"`
	// Degrees, north positive.
	Latitude float64 `json:"latitude"`
	// Degrees, east positive.
	Longitude float64 `json:"longitude"`
	// Kilometres below sea level; null where no agency gave one.
	DepthKm *float64 `json:"depth_km"`
	// Its preferred magnitude; null where it gave none.
	Magnitude *float64 `json:"magnitude"`
	// `ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none.
	MagnitudeType *string `json:"magnitude_type"`
	// All of its magnitudes.
	Magnitudes []Magnitude `json:"magnitudes"`
	// Uncertainty of the epicentre, in km.
	HorizontalErrorKm *float64 `json:"horizontal_error_km,omitempty"`
	// Uncertainty of the depth, in km.
	DepthErrorKm *float64 `json:"depth_error_km,omitempty"`
	// Uncertainty of the agency's preferred magnitude.
	MagnitudeError *float64 `json:"magnitude_error,omitempty"`
	// Root mean square of the residuals of arrival times, in s.
	Rms *float64 `json:"rms,omitempty"`
	// Greatest angle at the epicentre without a station, in degrees.
	AzimuthalGap *float64 `json:"azimuthal_gap,omitempty"`
	// Distance of the nearest station from the epicentre, in degrees.
	NearestStation *float64 `json:"nearest_station,omitempty"`
	// Stations used for the hypocentre.
	Stations *int64 `json:"stations,omitempty"`
	// Stations used for the magnitude.
	MagnitudeStations *int64 `json:"magnitude_stations,omitempty"`
	// As the agency of the preferred solution says.
	Quality *Quality `json:"quality"`
	// Its own words for the place.
	Location *string `json:"location"`
	// Only where it is not an earthquake: `quarry blast`, …
	EventType *string `json:"event_type,omitempty"`
	// Greatest intensity, where a list gives it.
	MaxIntensity *float64 `json:"max_intensity,omitempty"`
	// Where a list gives them.
	Deaths *int64 `json:"deaths,omitempty"`
	// When the agency changed it, RFC 3339; null where it does not say.
	UpdatedAt *string `json:"updated_at"`
}

type MwEstimate struct {
	// Moment magnitude.
	Value float64 `json:"value"`
	// Root mean square of measured less estimated moment magnitudes.
	Uncertainty float64 `json:"uncertainty"`
	// Who published the relation.
	Method string `json:"method"`
	// Where it is published.
	DOI string `json:"doi"`
	// Magnitudes from which it estimates: least and greatest, inclusive.
	Range []float64 `json:"range"`
}

type NearbyStation struct {
	// FDSN network code.
	Network string `json:"network"`
	// Station code.
	Code string `json:"code"`
	// Place.
	Name   string `json:"name"`
	Source Agency `json:"source"`
	// Degrees, north positive.
	Latitude float64 `json:"latitude"`
	// Degrees, east positive.
	Longitude float64 `json:"longitude"`
	// From the epicentre, in km.
	DistanceKm float64 `json:"distance_km"`
	// From the epicentre to the station, in degrees from north, 0 to 359.
	Azimuth int64 `json:"azimuth"`
}

type NearbyEarthquake struct {
	// Given once and never reused.
	ID int64 `json:"id"`
	// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
	OccurredAt string `json:"occurred_at"`
	// Degrees, north positive.
	Latitude float64 `json:"latitude"`
	// Degrees, east positive.
	Longitude float64 `json:"longitude"`
	// Kilometres below sea level; null where no agency gave one.
	DepthKm *float64 `json:"depth_km"`
	// The primary magnitude; never null in a list.
	Magnitude *float64 `json:"magnitude"`
	// In Turkish.
	Location string `json:"location"`
	// In English; absent where an agency’s own `location` is names alone.
	LocationEn string `json:"location_en"`
	// With the UTC day, the name of the earthquake in addresses.
	Slug string `json:"slug"`
	// Between the epicentres, in km.
	DistanceKm float64 `json:"distance_km"`
}

type NodalPlane struct {
	// Degrees, from 0 to below 360.
	Strike float64 `json:"strike"`
	// Degrees, 0 to 90.
	Dip float64 `json:"dip"`
	// Degrees, above −180 to 180.
	Rake float64 `json:"rake"`
}

type MomentTensor struct {
	// N·m; r is up, t south, p east.
	Mrr float64 `json:"mrr"`
	// N·m; r is up, t south, p east.
	Mtt float64 `json:"mtt"`
	// N·m; r is up, t south, p east.
	Mpp float64 `json:"mpp"`
	// N·m; r is up, t south, p east.
	Mrt float64 `json:"mrt"`
	// N·m; r is up, t south, p east.
	Mrp float64 `json:"mrp"`
	// N·m; r is up, t south, p east.
	Mtp float64 `json:"mtp"`
}

type Centroid struct {
	// RFC 3339.
	OccurredAtUTC *string `json:"occurred_at_utc"`
	// Degrees, north positive.
	Latitude float64 `json:"latitude"`
	// Degrees, east positive.
	Longitude float64 `json:"longitude"`
	// Kilometres below sea level.
	DepthKm float64 `json:"depth_km"`
}

type FocalMechanism struct {
	// Who computed it: `GCMT`, `USGS`, …
	Source string `json:"source"`
	// The two of them.
	NodalPlanes  []NodalPlane  `json:"nodal_planes"`
	MomentTensor *MomentTensor `json:"moment_tensor"`
	// N·m.
	ScalarMoment *float64 `json:"scalar_moment"`
	// Moment magnitude.
	Mw       *float64  `json:"mw"`
	Centroid *Centroid `json:"centroid"`
	// Members that were computed from those of the source.
	Computed []string `json:"computed,omitempty"`
}

type ShakeMap struct {
	// Who made it.
	Source string `json:"source"`
	// Greatest modelled intensity (Modified Mercalli), 1 to 10.
	MaxMmi float64 `json:"max_mmi"`
	// Its page.
	URL string `json:"url"`
}

type MergedEarthquake struct {
	// Given once and never reused.
	ID int64 `json:"id"`
	// 16 hexadecimal digits, the first a letter; stable across revisions.
	EventID string `json:"event_id"`
}

type Revision struct {
	// RFC 3339.
	At string `json:"at"`
	// Those of which reports brought the change.
	Agencies []Agency `json:"agencies"`
	// Fields that changed, or `created`, `withdrawn`, `reinstated`, `merged`.
	Changed []string `json:"changed"`
	// Changed fields as they were before.
	Previous any `json:"previous,omitempty"`
	// Earthquakes that became part of this one, as last published.
	Merged []MergedEarthquake `json:"merged,omitempty"`
	// The `id` of earthquakes from which reports came over.
	MovedFrom []int64 `json:"moved_from,omitempty"`
	// The `id` of earthquakes to which reports went over.
	MovedTo []int64 `json:"moved_to,omitempty"`
	// Revisions between the one before and this one that are no longer kept.
	OmittedBefore *int64 `json:"omitted_before,omitempty"`
}

type EarthquakeDetail struct {
	// Given once and never reused.
	ID int64 `json:"id"`
	// 16 hexadecimal digits, the first a letter; stable across revisions.
	EventID string `json:"event_id"`
	// Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.
	OccurredAt string `json:"occurred_at"`
	// Only where coarser than a second.
	DatePrecision *DatePrecision `json:"date_precision,omitempty"`
	// Degrees, north positive.
	Latitude float64 `json:"latitude"`
	// Degrees, east positive.
	Longitude float64 `json:"longitude"`
	// Kilometres below sea level; null where no agency gave one.
	DepthKm *float64 `json:"depth_km"`
	// The primary magnitude; never null in a list.
	Magnitude *float64 `json:"magnitude"`
	// `ML`, `MD`, `Mw`, `mb`, `Ms`, …
	MagnitudeType *string `json:"magnitude_type,omitempty"`
	// Only where no other agency confirms a magnitude of 5 or more.
	MagnitudeDoubtful *bool `json:"magnitude_doubtful,omitempty"`
	// Of one agency and automatic, not settled yet, or agreed by two agencies or more.
	MagnitudeState *MagnitudeState `json:"magnitude_state,omitempty"`
	// Agency of `magnitude`, only where it is not `source`.
	MagnitudeSource *Agency `json:"magnitude_source,omitempty"`
	// One standard deviation of what two agencies or more give together; since 1970.
	MagnitudeError *float64 `json:"magnitude_error,omitempty"`
	// Only where an agency gave one.
	MagnitudeMl *float64 `json:"magnitude_ml,omitempty"`
	// Only where an agency gave one.
	MagnitudeMd *float64 `json:"magnitude_md,omitempty"`
	// Only where an agency gave one.
	MagnitudeMw *float64 `json:"magnitude_mw,omitempty"`
	// In Turkish.
	Location string `json:"location"`
	// In English; absent where an agency’s own `location` is names alone.
	LocationEn *string `json:"location_en,omitempty"`
	// The agency's own words, where `location` was made.
	AgencyLocation *string `json:"agency_location,omitempty"`
	// The name by which it is known, in Turkish, where the historical list has one.
	EventName *string `json:"event_name,omitempty"`
	// The same in English.
	EventNameEn *string `json:"event_name_en,omitempty"`
	// Province of Türkiye; null abroad and far at sea.
	Province *string `json:"province"`
	// Its plate code, two digits.
	ProvinceCode *string `json:"province_code"`
	// District, on land in Türkiye.
	District *string `json:"district"`
	// Agency of the preferred solution.
	Source Agency `json:"source"`
	// Each agency's solution with its uncertainties.
	Sources []Solution `json:"sources"`
	// As the agency of the preferred solution says.
	Quality *Quality `json:"quality,omitempty"`
	// Only where it is not an earthquake: `quarry blast`, …
	EventType *string `json:"event_type,omitempty"`
	// How probable it is a quarry blast or the like, in hundredths; absent below 0.05, and where `event_type` is
	// given.
	BlastProbability *float64 `json:"blast_probability,omitempty"`
	// When this service published the record, RFC 3339.
	UpdatedAt string `json:"updated_at"`
	// Moment magnitude estimated from another type.
	MwEstimate *MwEstimate `json:"mw_estimate,omitempty"`
	// Greatest intensity, where a list gives it.
	MaxIntensity *float64 `json:"max_intensity,omitempty"`
	// Where a list gives them.
	Deaths *int64 `json:"deaths,omitempty"`
	// With the UTC day, the name of the earthquake in addresses.
	Slug string `json:"slug"`
	// RFC 3339, with fractions where known.
	OccurredAtUTC string `json:"occurred_at_utc"`
	// The nearest 10.
	NearbyStations []NearbyStation `json:"nearby_stations"`
	// The nearest 10 within 100 km and 30 days.
	NearbyQuakes []NearbyEarthquake `json:"nearby_quakes"`
	// Nodal planes, moment tensor, scalar moment, Mw and centroid.
	FocalMechanism *FocalMechanism `json:"focal_mechanism"`
	// Source, greatest intensity and address.
	Shakemap *ShakeMap `json:"shakemap"`
	// What changed, and when.
	Revisions []Revision `json:"revisions"`
}

type DetailAnswer struct {
	// Always `success`.
	Status     string           `json:"status"`
	Earthquake EarthquakeDetail `json:"earthquake"`
}

type ExportAnswer struct {
	// Always `success`.
	Status string `json:"status"`
	// Items in `earthquakes`.
	Count int64 `json:"count"`
	// Whether rows were left out.
	Truncated bool `json:"truncated"`
	// Of each agency inside.
	Terms []Terms `json:"terms"`
	// Names in `sources` that are no agency.
	IgnoredSources []string     `json:"ignored_sources,omitempty"`
	Earthquakes    []Earthquake `json:"earthquakes"`
}

type StatisticsAnswer struct {
	// Always `success`.
	Status string `json:"status"`
	// With blasts.
	Total int64 `json:"total"`
	// Of this UTC day.
	Today int64 `json:"today"`
	// Of the last 24 hours.
	Last24h *int64 `json:"last_24h,omitempty"`
	// Rounded to two decimals.
	AvgMagnitude *float64 `json:"avg_magnitude"`
	// Greatest magnitude.
	MaxMagnitude *float64 `json:"max_magnitude"`
	// How many of the total are blasts: marked by an agency, or with a `blast_probability` above 0.5.
	Blasts *int64 `json:"blasts,omitempty"`
	// By agency.
	BySource map[string]int64 `json:"by_source,omitempty"`
	// When the dataset, or what of it the file of statistics counts, last changed; RFC 3339.
	GeneratedAt *string `json:"generated_at,omitempty"`
}

type Station struct {
	// FDSN network code.
	Network string `json:"network"`
	// Station code.
	Code string `json:"code"`
	// Place.
	Name string `json:"name"`
	// Agency that runs it.
	Source Agency `json:"source"`
	// Degrees.
	Latitude float64 `json:"latitude"`
	// Degrees.
	Longitude float64 `json:"longitude"`
	// Metres above sea level.
	ElevationM *float64 `json:"elevation_m"`
}

type StationsAnswer struct {
	// Always `success`.
	Status string `json:"status"`
	// Items in `stations`.
	Count    int64     `json:"count"`
	Stations []Station `json:"stations"`
}

type ServiceState string

const (
	ServiceStateCurrent ServiceState = "current"
	ServiceStateLate    ServiceState = "late"
	ServiceStateNever   ServiceState = "never"
)

type SourceState string

const (
	SourceStateOk       SourceState = "ok"
	SourceStateDegraded SourceState = "degraded"
	SourceStateStale    SourceState = "stale"
	SourceStateDown     SourceState = "down"
	SourceStateIdle     SourceState = "idle"
)

type FindingCode string

const (
	FindingCodeUnreadable       FindingCode = "unreadable"
	FindingCodeShifted          FindingCode = "shifted"
	FindingCodeMoved            FindingCode = "moved"
	FindingCodeRetimed          FindingCode = "retimed"
	FindingCodeDepthChanged     FindingCode = "depth_changed"
	FindingCodeMagnitudeChanged FindingCode = "magnitude_changed"
	FindingCodeScaleChanged     FindingCode = "scale_changed"
	FindingCodeTypeChanged      FindingCode = "type_changed"
	FindingCodeWithdrawn        FindingCode = "withdrawn"
	FindingCodeFieldLost        FindingCode = "field_lost"
	FindingCodeGone             FindingCode = "gone"
	FindingCodeContradicted     FindingCode = "contradicted"
	FindingCodeOutside          FindingCode = "outside"
)

type WatchedField string

const (
	WatchedFieldMagnitude     WatchedField = "magnitude"
	WatchedFieldMagnitudeType WatchedField = "magnitude_type"
	WatchedFieldDepth         WatchedField = "depth"
	WatchedFieldPlace         WatchedField = "place"
)

type Quarantine struct {
	// Its name.
	Feed string `json:"feed"`
	// RFC 3339.
	Since string `json:"since"`
	// The reason in words.
	Message string `json:"message"`
	// The reason.
	Code FindingCode `json:"code"`
	// Rows that show it,
	Count int64 `json:"count"`
	// of so many that could.
	Of int64 `json:"of"`
	// Where the reason is about one.
	Field *WatchedField `json:"field,omitempty"`
	// Hours by which times are shifted, where they are.
	Hours *float64 `json:"hours,omitempty"`
}

type GapReason string

const (
	GapReasonNoAnswer     GapReason = "no_answer"
	GapReasonNotRequested GapReason = "not_requested"
)

type Gap struct {
	// RFC 3339: the answer before.
	From string `json:"from"`
	// RFC 3339: the answer after.
	Until string `json:"until"`
	// Whether it was requested meanwhile.
	Reason GapReason `json:"reason"`
}

type SourceStatus struct {
	// Agency.
	Name Agency `json:"name"`
	// Whether it is asked regularly.
	Live  *bool       `json:"live,omitempty"`
	State SourceState `json:"state"`
	// RFC 3339: its newest sound answer.
	LastSuccess *string `json:"last_success,omitempty"`
	// RFC 3339: when it was asked last.
	LastAttempt *string `json:"last_attempt,omitempty"`
	// Origin time of its newest earthquake in UTC, `YYYY-MM-DD HH:MM:SS`.
	LastEvent *string `json:"last_event,omitempty"`
	// Why the last attempt failed.
	Error *string `json:"error,omitempty"`
	// Feeds of which documents are quarantined, since they contradict what was sent before or other agencies.
	Quarantine []Quarantine `json:"quarantine,omitempty"`
	// Rows of all documents so far.
	RowsRead *int64 `json:"rows_read,omitempty"`
	// Of these, those that could not be used.
	RowsRejected *int64 `json:"rows_rejected,omitempty"`
	// Documents that were quarantined so far.
	DocumentsQuarantined *int64 `json:"documents_quarantined,omitempty"`
	// Times without an answer, longer than 15 minutes, that ended within the last day.
	Gaps []Gap `json:"gaps,omitempty"`
}

type StatusAnswer struct {
	// Always `success`.
	Status string `json:"status"`
	// Changes with the dataset.
	Dataset string `json:"dataset"`
	// When the dataset was last built, also without a change; RFC 3339.
	GeneratedAt *string `json:"generated_at,omitempty"`
	// The moment that answers with a window of time are of, RFC 3339.
	AsOf *string `json:"as_of,omitempty"`
	// Late: no answer for 10 minutes.
	State *ServiceState `json:"state,omitempty"`
	// RFC 3339: the newest sound answer of any live source; null: none yet.
	LastSuccess *string `json:"last_success,omitempty"`
	// There only while two agencies agree against the clock of this service, by which it is behind: nothing new
	// is published.
	ClockOffsetSeconds *int64 `json:"clock_offset_seconds,omitempty"`
	// There only while earthquakes cannot be composed or rendered: they are as last published.
	FaultyEarthquakes *int64 `json:"faulty_earthquakes,omitempty"`
	// How users of the data name the service.
	Attribution *string `json:"attribution,omitempty"`
	// Of each agency inside.
	Terms   []Terms        `json:"terms,omitempty"`
	Sources []SourceStatus `json:"sources"`
}

// EventGeoJson is one of them, or none: an object of a kind that did not exist when this was made.
type EventGeoJson struct {
	EventFeatureCollection *EventFeatureCollection
	EventFeature           *EventFeature
}

func (one *EventGeoJson) UnmarshalJSON(data []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	switch {
	case members["features"] != nil:
		return json.Unmarshal(data, &one.EventFeatureCollection)
	case members["id"] != nil:
		return json.Unmarshal(data, &one.EventFeature)
	}
	return nil
}

func (one EventGeoJson) MarshalJSON() ([]byte, error) {
	switch {
	case one.EventFeatureCollection != nil:
		return json.Marshal(one.EventFeatureCollection)
	case one.EventFeature != nil:
		return json.Marshal(one.EventFeature)
	}
	return []byte("null"), nil
}

// EmscGeoJson is one of them, or none: an object of a kind that did not exist when this was made.
type EmscGeoJson struct {
	EmscFeatureCollection *EmscFeatureCollection
	EmscFeature           *EmscFeature
}

func (one *EmscGeoJson) UnmarshalJSON(data []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	switch {
	case members["features"] != nil:
		return json.Unmarshal(data, &one.EmscFeatureCollection)
	case members["id"] != nil:
		return json.Unmarshal(data, &one.EmscFeature)
	}
	return nil
}

func (one EmscGeoJson) MarshalJSON() ([]byte, error) {
	switch {
	case one.EmscFeatureCollection != nil:
		return json.Marshal(one.EmscFeatureCollection)
	case one.EmscFeature != nil:
		return json.Marshal(one.EmscFeature)
	}
	return []byte("null"), nil
}

type Count struct {
	// Events that match.
	Count int64 `json:"count"`
	// Most events of one answer.
	MaxAllowed int64 `json:"maxAllowed"`
}

type KandilliMetadata struct {
	// Beginning in time of Türkiye, `YYYY-MM-DD HH:MM:SS`.
	DateStarts *string `json:"date_starts,omitempty"`
	// End in time of Türkiye, `YYYY-MM-DD HH:MM:SS`.
	DateEnds *string `json:"date_ends,omitempty"`
	// Rows of the answer.
	Count int64 `json:"count"`
	// The same.
	Total int64 `json:"total"`
}

type KandilliList struct {
	Status bool `json:"status"`
	// 200.
	HttpStatus int64 `json:"httpStatus"`
	// Empty.
	Desc string `json:"desc"`
	// 0.
	Serverloadms int64                `json:"serverloadms"`
	Metadata     KandilliMetadata     `json:"metadata"`
	Result       []KandilliEarthquake `json:"result"`
}

type KandilliError struct {
	Status bool `json:"status"`
	// The status of the answer.
	HttpStatus int64 `json:"httpStatus"`
	// A sentence to act on.
	Desc string `json:"desc"`
	// The parameter at fault.
	Parameter *string `json:"parameter,omitempty"`
	// Empty.
	Result []any `json:"result"`
}

type KandilliOne struct {
	Status bool `json:"status"`
	// 200.
	HttpStatus int64 `json:"httpStatus"`
	// Empty.
	Desc string `json:"desc"`
	// 0.
	Serverloadms int64              `json:"serverloadms"`
	Metadata     KandilliMetadata   `json:"metadata"`
	Result       KandilliEarthquake `json:"result"`
}

// AfadEventOrAfadFeatureCollection is one of them, or none: an object of a kind that did not exist when this
// was made.
type AfadEventOrAfadFeatureCollection struct {
	AfadEvent             *AfadEvent
	AfadFeatureCollection *AfadFeatureCollection
}

func (one *AfadEventOrAfadFeatureCollection) UnmarshalJSON(data []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	switch {
	case members["rms"] != nil:
		return json.Unmarshal(data, &one.AfadEvent)
	case members["features"] != nil:
		return json.Unmarshal(data, &one.AfadFeatureCollection)
	}
	return nil
}

func (one AfadEventOrAfadFeatureCollection) MarshalJSON() ([]byte, error) {
	switch {
	case one.AfadEvent != nil:
		return json.Marshal(one.AfadEvent)
	case one.AfadFeatureCollection != nil:
		return json.Marshal(one.AfadFeatureCollection)
	}
	return []byte("null"), nil
}
