/** Rebuilds every former state of an earthquake from `revisions`, by the documentation only. */

export type Fields = Record<string, unknown>;

interface RevisionJson {
  at: string;
  agencies: string[];
  changed: string[];
  previous?: Fields;
  merged?: DetailJson[];
  moved_from?: number[];
  moved_to?: number[];
  omitted_before?: number;
}

export interface DetailJson extends Fields {
  id: number;
  updated_at: string;
  revisions: RevisionJson[];
}

/** `state` is null while the earthquake is withdrawn, `at` null where the publishing revision is omitted. */
export interface PublishedState {
  at: string | null;
  state: Fields | null;
}

/** What identifies it, what is about others, and what follows from the magnitude. */
const NOT_STATE = ['id', 'event_id', 'updated_at', 'nearby_stations', 'nearby_quakes', 'revisions', 'mw_estimate'];
const ALWAYS_THERE = ['depth_km', 'magnitude', 'focal_mechanism', 'shakemap'];

/** The fields of a detail that revisions record. */
export const stateOfDetail = (detail: Fields): Fields =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => !NOT_STATE.includes(name)));

function before(state: Fields, previous: Fields): Fields {
  const former: Fields = { ...state, ...previous };
  for (const [name, value] of Object.entries(previous))
    if (value === null && !ALWAYS_THERE.includes(name)) delete former[name];
  const sources = former['sources'] as Fields[];
  former['sources'] = sources.map((source) =>
    Object.keys(source).length > 1
      ? source
      : (state['sources'] as Fields[]).find(({ name }) => name === source['name']),
  );
  return former;
}

/** Every published state of an earthquake, oldest first, and of those merged into it, by id. */
export function rebuildStates(detail: DetailJson, states = new Map<number, PublishedState[]>()) {
  const own: PublishedState[] = [];
  let state = stateOfDetail(detail);
  for (const { at, changed, previous, merged = [], omitted_before } of detail.revisions.toReversed()) {
    own.push({ at, state: changed.includes('withdrawn') ? null : state });
    for (const one of merged) rebuildStates(one, states);
    if (previous) state = before(state, previous);
    if (omitted_before !== undefined) own.push({ at: null, state });
    if (!previous || omitted_before !== undefined) break;
  }
  return states.set(detail.id, own.reverse());
}
