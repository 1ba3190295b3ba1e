/** The upper bound: Node's own server with one constant body. */
import { createServer } from 'node:http';

const body = Buffer.from(process.env['BODY']!);
createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.byteLength });
  response.end(body);
}).listen(Number(process.env['PORT']), process.env['HOST']!);
