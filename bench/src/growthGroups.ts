import { clinicalRecordLines } from './lines/clinicalRecord.ts';
import type { Line } from './lines/line.ts';
import { messagingLines } from './lines/messaging.ts';
import { providerChoices } from './lines/providerChoices.ts';
import { providerSearch } from './lines/providerSearch.ts';
import { lines } from './run.ts';
import { directoryScales, messagingScales, recordScales, scales } from './scales.ts';
import type { Scale } from './scales.ts';

/** Lines compared on the same two worlds. */
export interface GrowthGroup {
  small: Scale;
  large: Scale;
  lines: readonly Line[];
}

/** The worlds of a group exist only while it is measured. */
export const growthGroups: readonly GrowthGroup[] = [
  { small: messagingScales.S, large: messagingScales.XL, lines: messagingLines },
  { small: directoryScales.S, large: directoryScales.XL, lines: [providerSearch, providerChoices] },
  { small: recordScales.S, large: recordScales.XL, lines: clinicalRecordLines },
  { small: scales.S, large: scales.XL, lines: lines.filter(({ isGrowthSeen }) => isGrowthSeen) },
];
