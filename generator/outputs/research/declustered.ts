/** Which earthquakes depend on others, by two methods. */
import type { Shock } from '#seismology/declustering.ts';
import type { Neighbour } from '#seismology/nearest-neighbour.ts';

interface Dependence {
  /** By the windows of Gardner and Knopoff. */
  parents: ReadonlyMap<number, number>;
  neighbours: ReadonlyMap<number, Neighbour>;
}

/** A line for each earthquake, in order of id; what it has not is empty. */
export function declusteredCsv(shocks: readonly Shock[], { parents, neighbours }: Dependence): string {
  const ids = shocks.map(({ id }) => id).sort((a, b) => a - b);
  const line = (id: number): string => {
    const neighbour = neighbours.get(id);
    return `${id},${parents.get(id) ?? ''},${neighbour?.id ?? ''},${neighbour?.distance.toFixed(2) ?? ''}\n`;
  };
  return ['id,parent,nearest,log_distance\n', ...ids.map(line)].join('');
}
