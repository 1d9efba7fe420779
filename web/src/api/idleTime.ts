let measure = (): number => 0;

/** Sets the function that returns the page's idle time in milliseconds; `session/activity.ts` provides it. */
export function measureIdleTimeBy(idleTime: () => number): void {
  measure = idleTime;
}

/** Milliseconds since the last user activity; 0 if it is not measured. */
export function idleTime(): number {
  return measure();
}
