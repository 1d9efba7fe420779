/** Tone of a status, a callout or a date; `statusTone` in the contracts numbers those of a status (docs/domain/screens.md). */
export type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'inactive' | 'info';
