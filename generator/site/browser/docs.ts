/** `/docs/`: the reference out of `/openapi.json`, with a request to try. */
import { dayOfAccess, SOME_DAY } from '#core/citations.ts';
import { ownValue } from '#core/own-value.ts';
import * as clock from './clock.ts';
import { copyButton } from './copy.ts';
import { base, el, isTurkish, language, required, table } from './dom.ts';
import { t, translator } from './language.ts';
import { startFrame } from './page-frame.ts';
import { REFERENCE_IN_TURKISH } from './reference-turkish.ts';
import { fresh } from './requests.ts';

interface Schema {
  type?: string | string[];
  enum?: string[];
  items?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

interface Parameter {
  name: string;
  description: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  summary: string;
  parameters: Parameter[];
}

interface Description {
  paths: Record<string, { get: Operation }>;
}

const text = translator({
  copy: ['Alıntıyı kopyala', 'Copy citation'],
  parameters: ['{0} parametre', '{0} parameters'],
  oneParameter: ['1 parametre', '1 parameter'],
  noReference: [
    'API referansı yüklenemedi: API sunucusuna şu anda ulaşılamıyor.',
    'The reference could not be loaded: the API server cannot be reached at the moment.',
  ],
  parameter: ['Parametre', 'Parameter'],
  meaning: ['Açıklama', 'Description'],
  send: ['Dene', 'Try it'],
  answer: ['Yanıt', 'Answer'],
});

startFrame();

for (const cited of document.querySelectorAll<HTMLElement>('.citation')) {
  const today = dayOfAccess(clock.now(), language());
  cited.textContent = cited.textContent.replace(SOME_DAY[language()], today);
  cited.after(
    el(
      'p.actions',
      copyButton(text('copy'), () => cited.textContent),
    ),
  );
}

/** All values up to eight, else the first six. */
const listed = (values: string[] | undefined): string | undefined =>
  values && values.length > 8 ? `${values.slice(0, 6).join(', ')}, …` : values?.join(', ');

function kind({ type, enum: values, items, format, minimum, maximum, default: usual }: Schema): string {
  const parts = [
    listed(values ?? items?.enum) ?? format ?? String(type ?? ''),
    minimum !== undefined && maximum !== undefined
      ? `${minimum} … ${maximum}`
      : minimum !== undefined
        ? `≥ ${minimum}`
        : '',
    usual === undefined ? '' : `= ${String(usual)}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** A text of the reference in the reader's language; a newer server may have one that this script does not know. */
const inLanguage = (english: string): string => (isTurkish() && ownValue(REFERENCE_IN_TURKISH, english)) || english;

/** The description's own back-quotes become code. */
const prose = (english: string): (Node | string)[] =>
  inLanguage(english)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? el('code', part) : part));

function reference([path, { get }]: [string, { get: Operation }], index: number): HTMLElement {
  const rows = get.parameters.map(({ name, description, schema }) => [
    el('code', name),
    el('div', ...prose(description), el('small', kind(schema))),
  ]);
  return el(
    'section.block.operation',
    { id: get.operationId },
    el('h3', el('code', `GET ${path}`)),
    el('p', inLanguage(get.summary)),
    rows.length > 0 &&
      el(
        'details',
        { open: index === 0 },
        el('summary', text(rows.length === 1 ? 'oneParameter' : 'parameters', rows.length)),
        table(path, [text('parameter'), text('meaning')], rows),
      ),
    trial(path),
  );
}

const EXAMPLES: Record<string, string> = {
  '/api.php': '?min_magnitude=4&limit=3',
  '/deprem_api.php': '?id=1',
  '/export.php': '?format=csv&limit=3',
  '/station_api.php': '?source=afad',
};

/** Characters of an answer that are shown. */
const MOST_SHOWN = 4000;

function trial(path: string): HTMLElement {
  const input = el('input', { type: 'text', 'aria-label': `GET ${path}`, spellcheck: 'false' });
  input.value = `${path}${ownValue(EXAMPLES, path) ?? ''}`;
  const send = el('button.action.quiet', { type: 'submit' }, text('send'));
  const answer = el('pre', { hidden: true, tabindex: 0, role: 'region', 'aria-label': text('answer') });
  const form = el('form.trial', input, send);
  form.onsubmit = (event) => {
    event.preventDefault();
    void ask(input.value, answer);
  };
  return el('div', form, answer);
}

async function ask(target: string, answer: HTMLElement): Promise<void> {
  answer.hidden = false;
  answer.textContent = t('loading');
  try {
    const response = await fetch(`${base()}${target.startsWith('/') ? target : `/${target}`}`);
    const text = await response.text();
    const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n…` : text;
    answer.textContent = `${response.status}\n${shown}`;
  } catch {
    answer.textContent = t('neverLoaded');
  }
}

async function start(): Promise<void> {
  const box = required('#reference');
  try {
    const { body } = await fresh<Description>('openapi.json');
    box.replaceChildren(...Object.entries(body.paths).map(reference));
  } catch {
    box.replaceChildren(el('p.hint', text('noReference')));
  }
  document.body.dataset['ready'] = 'docs';
}

void start();
