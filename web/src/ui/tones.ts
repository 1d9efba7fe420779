/** Tone of a status, callout or date. `statusTone` in the contracts lists those of each status (docs/domain/screens.md). */
export type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'inactive' | 'info';
