/** The plain text of an error of the FDSN services. */
import assert from 'node:assert/strict';

/** The parts of the plain text that the specification gives. */
export const ERROR_BODY =
  /^Error (\d{3}): ([^\n]+)\n\n([^\n]+(?:\n[^\n]+)*)\n\nUsage details are available from (\S+)\n\nRequest:\n(\S+)\n\nRequest Submitted:\n(\S+Z)\n\nService version:\n(\d+\.\d+\.\d+)\n$/;

/** @returns the body */
export async function assertError(response: Response, status: number): Promise<string> {
  const body = await response.text();
  assert.equal(response.status, status, body);
  assert.equal(response.headers.get('Content-Type'), 'text/plain; charset=utf-8');
  assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
  assert.match(body, ERROR_BODY);
  assert.match(body, /^[\x20-\x7e\n]+$/);
  assert.equal(ERROR_BODY.exec(body)![1], String(status));
  return body;
}
