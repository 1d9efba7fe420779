// For other features: asks for the user's own password again before changes that could be used to take over the account, and
// changes the password itself.

export { holdProven, proveNewPassword, requireOwnPassword, setOwnPassword } from '../changePassword.ts';
export type { CredentialDeps, ProvenPassword } from '../changePassword.ts';
