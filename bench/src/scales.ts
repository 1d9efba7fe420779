/** How much a database holds. */
export interface Scale {
  name: string;
  clients: number;
  patients: number;
  workQueueItems: number;
  referrals: number;
  /** Providers who are users. Chosen so that each of them has the work of one person, however large the whole is. */
  providers: number;
}

/** Items that one provider has, open and completed. */
const itemsPerProvider = 420;

function scale(name: string, size: Omit<Scale, 'name' | 'providers'>): Scale {
  return { name, ...size, providers: Math.ceil(size.workQueueItems / itemsPerProvider) };
}

/** The scales of the bench: S, L with ten times the patients and 25 times the queue items, XL with a million patients. */
export const scales = {
  S: scale('S', { clients: 2, patients: 10_000, workQueueItems: 20_000, referrals: 5_000 }),
  L: scale('L', { clients: 2, patients: 100_000, workQueueItems: 500_000, referrals: 50_000 }),
  XL: scale('XL', { clients: 14, patients: 1_000_000, workQueueItems: 5_000_000, referrals: 500_000 }),
} as const;
