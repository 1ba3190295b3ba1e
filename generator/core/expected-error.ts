/** An error that an operator can fix: its message is printed without a stack. */
export class ExpectedError extends Error {}

/** Whether SQLite could not write or read: the disk is full or broken, whatever was to be done. */
export const isDiskFault = (error: unknown): boolean =>
  /^SQLITE_(?:FULL|IOERR)/.test(String((error as { code?: unknown }).code));
