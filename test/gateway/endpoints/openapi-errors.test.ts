/** Errors have the shape that the description of the API says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from '@redocly/ajv/dist/2020.js';
import { ENDPOINTS } from '#core/endpoints.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';

interface Document {
  paths: Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }> } }
  >;
}

test('errors have the form that the description says, also those of adapters; a wrong key is one of each', async () => {
  const { get } = testGateway(syntheticDataset({ count: 20 }).files);
  const document = (await (await get('/openapi.json')).json()) as Document;
  const schemas = new Ajv2020({ strict: false }).addSchema(document, 'api');
  const { paths } = document;
  delete paths[ENDPOINTS.push];
  const refused = async (path: string, status: number, ...asked: Parameters<typeof get>) => {
    const response = await get(...asked);
    assert.equal(response.status, status, path);
    const { content } = paths[path]!.get.responses[String(status)]!;
    const [type] = response.headers.get('Content-Type')!.split(';');
    assert.deepEqual(Object.keys(content), [type], path);
    if (type !== 'application/json') return;
    const validate = schemas.getSchema(`api${content[type]!.schema.$ref}`)!;
    assert.ok(validate(await response.json()), `${path}: ${schemas.errorsText(validate.errors)}`);
  };
  for (const path of Object.keys(paths)) {
    await refused(path, 401, path, { Authorization: 'Bearer sk_wrong' });
    if (paths[path]!.get.responses['400'] && !path.startsWith('/fdsnws/') && path !== ENDPOINTS.kandilliSearch)
      await refused(path, 400, `${path}?limit=~&date=~&since=~&source=~`);
  }
});
