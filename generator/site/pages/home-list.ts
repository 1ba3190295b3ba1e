/** The list of `/` before its scripts: as they make it. */
import { AGENCY_NAMES } from '#core/agencies.ts';
import { isBlast } from '#core/blasts.ts';
import type { Agency, Earthquake } from '#core/earthquake.ts';
import { PAGE_FOLDERS } from '#core/paths.ts';
import { spokenPlace } from '#core/place-form.ts';
import { otherMagnitude } from '#core/unsettled.ts';
import { listItem } from '#core/wire.ts';
import { completeWords } from '../drawing/first-screen.ts';
import { busyMarkup, foldMarkup } from '../drawing/fold.ts';
import { beginning, listOfDay } from '../drawing/list-of-day.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { ageClass } from '../drawing/palette.ts';
import { rowOf, type Row, type Speech } from '../drawing/rows.ts';
import { HOME_ROWS, type HomeContent } from './content.ts';
import { eventFolder } from './event.ts';
import { sayIn, type Language } from './language.ts';
import { sequenceHref } from './sequence-link.ts';
import { HOME, prefixOf, type Site } from './shell.ts';

export const speechOf = (language: Language): Speech => ({ language, say: sayIn(language) });

/** Those that give a magnitude, the preferred one first. */
export function agenciesOf({ source, solutions }: Earthquake): Agency[] {
  const named = solutions.filter(({ magnitudes }) => magnitudes.length > 0).map(({ agency }) => agency);
  return [...new Set([source, ...named])];
}

export function rowFor(site: Site, language: Language): (one: Earthquake) => Row {
  const { say } = speechOf(language);
  const { asOf, stored } = site.home;
  return (one) => {
    const path = stored.has(one.id) ? `${eventFolder(one, language)}/` : `${PAGE_FOLDERS[language]}/?id=${one.id}`;
    return {
      ...one,
      otherMagnitude: otherMagnitude(listItem(one)),
      place: one.location === one.locationEn ? one.location : say(spokenPlace(one.location), one.locationEn),
      href: `${prefixOf(site)}/${path}`,
      agencies: agenciesOf(one).map((name) => AGENCY_NAMES[name][language]),
      dot: `age-${ageClass(asOf - one.time)}`,
    };
  };
}

function dayOf({ asOf, newest, recent }: HomeContent) {
  const all = new Map([...newest, ...recent.filter((one) => !isBlast(one))].map((one) => [one.id, one]));
  const rows = [...all.values()].sort((a, b) => b.time - a.time || b.id - a.id);
  return listOfDay(
    rows.map((one) => ({ ...one, agencies: agenciesOf(one) })),
    asOf,
  );
}

/** What is left out, and in which order the rest is. */
function note(site: Site, language: Language, isBusy: boolean): Markup {
  const { complete } = site.home;
  const speech = speechOf(language);
  if (!complete && !isBusy) return markup`<p id="note" hidden></p>`;
  const cut = complete && completeWords(complete.from, complete.since, speech);
  const busy = isBusy && busyMarkup(`${prefixOf(site)}${HOME[language]}?order=time`, speech);
  return markup`<p id="note">${cut}${cut && busy && ' '}${busy}</p>`;
}

/** @param between note and list */
export function homeList(site: Site, language: Language, between: Markup): Markup {
  const { rows, folds, isBusy } = dayOf(site.home);
  const { since = -Infinity } = site.home.complete ?? {};
  const [row, speech] = [rowFor(site, language), speechOf(language)];
  const items = beginning(rows, folds, HOME_ROWS).map(({ one, folded: below }) => {
    const fold = folds.get(one.id);
    const folded = below.map((other) => markup`<li>${rowOf(row(other), speech)}</li>`);
    const known = one.time >= since ? 'all' : 'largest';
    return markup`<li>${rowOf(row(one), speech)}${fold && foldMarkup({ ...one, sequenceHref: sequenceHref(site, one, language) }, fold, { speech, known, rows: markup`<ol>${folded}</ol>` })}</li>\n`;
  });
  return markup`${note(site, language, isBusy)}
${between}
<ol id="list">${items}</ol>`;
}
