/** Public applications written for other services, and what of them works with this one: `data/applications.json`. */

/** In Turkish and in English. */
interface BothLanguages {
  tr: string;
  en: string;
}

/** Whose interface an application was written for. */
export const APPLICATION_SERVICES = ['kandilli', 'afad', 'hiposantr', 'emsc', 'usgs', 'fdsn', 'websocket'] as const;

export interface ListedApplication {
  /** `owner/repository`. */
  name: string;
  /** Its public address. */
  address: string;
  /** Version that was read, 40 hexadecimal digits. */
  commit: string;
  /** Paths that were read, within the repository. */
  files: string[];
  language: string;
  /** `mobile app`, `web app`, `bot`, `library`, … */
  kind: string;
  service: (typeof APPLICATION_SERVICES)[number];
  /** What its user changes. */
  change: BothLanguages;
  /** Of what it asks for: all, some, or none. `test/compat/` holds it true. */
  works: 'yes' | 'partly' | 'no';
  /** What does not work, or else must change; absent where nothing is. */
  note?: BothLanguages;
}

/** @param text of `data/applications.json` */
export const applicationsIn = (text: string): ListedApplication[] => JSON.parse(text) as ListedApplication[];
