/** Resource identifiers of QuakeML. An event's stays; those of what it holds change with their content. */
import { contentHash } from '../etag.ts';
import type { SolutionItem } from '../record/items.ts';

/** The default of AUTHORITY_ID. */
export const DEFAULT_AUTHORITY = 'tr.hiposantr';

/** The form that QuakeML 1.2 wants: no port, no slash. */
export const AUTHORITY = /^[A-Za-z0-9][A-Za-z0-9\-.*()_~']{2,63}$/;

/** Characters that QuakeML allows in an identifier, and slashes of our own. */
const part = (text: string): string => text.replace(/[^A-Za-z0-9\-.*_~]/g, '_');

export class ResourceIds {
  readonly #authority: string;

  constructor(authority: string) {
    this.#authority = authority;
  }

  readonly event = (eventId: string): string => this.#id('event', eventId);

  /** @param key of the query, which the document answers */
  readonly document = (key: string): string => this.#id('document', key);

  readonly origin = (eventId: string, origin: SolutionItem): string =>
    this.#id('origin', eventId, origin.name, revision(origin));

  readonly magnitude = (eventId: string, origin: SolutionItem, type: string | null): string =>
    this.#id('magnitude', eventId, origin.name, type ?? 'M', revision(origin));

  /** @param kind `mechanism`, `tensor` or `centroid` @param content whose source computed it */
  readonly product = (kind: string, eventId: string, content: { source: string }): string =>
    this.#id(kind, eventId, content.source, revision(content));

  #id(...parts: string[]): string {
    return `smi:${this.#authority}/${parts.map(part).join('/')}`;
  }
}

/** The `event_id` in the identifier of an event, of any authority; undefined where there is none. */
export const eventIdIn = (resource: string): string | undefined =>
  /^(?:smi|quakeml):[^/]{3,64}\/event\/([0-9a-f]{16})$/.exec(resource)?.[1];

const revisions = new WeakMap<object, string>();

const revision = (content: object): string =>
  revisions.getOrInsertComputed(content, () => contentHash(JSON.stringify(content)).slice(0, 8));
