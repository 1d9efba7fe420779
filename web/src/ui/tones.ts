/** What a status, a callout or a date says at a glance (specification 1, section 3: status tone). */
export type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'inactive' | 'info';
