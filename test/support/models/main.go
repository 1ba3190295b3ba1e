package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"example/hiposantr"
)

func read(name string, answer any) {
	data, err := os.ReadFile(os.Args[1] + "/" + name + ".json")
	if err == nil {
		err = json.Unmarshal(data, answer)
	}
	if err != nil {
		panic(err)
	}
}

func main() {
	var list hiposantr.ListAnswer
	var detail hiposantr.DetailAnswer
	var statistics hiposantr.StatisticsAnswer
	var stations hiposantr.StationsAnswer
	var status hiposantr.StatusAnswer
	var export hiposantr.FeatureCollection
	var events, event hiposantr.EventGeoJson
	var refused hiposantr.ErrorAnswer
	for name, answer := range map[string]any{
		"list": &list, "detail": &detail, "statistics": &statistics, "stations": &stations, "status": &status,
		"export": &export, "events": &events, "event": &event, "error": &refused,
	} {
		read(name, answer)
	}
	earthquakes, tombstones, hundredths, withoutDepth := 0, 0, 0, 0
	for _, one := range list.Earthquakes {
		if one.Tombstone != nil {
			tombstones++
		}
		if one.Earthquake == nil {
			continue
		}
		earthquakes++
		if one.Earthquake.Magnitude != nil {
			hundredths += int(math.Round(*one.Earthquake.Magnitude * 100))
		}
		if one.Earthquake.DepthKm == nil {
			withoutDepth++
		}
	}
	quake := detail.Earthquake
	silent := 0
	for _, source := range status.Sources {
		if source.LastSuccess == nil {
			silent++
		}
	}
	policy := hiposantr.LimitPolicy("-")
	if refused.Policy != nil {
		policy = *refused.Policy
	}
	features := events.EventFeatureCollection.Features
	fmt.Println(list.Count, len(list.Earthquakes), earthquakes, tombstones)
	fmt.Println(hundredths, withoutDepth)
	fmt.Println(quake.ID, quake.Source, quake.OccurredAtUTC, len(quake.Sources), len(quake.NearbyStations), len(quake.Revisions))
	fmt.Println(statistics.Total, statistics.BySource["afad"])
	fmt.Println(stations.Count, len(stations.Stations), stations.Stations[0].Code)
	fmt.Println(len(status.Sources), status.Sources[0].State, silent)
	fmt.Println(len(export.Features), export.Features[0].Properties.ID)
	fmt.Println(len(features), features[0].Properties.Time, event.EventFeature.ID)
	fmt.Println(refused.Code, policy)
}
