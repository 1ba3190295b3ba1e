/** What an edge network offers to its programs. */

export interface Platform {
  /** A file of `dist/`, whole and uncompressed; undefined where there is none. */
  file(path: string): Promise<Response | undefined>;
  /** @throws Error when the gateway does not answer */
  gateway(request: Request): Promise<Response>;
  /** Keeps answers of the gateway; undefined where the network keeps none. */
  kept?: KeptAnswers | undefined;
  /** Lets work end after the answer was sent. */
  waitUntil(work: Promise<unknown>): void;
}

export interface KeptAnswers {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}
