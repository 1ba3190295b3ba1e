/** The upper bound: Node's own server with one constant body, and 304 for its tag. `ANSWER` is a `ConstantAnswer`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ConstantAnswer } from './servers.ts';

const { headers, notModified, ...answer } = JSON.parse(readFileSync(process.env['ANSWER']!, 'utf8')) as ConstantAnswer;
const body = Buffer.from(answer.body);
createServer((request, response) => {
  if (request.headers['if-none-match'] === answer.tag) response.writeHead(304, notModified).end();
  else response.writeHead(200, headers).end(body);
}).listen(Number(process.env['PORT']), process.env['HOST']!);
