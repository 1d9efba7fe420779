/** Tone of a status, a callout or a date (docs/domain/screens.md). */
export type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'inactive' | 'info';
