// Asking for the own password again, for changes outside of this feature that would let somebody take the account over.

export { holdProven, requireOwnPassword } from './passwords.ts';
export type { CredentialDeps } from './passwords.ts';
