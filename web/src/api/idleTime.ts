let measure = (): number => 0;

/** Sets how to find out for how many milliseconds nobody has used the page. `session/activity.ts` knows. */
export function measureIdleTimeBy(idleTime: () => number): void {
  measure = idleTime;
}

/** Milliseconds since somebody last used the page; 0 while that is not measured. */
export function idleTime(): number {
  return measure();
}
