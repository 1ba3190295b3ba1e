/** First requests in the tools that people use. */

export interface Start {
  id: string;
  name: string;
  code(url: string): string;
}

export const STARTS: Start[] = [
  { id: 'curl', name: 'curl', code: (url) => `curl "${url}/api.php?min_magnitude=4&limit=5"` },
  {
    id: 'javascript',
    name: 'JavaScript',
    code: (url) => `const response = await fetch('${url}/api.php?min_magnitude=4');
const { earthquakes } = await response.json();
for (const one of earthquakes)
  console.log(one.occurred_at + 'Z', one.magnitude, one.location);`,
  },
  {
    id: 'python',
    name: 'Python, pandas',
    code: (url) => `import pandas

quakes = pandas.read_csv('${url}/export.php?format=csv&min_magnitude=3')
quakes['occurred_at'] = pandas.to_datetime(quakes['occurred_at'], utc=True, errors='coerce')
print(quakes.groupby('source').magnitude.describe())`,
  },
  {
    id: 'obspy',
    name: 'ObsPy',
    code: (url) => `from obspy import UTCDateTime
from obspy.clients.fdsn import Client

client = Client('${url}')
catalog = client.get_events(starttime=UTCDateTime(2023, 2, 6), endtime=UTCDateTime(2023, 2, 7),
                            minmagnitude=5, includeallorigins=True)
print(catalog)
for event in catalog:
    origin = event.preferred_origin()
    print(origin.time, origin.latitude, origin.longitude, event.preferred_magnitude().mag)`,
  },
  {
    id: 'r',
    name: 'R',
    code: (url) => `quakes <- read.csv("${url}/export.php?format=csv&min_magnitude=3")
plot(quakes$longitude, quakes$latitude, cex = quakes$magnitude / 3)`,
  },
  {
    id: 'qgis',
    name: 'QGIS',
    code: (url) => `Layer > Add Layer > Add Vector Layer > Protocol: HTTP(S), GeoJSON
${url}/export.php?format=geojson&min_magnitude=3`,
  },
  {
    id: 'home-assistant',
    name: 'Home Assistant',
    code: (url) => `sensor:
  - platform: rest
    name: Son deprem
    resource: ${url}/api.php?min_magnitude=4&limit=1
    value_template: "{{ value_json.earthquakes[0].magnitude }}"
    json_attributes_path: "$.earthquakes[0]"
    json_attributes: [occurred_at, location, depth_km]
    scan_interval: 60`,
  },
  {
    id: 'spreadsheet',
    name: 'Google Sheets',
    code: (url) => `=IMPORTDATA("${url}/export.php?format=csv&min_magnitude=4")`,
  },
];
