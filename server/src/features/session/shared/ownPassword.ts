// Asks for the user's own password again before changes in other features that could be used to take over the account.

export { holdProven, requireOwnPassword } from '../changePassword.ts';
export type { CredentialDeps } from '../changePassword.ts';
