/** Whether the gateway would start with these settings: its word is the exit code, and what is wrong on the standard error. */
import { readAccountsSettings } from '../accounts/settings.ts';
import { readConfig } from '../config.ts';

try {
  readAccountsSettings(process.env, readConfig(process.env));
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = 1;
}
