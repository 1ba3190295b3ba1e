/** The rules of CAP 1.2 (OASIS, section 3.2 and its schema) for a message, as assertions. */
import assert from 'node:assert/strict';
import { create } from 'xmlbuilder2';
import { assertWellFormed } from './atom.ts';

type Node = string | Element;
interface Element {
  [name: string]: Node | Node[];
}

const ALERT = `identifier sender sent status msgType source scope restriction addresses code note references
 incidents info`;
const INFO = `language category event responseType urgency severity certainty audience eventCode effective onset
 expires senderName headline description instruction web contact parameter resource area`;
const AREA = 'areaDesc polygon circle geocode altitude ceiling';

/** Section 3.2.1, DateTime. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d$/;
const NO_SEPARATORS = /^[^\s,<&]+$/;
const WORDS: Record<string, RegExp> = {
  status: /^(?:Actual|Exercise|System|Test|Draft)$/,
  msgType: /^(?:Alert|Update|Cancel|Ack|Error)$/,
  scope: /^(?:Public|Restricted|Private)$/,
  category: /^(?:Geo|Met|Safety|Security|Rescue|Fire|Health|Env|Transport|Infra|CBRNE|Other)$/,
  urgency: /^(?:Immediate|Expected|Future|Past|Unknown)$/,
  severity: /^(?:Extreme|Severe|Moderate|Minor|Unknown)$/,
  certainty: /^(?:Observed|Likely|Possible|Unlikely|Unknown)$/,
  sent: DATE,
  effective: DATE,
  onset: DATE,
  expires: DATE,
  identifier: NO_SEPARATORS,
  sender: NO_SEPARATORS,
  language: /^[a-z]{2}-[A-Z]{2}$/,
  circle: /^-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)? \d+(?:\.\d+)?$/,
  references: /^[^\s,]+,[^\s,]+,[^\s,]+(?: [^\s,]+,[^\s,]+,[^\s,]+)*$/,
  headline: /^.{1,160}$/u,
};

/** The schema is a sequence: order counts. */
function assertElements(parent: Element, order: string, required: string): void {
  const names = Object.keys(parent).filter((name) => !name.startsWith('@'));
  const places = names.map((name) => order.split(/\s+/).indexOf(name));
  assert.ok(!places.includes(-1), names.join());
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  for (const name of required.split(' ')) assert.ok(parent[name] !== undefined, `${name} is missing`);
  for (const name of names.filter((one) => Object.hasOwn(WORDS, one))) assert.match(String(parent[name]), WORDS[name]!);
  for (const name of names) assert.notEqual(parent[name], '', `${name} is empty`);
}

export type CapDocument = Record<string, string> & { info: Record<string, string>[] };

/** @throws AssertionError */
export function assertCap(xml: string): CapDocument {
  assertWellFormed(xml);
  const { alert } = create(xml).toObject() as unknown as { alert: Element };
  assert.equal(alert['@xmlns'], 'urn:oasis:names:tc:emergency:cap:1.2');
  assertElements(alert, ALERT, 'identifier sender sent status msgType scope');
  const infos = [alert['info'] as Element[]].flat();
  for (const info of infos) {
    assertElements(info, INFO, 'category event urgency severity certainty');
    for (const area of [info['area'] as Element[]].flat()) assertElements(area, AREA, 'areaDesc');
    for (const one of [info['parameter'] as Element[]].flat())
      assertElements(one, 'valueName value', 'valueName value');
    assert.ok(URL.canParse(String(info['web'])));
    assert.ok(Date.parse(String(info['expires'])) > Date.parse(String(alert['sent'])));
  }
  if (alert['msgType'] !== 'Alert') assert.ok(alert['references'], 'an update without references');
  return { ...alert, info: infos } as unknown as CapDocument;
}
