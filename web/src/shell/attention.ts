import { idleTime } from '../session/activity.ts';

/** Nobody did anything for so long: whoever opened the page may be elsewhere. In milliseconds. */
const longest = 60_000;

/** Whether somebody is at this browser, as far as can be told. */
export const isAttended = (): boolean => idleTime() <= longest;
