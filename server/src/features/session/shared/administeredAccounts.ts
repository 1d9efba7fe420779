// What user administrators may do to other users' accounts.

export { mailResetLink } from '../resetPassword.ts';
export { notifyUser, setPassword } from '../changePassword.ts';
export { turnOff as turnOffFactor } from '../storeSecondFactor.ts';
export { switchUser } from '../setUserActive.ts';
