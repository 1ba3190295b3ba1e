/** Shared by the operator's commands: opening the stores, finding accounts, writing results. */
import { existsSync } from 'node:fs';
import nodePath from 'node:path';
import type { Command } from 'commander';
import { type Environment, foldersSetting, SettingError, textSetting } from '#runtime/environment.ts';
import { ownValue } from '#core/own-value.ts';
import { shown } from '#core/text.ts';
import { type EpochMs, formatInstant } from '#core/time.ts';
import { accountsPath, AccountsError } from '../store/database.ts';
import { closeEngines, type Engines, openEngines, readEngineSettings } from '../store/engines.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import { KeyError } from '../access/key-store.ts';
import { type AccountStores, createMetering } from '../access/metering.ts';
import { readPlanLimits } from '../access/quota/limits.ts';

export interface Operator extends AccountStores, Engines {
  dataDir: string;
}

/** An error that the operator can fix; `message` says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Connections to PostgreSQL. */
const CONNECTIONS = 4;

/**
 * Opens the stores, runs a command, and closes them. Errors that the operator can fix are one line, exit code 1.
 * @param create whether a missing database is created
 */
export async function runWithStores(
  environment: Environment,
  work: (operator: Operator) => void | Promise<void>,
  { create = false } = {},
): Promise<void> {
  let engines: Engines | undefined;
  try {
    const { dataDir } = foldersSetting(environment, nodePath);
    const settings = { dataDir, ...readEngineSettings(environment) };
    const limits = readPlanLimits(textSetting(environment, 'PLAN_LIMITS', ''));
    const file = accountsPath(dataDir);
    const isNew = settings.databaseUrl === undefined && !existsSync(file);
    if (isNew && !create)
      throw new OperatorError(`There is no ${file}; the gateway creates it when it starts. Is DATA_DIR right?`);
    if (isNew) process.stderr.write(`new database: ${nodePath.resolve(file)} (DATA_DIR)\n`);
    engines = await openEngines(settings, { connections: CONNECTIONS });
    await work({ dataDir, ...engines, ...createMetering({ ...engines, now: Date.now, limits }) });
  } catch (error) {
    const expected = [SettingError, AccountsError, KeyError, OperatorError].some((type) => error instanceof type);
    const { message, stack } = error as Error;
    process.stderr.write(`hiposantr: ${expected ? message : stack}\n`);
    process.exitCode = 1;
  } finally {
    if (engines) await closeEngines(engines);
  }
}

export interface AccountRow {
  id: string;
  /** Null for accounts without a log-in. */
  email: string | null;
  /** Whether its owner has confirmed that address; null without one. */
  confirmed: 'yes' | 'no' | null;
}

/** Registered accounts, and those created by the operator with a key or a plan. */
export async function listAccounts(database: SqlDatabase): Promise<AccountRow[]> {
  // The authentication library creates its table at the gateway's first start.
  const registered = (await database.hasTable('user'))
    ? `SELECT id, email, CASE WHEN "emailVerified" THEN 'yes' ELSE 'no' END AS confirmed FROM "user" UNION ALL `
    : '';
  const { rows } = await database.query<AccountRow>(
    `WITH known (id, email, confirmed) AS (
       ${registered}SELECT account, NULL, NULL FROM api_keys UNION ALL SELECT account, NULL, NULL FROM plans)
     SELECT id, max(email) AS email, max(confirmed) AS confirmed FROM known
     GROUP BY id ORDER BY max(email) IS NULL, max(email), id`,
  );
  return rows;
}

/** @param name email address or id. @throws OperatorError when there is no such account */
export async function findAccount(database: SqlDatabase, name: string): Promise<string> {
  const trimmed = name.trim();
  const account = (await listAccounts(database)).find(({ id, email }) => id === trimmed || isSameEmail(email, trimmed));
  if (account) return account.id;
  throw new OperatorError(`There is no account "${shown(name)}"; see npm run accounts -- list.`);
}

/** Addresses are ASCII, so lower case needs no locale. */
const isSameEmail = (email: string | null, other: string): boolean =>
  email !== null && email.toLowerCase() === other.toLowerCase();

const NEW_ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The id of an account without a log-in. @throws OperatorError */
export async function newAccountId(database: SqlDatabase, name: string): Promise<string> {
  if (!NEW_ACCOUNT.test(name))
    throw new OperatorError(
      `"${shown(name)}" is not a valid account name: 1 to 64 letters, digits, dots, hyphens and underscores.`,
    );
  if ((await listAccounts(database)).some(({ id }) => id === name))
    throw new OperatorError(`The account ${name} already exists.`);
  return name;
}

export interface Output {
  json?: boolean;
}

export const command = (program: Command, usage: string, description: string): Command =>
  program.command(usage).description(description).option('--json', 'as JSON');

type Cell = string | number | null;

/** As JSON, or as an aligned table. */
export function writeRows(rows: readonly Record<string, Cell>[], { json = false }: Output): void {
  if (json) return writeJson(rows);
  if (rows.length === 0) return write('none');
  const names = Object.keys(rows[0]!);
  const lines = [names, ...rows.map((row) => names.map((name) => String(ownValue(row, name) ?? '-')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  for (const line of lines)
    write(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}

export const writeJson = (value: unknown): void => write(JSON.stringify(value, null, 1));

export const write = (line: string): void => void process.stdout.write(`${line}\n`);

export const instantText = (at: EpochMs | null): string | null => (at === null ? null : formatInstant(at));
