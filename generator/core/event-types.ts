/** The event types of QuakeML 1.2 (BED 1.2, EventType): what `event_type` may say and what a query may ask for. */
export const EVENT_TYPES: readonly string[] = `
not existing, not reported, earthquake, anthropogenic event, collapse, cavity collapse, mine collapse,
building collapse, explosion, accidental explosion, chemical explosion, controlled explosion,
experimental explosion, industrial explosion, mining explosion, quarry blast, road cut, blasting levee,
nuclear explosion, induced or triggered event, rock burst, reservoir loading, fluid injection, fluid extraction,
crash, plane crash, train crash, boat crash, other event, atmospheric event, sonic boom, sonic blast,
acoustic noise, thunder, avalanche, snow avalanche, debris avalanche, hydroacoustic event, ice quake, slide,
landslide, rockslide, meteorite, volcanic eruption
`
  .trim()
  .split(/,\s+/);
