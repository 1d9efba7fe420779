import type { ImpactLevel } from '@careloop/contracts/codes';
import type { Tone } from '../../ui/tones.ts';

/** Tone of each impact level. */
export const impactTones: Record<ImpactLevel, Tone> = { low: 'neutral', medium: 'warning', high: 'danger' };
