/** An error that a person can act on: programs print its message, without a stack. */
export class ExpectedError extends Error {}
