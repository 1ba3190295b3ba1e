/** What counts as a blast: an agency calls it an explosion, or it is one more probably than not. Pure. */

/** The explosions among the event types of QuakeML 1.2 (BED 1.2): `explosion` and what is below it there. */
const BLAST_TYPES = new Set(
  [
    'explosion, accidental explosion, chemical explosion, controlled explosion, experimental explosion',
    'industrial explosion, mining explosion, quarry blast, road cut, blasting levee, nuclear explosion',
  ].flatMap((types) => types.split(', ')),
);

/** A `blast_probability` above it counts as a blast, exclusive: more probable than not. */
const BOUND = 0.5;

/** As records and list items have them; a list item leaves out the type of an earthquake. */
export interface BlastMarks {
  eventType?: string | null | undefined;
  blastProbability?: number | null | undefined;
}

export const isBlast = ({ eventType, blastProbability }: BlastMarks): boolean =>
  BLAST_TYPES.has(eventType ?? '') || isProbableBlast({ blastProbability });

/** One that no agency calls a blast. */
export const isProbableBlast = ({ blastProbability }: Pick<BlastMarks, 'blastProbability'>): boolean =>
  (blastProbability ?? 0) > BOUND;

/** As {@link isBlast}, of an item of a list. */
export const isBlastItem = (item: { event_type?: string | null; blast_probability?: number | null }): boolean =>
  isBlast({ eventType: item.event_type, blastProbability: item.blast_probability });
