/** What chats are sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, type Language, type WebhookFormat } from '../../../gateway/alerts/formats.ts';
import { summaryPayload, threadPayload } from '../../../gateway/alerts/messages.ts';
import type { AlertEarthquake } from '../../../gateway/alerts/thread.ts';

const EARTHQUAKE: AlertEarthquake = {
  ...{ id: 5, event_id: 'a1b2c3d4e5f60718', occurred_at: '2026-11-23 11:57:40', latitude: 37.3, longitude: 37.1 },
  ...{ depth_km: 10, magnitude: 4.2, location: 'Pazarcık <(Kahramanmaraş)>', province: null, province_code: null },
  ...{ district: null, source: 'afad', quality: 'automatic', updated_at: '2026-11-23T12:00:00Z' },
  ...{ agencies: ['afad', 'kandilli'], url: 'https://example.org/deprem/2026-11-23/x' },
};
const NOW = Date.UTC(2026, 10, 23, 12);

const sent = (payload: object, format: WebhookFormat, language: Language, url = 'https://example.org/'): unknown =>
  JSON.parse(bodyOf(JSON.stringify(payload), { format, language, url }));

test('a new earthquake in each format', () => {
  const payload = threadPayload({ kind: 'created', earthquake: EARTHQUAKE }, NOW);
  const text =
    'M 4,2 - Pazarcık <(Kahramanmaraş)>\n' +
    '23 Kasım 2026 14:57:40 TSİ (23 Kasım 2026 11:57:40 UTC) · derinlik 10 km · AFAD, Kandilli · otomatik çözüm\n' +
    'https://example.org/deprem/2026-11-23/x';
  assert.deepEqual(sent(payload, 'standard', 'tr'), payload);
  const content = text.replace('<', '\\<').replace('>', '\\>');
  assert.deepEqual(sent(payload, 'discord', 'tr'), { content, allowed_mentions: { parse: [] } });
  const escaped = text.replace('<', '&lt;').replace('>', '&gt;');
  assert.deepEqual(sent(payload, 'slack', 'tr'), { text: escaped });
  const url = 'https://api.telegram.org/bot1:a/sendMessage?chat_id=-100';
  const telegram = { chat_id: '-100', text, link_preview_options: { is_disabled: true } };
  assert.deepEqual(sent(payload, 'telegram', 'tr', url), telegram);
});

test('no place name is bold, hidden, a heading or a link in Discord; the address of the page is one', () => {
  const location = '# *a* __b__ ~~c~~ ||d|| [e](f) \\g <@1> `h`';
  const url = 'https://example.org/a_b*c';
  const payload = threadPayload({ kind: 'created', earthquake: { ...EARTHQUAKE, location, url } }, NOW);
  const [title, , page] = (sent(payload, 'discord', 'tr') as { content: string }).content.split('\n');
  const escaped = '\\# \\*a\\* \\_\\_b\\_\\_ \\~\\~c\\~\\~ \\|\\|d\\|\\| \\[e\\](f) \\\\g \\<@1\\> \\`h\\`';
  assert.deepEqual([title, page], [`M 4,2 - ${escaped}`, url]);
  const telegram = sent(payload, 'telegram', 'tr', 'https://api.telegram.org/bot1:a/sendMessage?chat_id=1') as object;
  assert.ok((telegram as { text: string }).text.startsWith(`M 4,2 - ${location}`) && !('parse_mode' in telegram));
});

test('a revision says what it was, a withdrawal that it is one, a doubtful magnitude that it is doubtful', () => {
  const earthquake: AlertEarthquake = { ...EARTHQUAKE, magnitude: 5.1, magnitude_doubtful: true, quality: 'reviewed' };
  const text = (payload: object): string => (sent(payload, 'slack', 'en') as { text: string }).text;
  const revised = text(threadPayload({ kind: 'revised', earthquake, previous: EARTHQUAKE }, NOW));
  assert.match(
    revised,
    /^Update: M 5\.1 .*\n.*previously M 4\.2 · AFAD, Kandilli · reviewed solution · unconfirmed: one agency alone gives it/,
  );
  const sources: AlertEarthquake['sources'] = [
    { name: 'usgs', magnitude: 5.1 },
    { name: 'kandilli', magnitude: 4 },
  ];
  const settling = { ...earthquake, magnitude_state: 'settling' as const, sources };
  assert.match(text(threadPayload({ kind: 'created', earthquake: settling }, NOW)), / · not settled, Kandilli 4\.0/);
  assert.match(text(threadPayload({ kind: 'withdrawn', earthquake }, NOW)), /^Withdrawn: M 5\.1/);
  const blast = text(
    threadPayload({ kind: 'revised', earthquake: { ...EARTHQUAKE, event_type: 'quarry blast' } }, NOW),
  );
  assert.match(blast, /^Update: Quarry blast, M 4\.2/);
});

test('a summary counts, and lists ten at most', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...{ ...EARTHQUAKE, id: index, magnitude: 3 + index / 10 },
    occurred_at: `2026-11-23 11:${String(10 + index)}:00`,
  }));
  const payload = summaryPayload(many, NOW);
  const { text } = sent(payload, 'slack', 'en') as { text: string };
  const lines = text.split('\n');
  assert.match(lines[0]!, /^12 earthquakes since 23 November 2026 .*11:10.*, the most significant M 4\.1 - Pazarcık/);
  assert.equal(lines.length, 1 + 10 + 1);
  assert.ok(text.length < 2000, 'the most that Discord takes');
  const more = [...many, ...Array<AlertEarthquake>(60).fill({ ...EARTHQUAKE, magnitude: 4.5 })];
  const crowded = sent(summaryPayload(more, NOW), 'slack', 'en') as { text: string };
  assert.match(crowded.text, /^72 earthquakes since 23 November 2026 .*11:10/);
});

test('a summary names the main shock above its aftershocks, and never a doubtful magnitude', () => {
  const at = (id: number, time: string, more: Partial<AlertEarthquake>): AlertEarthquake => ({
    ...{ ...EARTHQUAKE, id, occurred_at: `2026-11-23 ${time}`, url: `https://example.org/${id}`, ...more },
  });
  const [main, aftershock] = [at(1, '11:30:00', { magnitude: 6.4 }), at(2, '11:59:00', { magnitude: 4.6 })];
  const doubtful = at(3, '11:58:00', { magnitude: 8.1, magnitude_doubtful: true });
  const text = (...some: AlertEarthquake[]): string[] =>
    (sent(summaryPayload(some, NOW), 'slack', 'tr') as { text: string }).text.split('\n');
  const lines = text(aftershock, doubtful, main);
  assert.match(lines[0]!, /3 deprem, öne çıkanı M 6,4 - Pazarcık/);
  assert.deepEqual(
    lines.slice(1).map((line) => /^M (\d,\d)/.exec(line)?.[1] ?? line),
    ['6,4', '4,6', '8,1', 'https://example.org/1'],
  );
  const payload = summaryPayload([aftershock, doubtful], NOW);
  assert.equal(payload.type === 'earthquakes.summary' && payload.data.largest.magnitude, 4.6);
  assert.match(text(doubtful, doubtful)[0]!, /öne çıkanı M 8,1/, 'where there is no other');
});
