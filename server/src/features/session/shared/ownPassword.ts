// Asks for the user's own password again before changes in other features that could be used to take over the account.

export { holdProven, requireOwnPassword } from '../passwords.ts';
export type { CredentialDeps } from '../passwords.ts';
