import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '../../../gateway/endpoints/openapi.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';

interface Described {
  openapi: string;
  paths: Record<string, { get: { parameters: { name: string; schema: { enum?: string[] } }[] } }>;
}

test('the description is valid OpenAPI 3.1, without a warning', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(openApiDocument('Synthetic', ''));
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

test('every described operation is answered, and every parameter is read', async () => {
  const { get } = testGateway(syntheticDataset({ count: 200 }).files);
  const response = await get('/openapi.json');
  assert.equal(response.status, 200);
  const { openapi, paths } = (await response.json()) as Described;
  assert.equal(openapi, '3.1.0');
  for (const [path, { get: operation }] of Object.entries(paths)) {
    const plain = path === '/deprem_api.php' ? `${path}?id=1` : path;
    assert.ok([200, 404, 410].includes((await get(plain)).status), plain);
    for (const { name } of operation.parameters) {
      const text = name === 'q' ? 'x'.repeat(101) : '~';
      const refused = await get(`${path}?${name}=${text}`);
      assert.equal(refused.status, 400, `${path} ${name}`);
      assert.equal(((await refused.json()) as { parameter: string }).parameter, name, path);
    }
  }
});
