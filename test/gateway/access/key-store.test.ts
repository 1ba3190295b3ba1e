import { openAccounts } from '../../../gateway/store/database.ts';
import { sqliteEngine } from '../../../gateway/store/sqlite-engine.ts';
import { keyStoreContract } from './key-store-contract.ts';

keyStoreContract('SQLite', () => sqliteEngine(openAccounts(':memory:')));
