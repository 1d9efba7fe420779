import type { World } from './world.ts';

/** How many requests a line plans: its usual number, or less if the scale limits it. */
export function plannedCount({ scale }: World, usual: number): number {
  return Math.min(usual, scale.plannedRequests ?? usual);
}
