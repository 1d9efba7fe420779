import type { ImpactLevel } from '@careloop/contracts/codes';
import type { Tone } from '../../ui/tones.ts';

/** How an impact level looks. */
export const impactTones: Record<ImpactLevel, Tone> = { low: 'neutral', medium: 'warning', high: 'danger' };
