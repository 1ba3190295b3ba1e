/** An error that an operator can fix: its message is printed without a stack. */
export class ExpectedError extends Error {}
