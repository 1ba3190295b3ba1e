/** nginx with one constant file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConstantAnswer } from '../constant-answer.ts';

/** What nginx makes itself. */
const OWN = ['content-type', 'content-length', 'etag', 'last-modified'];

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** @returns the command, which stays in the foreground */
export function nginxCommand(folder: string, { headers, body }: ConstantAnswer, port: number): string[] {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'answer'), body);
  const added: string[] = [];
  for (let index = 0; index < headers.length; index += 2)
    if (!OWN.includes(headers[index]!)) added.push(`add_header ${headers[index]} ${quoted(headers[index + 1]!)};`);
  const settings = join(folder, 'nginx.conf');
  writeFileSync(
    settings,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; keepalive_requests 1000000000; open_file_cache max=10; sendfile on; tcp_nopush on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    location / {
      root ${folder};
      try_files /answer =404;
      types {}
      default_type "application/json; charset=utf-8";
      ${added.join('\n      ')}
    }
  }
}
`,
  );
  return ['nginx', '-e', 'stderr', '-c', settings];
}
