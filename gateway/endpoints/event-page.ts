/** Pages of earthquakes that have no stored one: the common page with the head and the facts of one of them. */
import { html as markup, raw } from 'hono/html';
import { AGENCY_NAMES, agencyPage, termsOf } from '#core/agencies.ts';
import { citedEvent, citedOn, SOME_DAY } from '#core/citations.ts';
import { contentHash } from '#core/etag.ts';
import { eventDescription, eventHeading, eventSummary, eventTitle, titledOf } from '#core/event-titles.ts';
import { MEDIA_TYPES } from '#core/headers.ts';
import { pageWith, serviceNameIn } from '#core/page-head.ts';
import { EARTHQUAKE_PAGE, type DetailKey, PAGE_FOLDERS, pictureNamed, provinceAddress } from '#core/paths.ts';
import { sourceWords } from '#core/source-words.ts';
import { coordinateText, slugWords } from '#core/text.ts';
import { magnitudeWords } from '#core/unsettled.ts';
import type { FullItem, ListItem } from '#core/wire.ts';
import { jsonOf } from '../dataset/lines.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { GatewayError } from '../http/errors.ts';
import type { Representation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';

type Language = keyof typeof PAGE_FOLDERS;
type Detail = Omit<ListItem, keyof FullItem> & FullItem;

interface Asked {
  language: Language;
  key: DetailKey;
}

const ID = /^[1-9]\d{0,14}$/;

/** What the address of a page names; undefined for other addresses, null where no earthquake can have that name. */
function askedOf(path: string, id: string | undefined): Asked | null | undefined {
  const [, folder = path, date, slug] = EARTHQUAKE_PAGE.exec(path) ?? [];
  const language = (['tr', 'en'] as const).find((one) => PAGE_FOLDERS[one] === folder);
  if (language === undefined) return undefined;
  if (date !== undefined && slug !== undefined) return { language, key: { by: 'slug', date, slug } };
  if (id === undefined) return undefined;
  return ID.test(id) ? { language, key: { by: 'id', id: Number(id) } } : null;
}

/**
 * @param path without slashes around it
 * @returns undefined for other addresses, null where there is no such earthquake
 * @throws GatewayError `gone` or `unavailable`
 */
export async function eventPageAnswer(
  request: EndpointRequest,
  path: string,
): Promise<Representation | null | undefined> {
  const { snapshot, parameters } = request;
  const asked = askedOf(path, parameters.get('id'));
  if (asked === undefined) return undefined;
  const page = asked && (await snapshot.answers.get(`${PAGE_FOLDERS[asked.language]}/index.html`));
  const line = page && (await snapshot.find(asked.key));
  if (!page || !line) return null;
  if (line.kind === 'gone') throw new GatewayError('gone', 'This earthquake was withdrawn.', { page: page.bytes });
  const { earthquake } = jsonOf<{ earthquake: Detail }>(line.bytes);
  const picture = pictureOf(snapshot, earthquake, asked.language);
  const load = async () => {
    const made = render(Buffer.from(page.bytes).toString('utf8'), { earthquake, picture }, asked.language, request);
    return { bytes: Buffer.from(made) };
  };
  // A picture is named by its content, and removed once it is another one.
  const hash = contentHash(`${request.baseUrl} ${picture} `, page.hash, line.hash);
  return { hash, type: MEDIA_TYPES.html, caching: 'data', validFor: 'dataset', load };
}

interface Shown {
  earthquake: Detail;
  picture: string | undefined;
}

function render(
  page: string,
  { earthquake: detail, picture }: Shown,
  language: Language,
  { baseUrl, basePath }: EndpointRequest,
): string {
  const titled = titledOf(detail, language);
  const dated = `${detail.occurred_at.slice(0, 10)}/${detail.slug}`;
  const about = { ...titled, depthKm: detail.depth_km };
  const head = {
    ...{ language, title: eventTitle(titled, language), description: eventDescription(about, language) },
    addresses: { tr: `${baseUrl}/${PAGE_FOLDERS.tr}/${dated}`, en: `${baseUrl}/${PAGE_FOLDERS.en}/${dated}` },
    ...(picture === undefined ? {} : { picture: `${baseUrl}/${picture}` }),
  };
  const words = markup`<h1>${eventHeading(titled, language)}</h1>
    <p>${eventSummary(about, language)}</p>
    ${facts(detail, language, basePath)}
    <p class="citation">${raw(serviceNameIn(page))}: ${citing(detail, head.addresses[language], language)}</p>`;
  return pageWith(page, head, words.toString());
}

function citing(detail: Detail, address: string, language: Language): string {
  const terms = termsOf(
    detail.sources.map(({ name }) => name),
    language,
  );
  return citedOn(citedEvent(titledOf(detail, language), address, language), SOME_DAY[language], { language, terms });
}

function facts(detail: Detail, language: Language, basePath: string) {
  const say = (tr: string, en: string): string => (language === 'tr' ? tr : en);
  const named = { magnitudeSource: detail.magnitude_source, source: detail.source };
  const { province } = detail;
  const rows = [
    [say('Büyüklük', 'Magnitude'), magnitudeWords(detail, language)],
    [say('Kaynak', 'Source'), sourceWords(named, language)],
    [say('Merkez üssü', 'Epicentre'), coordinateText(detail, language)],
    [
      say('İl', 'Province'),
      province && markup`<a href="${basePath}/${provinceAddress(slugWords(province), language)}">${province}</a>`,
    ],
    [say('Kurumlar', 'Agencies'), agencies(detail, language)],
  ].filter(([, value]) => value !== undefined && value !== null);
  return markup`<dl class="facts">
    ${rows.map(
      ([term, value]) =>
        markup`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Each with its own page of the earthquake, where it has one. */
function agencies({ sources }: Detail, language: Language) {
  const one = ({ name, event_id: eventId }: FullItem['sources'][number]) => {
    const [words, page] = [AGENCY_NAMES[name][language], agencyPage(name, eventId)];
    return page === undefined ? markup`${words}` : markup`<a href="${page}" rel="noopener">${words}</a>`;
  };
  return sources.map((source, index) => (index === 0 ? one(source) : markup`, ${one(source)}`));
}

/** Its own, else that of its province; undefined where neither was drawn. */
function pictureOf({ manifest }: Snapshot, { id, province }: Detail, language: Language): string | undefined {
  const paths = Object.keys(manifest.answers);
  return pictureNamed(paths, id, language) ?? (province ? pictureNamed(paths, slugWords(province), 'tr') : undefined);
}
