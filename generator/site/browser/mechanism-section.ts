/** Beach ball, nodal planes and moment tensor. */
import { magnitudeText } from '#core/text.ts';
import type { FullItem } from '#core/wire.ts';
import { beachBall } from '../drawing/beach-ball.ts';
import { block, el, language, svg, table } from './dom.ts';
import { t } from './event-texts.ts';
import { number } from './language.ts';

type Mechanism = NonNullable<FullItem['focal_mechanism']>;

/** Limits the distance of a letter from the centre; the ball's radius is 1. */
const MOST_RADIUS = 0.82;

function ballPicture(plane: Mechanism['nodal_planes'][number]): SVGElement {
  const { tension, t: tAxis, p: pAxis } = beachBall(plane);
  const letter = (text: string, { x, y }: { x: number; y: number }): SVGElement => {
    // Near the rim the letter moves inwards, to stay readable.
    const inwards = Math.min(1, MOST_RADIUS / Math.hypot(x, y));
    const name = text === 'T' ? 'on-tension' : 'on-pressure';
    const attributes = { x: x * inwards, y: y * inwards, class: name, 'text-anchor': 'middle', dy: '0.07' };
    return svg('text', attributes, text);
  };
  const label = t('ball', Math.round(plane.strike), Math.round(plane.dip), Math.round(plane.rake));
  return svg(
    'svg',
    { class: 'ball', viewBox: '-1.06 -1.06 2.12 2.12', role: 'img', 'aria-label': label },
    svg('circle', { r: 1, class: 'pressure' }),
    svg('path', { d: tension, class: 'tension', 'fill-rule': 'evenodd' }),
    svg('circle', { r: 1, class: 'rim' }),
    letter('T', tAxis),
    letter('P', pAxis),
  );
}

const scientific = (value: number): string => {
  const exponent = Math.floor(Math.log10(Math.abs(value) || 1));
  return `${number(value / 10 ** exponent, 2)} × 10^${exponent}`;
};

const moment = (value: number): HTMLElement => {
  const [mantissa, exponent = ''] = scientific(value).split('^');
  return el('span', mantissa!, el('sup', exponent), ' N·m');
};

export function mechanismSection(mechanism: Mechanism | null): HTMLElement {
  const [first] = mechanism?.nodal_planes ?? [];
  if (!mechanism || !first) return block(t('mechanism'), el('p.hint', t('noMechanism')));
  const planes = mechanism.nodal_planes.map(({ strike, dip, rake }, index) => [
    t('plane', index + 1),
    ...[strike, dip, rake].map((value) => `${Math.round(value)}°`),
  ]);
  const { scalar_moment: scalar, mw, moment_tensor: tensor, computed = [] } = mechanism;
  return block(
    t('mechanism'),
    el(
      'div.mechanism',
      ballPicture(first),
      el(
        'div',
        el('p.hint', `${mechanism.source.toUpperCase()}${mw === null ? '' : ` · Mw ${magnitudeText(mw, language())}`}`),
        table(t('planes'), [t('planes'), t('strike'), t('dip'), t('rake')], planes),
        scalar !== null && el('p', `${t('moment')}: `, moment(scalar)),
        computed.length > 0 && el('p.hint', t('computed', computed.join(', '))),
      ),
      tensor !== null && tensorTable(tensor),
    ),
  );
}

function tensorTable(tensor: NonNullable<Mechanism['moment_tensor']>): HTMLElement {
  const rows = Object.entries(tensor).map(([name, value]) =>
    el('tr', el('th', { scope: 'row' }, name.replace('m', 'M')), el('td', moment(value))),
  );
  return el('table.tensor', el('caption', t('tensor')), el('tbody', ...rows));
}
