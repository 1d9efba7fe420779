// What those who manage users may do to somebody's account.

export { mailResetLink } from './passwordReset.ts';
export { notifyUser, setPassword } from './passwords.ts';
export { turnOff as turnOffFactor } from './secondFactor.ts';
export { switchUser } from './userActive.ts';
