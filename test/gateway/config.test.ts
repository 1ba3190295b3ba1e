import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettingError } from '#runtime/environment.ts';
import { readConfig } from '../../gateway/config.ts';
import { PLAN_LIMITS } from '../../gateway/access/quota/limits.ts';

test('without any setting', () => {
  assert.deepEqual(readConfig({}), {
    port: 8787,
    host: undefined,
    distDir: 'dist',
    remote: undefined,
    dataDir: 'data',
    databaseUrl: undefined,
    redisUrl: undefined,
    planLimits: PLAN_LIMITS,
    trustedProxies: [],
    compatible: ['kandilli', 'afad'],
    keepAliveMs: 75_000,
    answerBytes: 128e6,
    resumeSeconds: 300,
    streams: 5000,
    mcp: true,
    logEvery: 1,
    logFormat: 'text',
    metrics: undefined,
    serviceName: 'hiposantr',
    baseUrl: 'http://localhost:8787',
    authorityId: 'tr.hiposantr',
  });
});

test('with all of them', () => {
  const environment = {
    PORT: ' 80 ',
    HOST: '::1',
    DIST_DIR: '/srv/dist',
    DIST_URL: 'https://files.example/quakes/',
    DIST_CACHE_MEGABYTES: '500',
    DATA_DIR: '/srv/data',
    DATABASE_URL: 'postgres://user:secret@db.example/hiposantr',
    REDIS_URL: 'rediss://cache.example:6380/1',
    KEEP_ALIVE: '125',
    ANSWER_MEGABYTES: '64',
    STREAMS: '100',
    RESUME_SECONDS: '60',
    LOG_REQUESTS: '0',
    LOG_FORMAT: 'json',
    METRICS_PORT: '9464',
    METRICS_HOST: '0.0.0.0',
    PLAN_LIMITS: 'free.daily=5',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,2001:db8::/32,',
    SERVICE_NAME: 'Deprem',
    BASE_URL: 'https://example.org/deprem/',
    AUTHORITY_ID: 'org.example',
    COMPATIBLE_APIS: ' AFAD',
    MCP: 'off',
  };
  assert.deepEqual(readConfig(environment), {
    port: 80,
    host: '::1',
    distDir: '/srv/dist',
    remote: { url: 'https://files.example/quakes', cacheBytes: 500e6 },
    dataDir: '/srv/data',
    databaseUrl: 'postgres://user:secret@db.example/hiposantr',
    redisUrl: 'rediss://cache.example:6380/1',
    planLimits: { ...PLAN_LIMITS, free: { ...PLAN_LIMITS.free, daily: 5 } },
    trustedProxies: ['10.0.0.0/8', '::1', '2001:db8::/32'],
    keepAliveMs: 125_000,
    answerBytes: 64e6,
    streams: 100,
    resumeSeconds: 60,
    logEvery: 0,
    logFormat: 'json',
    metrics: { port: 9464, host: '0.0.0.0' },
    serviceName: 'Deprem',
    baseUrl: 'https://example.org/deprem',
    authorityId: 'org.example',
    compatible: ['afad'],
    mcp: false,
  });
});

const BAD: [name: string, value: string][] = [
  ['PORT', '65536'],
  ['PORT', '8e3'],
  ['PORT', '-1'],
  ['PORT', 'http'],
  ['METRICS_PORT', '65536'],
  ['METRICS_HOST', 'a b'],
  ['LOG_FORMAT', 'xml'],
  ['KEEP_ALIVE', '0'],
  ['KEEP_ALIVE', '75s'],
  ['STREAMS', '-1'],
  ['RESUME_SECONDS', '3601'],
  ['HOST', 'a b'],
  ['HOST', 'http://x'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['TRUSTED_PROXIES', '::/129'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['SERVICE_NAME', 'x'.repeat(81)],
  ['COMPATIBLE_APIS', 'usgs'],
  ['MCP', 'none'],
  ['COMPATIBLE_APIS', 'afad,'],
  ['AUTHORITY_ID', 'a'],
  ['AUTHORITY_ID', 'localhost:8787'],
  ['AUTHORITY_ID', 'a/b'],
  ['DIST_URL', 's3://quakes'],
  ['DIST_URL', 'https://user:secret@files.example'],
  ['BASE_URL', 'example.org'],
  ['BASE_URL', 'ftp://example.org'],
  ['BASE_URL', 'https://example.org/?x'],
];

for (const [name, value] of BAD)
  test(`${name}=${value.slice(0, 20)} is refused by name`, () =>
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => error instanceof SettingError && error.message.startsWith(`${name} is "`),
    ));

for (const [name, value] of [
  ['DATABASE_URL', 'mysql://user:geheim@db.example/x'],
  ['DATABASE_URL', 'postgres:geheim'],
  ['REDIS_URL', 'geheim@cache.example'],
  ['REDIS_URL', 'http://:geheim@cache.example'],
])
  test(`${name}=${value!.slice(0, 12)} is refused without its value`, () =>
    assert.throws(
      () => readConfig({ [name!]: value }),
      ({ name: kind, message }: Error) =>
        kind === 'SettingError' && message.startsWith(`${name} must be`) && !message.includes('geheim'),
    ));

for (const [dataDir, distDir] of [
  ['dist', 'dist'],
  ['dist/data', 'dist'],
  ['/srv/x/../dist', '/srv/dist/'],
])
  test(`private files may not lie in the served folder: ${dataDir} in ${distDir}`, () =>
    assert.throws(() => readConfig({ DATA_DIR: dataDir, DIST_DIR: distDir }), /^SettingError: DATA_DIR is "/));
