/** How much a database holds. */
export interface Scale {
  name: string;
  clients: number;
  patients: number;
  workQueueItems: number;
  referrals: number;
  /** Providers who are users. Chosen so that each of them has the work of one person, however large the whole is. */
  providers: number;
  /** Between colleagues about a patient; with five messages on average. */
  conversations: number;
  /** Conversations of one coordinator besides, and messages of their longest one: what grows with the years of one person. */
  busiest: { conversations: number; messages: number };
}

/** Items that one provider has, open and completed. */
const itemsPerProvider = 420;

function scale(name: string, size: Omit<Scale, 'name' | 'providers'>): Scale {
  return { name, ...size, providers: Math.ceil(size.workQueueItems / itemsPerProvider) };
}

const none = { conversations: 0, messages: 0 };
const years = { conversations: 20_000, messages: 50_000 };

/** The scales of the bench: S, L with ten times the patients and 25 times the queue items, XL with a million patients. */
export const scales = {
  S: scale('S', {
    clients: 2,
    patients: 10_000,
    workQueueItems: 20_000,
    referrals: 5_000,
    conversations: 2_000,
    busiest: none,
  }),
  L: scale('L', {
    clients: 2,
    patients: 100_000,
    workQueueItems: 500_000,
    referrals: 50_000,
    conversations: 20_000,
    busiest: none,
  }),
  XL: scale('XL', {
    clients: 14,
    patients: 1_000_000,
    workQueueItems: 5_000_000,
    referrals: 500_000,
    conversations: 200_000,
    busiest: years,
  }),
} as const;
