package main

import (
	"encoding/json"
	"fmt"
	"net/http"

	"example/hiposantr"
)

func main() {
	response, err := http.Get("http://localhost:8787/api.php?limit=5&min_magnitude=4")
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	var list hiposantr.ListAnswer
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil {
		panic(err)
	}
	for _, one := range list.Earthquakes {
		fmt.Println(one.Earthquake.OccurredAt, *one.Earthquake.Magnitude, one.Earthquake.Location)
	}
}
