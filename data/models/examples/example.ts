import type { ListAnswer } from './hiposantr.ts';

const response = await fetch('http://localhost:8787/api.php?limit=5&min_magnitude=4');
const { earthquakes } = (await response.json()) as ListAnswer;
for (const one of earthquakes) if ('magnitude' in one) console.log(one.occurred_at, one.magnitude, one.location);
