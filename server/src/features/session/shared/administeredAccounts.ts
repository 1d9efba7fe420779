// What user administrators may do to other users' accounts.

export { mailResetLink } from '../passwordReset.ts';
export { notifyUser, setPassword } from '../passwords.ts';
export { turnOff as turnOffFactor } from '../secondFactor.ts';
export { switchUser } from '../userActive.ts';
