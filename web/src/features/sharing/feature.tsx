import type { Feature } from '../../shell/features.ts';

export const sharing: Feature = {
  live: async () => (await import('./sms/realtime.tsx')).watchTextReplies,
};
