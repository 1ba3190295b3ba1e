/** Checks the gateway's settings: exit code 0, or 1 with the error on standard error. */
import { readAccountsSettings } from '../accounts/settings.ts';
import { readConfig } from '../config.ts';

try {
  readAccountsSettings(process.env, readConfig(process.env));
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = 1;
}
