/** The part of an earthquake's page that tells its sequence; looked up when the reader comes near. */
import { distanceKm } from '#core/geo.ts';
import { parseCivil } from '#core/time.ts';
import { pageOf, placeOf, type Detail } from './detail.ts';
import { block, el } from './dom.ts';
import { duration, kilometres, magnitude, number, t } from './language.ts';
import { findSequence, type Sequence } from './sequence.ts';

/** @param found called with the ids of the other members */
export function sequenceSection(detail: Detail, found: (members: ReadonlySet<number>) => void): HTMLElement {
  const body = el('div.sequence', { 'aria-live': 'polite' }, el('p.waiting', t('loading')));
  const section = block(t('sequenceTitle'), body);
  const look = async (): Promise<void> => {
    try {
      const sequence = await findSequence(detail);
      body.replaceChildren(...(sequence ? told(detail, sequence) : [el('p', t('sequenceNone'))]));
      if (sequence) found(sequence.members);
    } catch {
      body.replaceChildren(el('p', t('sequenceUnknown')));
    }
    body.append(el('p.hint', t('sequenceMethod')));
    section.dataset['ready'] = 'true';
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      void look();
    },
    { rootMargin: '300px' },
  );
  observer.observe(section);
  return section;
}

function told(detail: Detail, { main, members, year }: Sequence): HTMLElement[] {
  const others = members.size - (members.has(main.id) ? 1 : 0);
  if (main.id === detail.id) return [el('p.large', t('sequenceMain', number(others), year))];
  const after = parseCivil(detail.occurred_at)! - parseCivil(main.occurred_at)!;
  return [
    el(
      'a.main-shock',
      { href: pageOf(main) },
      el('b', magnitude(main.magnitude)),
      el('span', placeOf(main)),
      el('small', `${main.occurred_at.slice(0, 10)} · ${kilometres(distanceKm(detail, main))}`),
    ),
    el(
      'p',
      t('sequenceAfter', duration(after), kilometres(distanceKm(detail, main))),
      others > 0 ? ` ${t('sequenceOthers', number(others), year)}` : '',
    ),
  ];
}
