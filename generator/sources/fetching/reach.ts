/** Where a feed may lead: the hosts to which a request for it may go, redirects included. */
import { shown } from '#core/text.ts';
import { isPublicAddress, isRefusedAddress, NOT_PUBLIC } from '#http/address-guard.ts';
import { FeedUnavailable } from '../feed.ts';

/** The server of a feed, by its setting. */
interface FeedHome {
  /** Who runs it: servers of one owner have one clock. */
  owner: string;
  /** As configured. */
  address: string;
  /** Domains of the agency: the server may redirect to their hosts. */
  domains: readonly string[];
}

/** One step of a request: its address, and whether the host may have any IP address. */
export interface Hop {
  url: URL;
  /** The operator's own mirror. All other hosts must be on the public internet. */
  isMirror: boolean;
}

const isWithin = (hostname: string, domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`);

const REFUSED = 'redirected to an address to which this feed may not lead';

export class Reach {
  readonly #homes: readonly FeedHome[];
  readonly #isPublic: (address: string) => boolean;

  constructor(homes: readonly FeedHome[], isPublic = isPublicAddress) {
    this.#homes = homes;
    this.#isPublic = isPublic;
  }

  /** Whether a host may be connected to at an address to which its name was resolved. */
  accepts(address: string): boolean {
    return this.#isPublic(address);
  }

  /** The host itself, where no setting names it. */
  ownerOf(url: URL): string {
    return this.#homesOf(url)[0]?.owner ?? url.host;
  }

  /** The request itself. @throws FeedUnavailable */
  start(url: URL): Hop {
    return this.#hop(url, url);
  }

  /** The next step of a request that began at `first`. @throws FeedUnavailable */
  follow(first: URL, from: URL, to: URL): Hop {
    const refuse = (why: string): never => {
      throw new FeedUnavailable(`redirected to ${shown(to.origin)}, ${why}`, REFUSED);
    };
    if (from.protocol === 'https:' && to.protocol === 'http:') refuse('which is not encrypted');
    if (to.username || to.password) refuse('with a user name');
    const isListed = this.#homesOf(first).some(({ domains }) => domains.some((one) => isWithin(to.hostname, one)));
    if (to.host !== first.host && !isListed) refuse('which is not a host of this feed');
    return this.#hop(first, to);
  }

  #hop(first: URL, to: URL): Hop {
    // A host within the agency's own domain is never a mirror, whatever address a name server gives for it.
    const isMirror =
      to.host === first.host &&
      this.#homesOf(to).some(({ domains }) => !domains.some((one) => isWithin(to.hostname, one)));
    if (!isMirror && isRefusedAddress(to, this.#isPublic))
      throw new FeedUnavailable(`${shown(to.host)} is not on the public internet`, NOT_PUBLIC);
    return { url: to, isMirror };
  }

  #homesOf({ host }: URL): FeedHome[] {
    return this.#homes.filter(({ address }) => new URL(address).host === host);
  }
}
