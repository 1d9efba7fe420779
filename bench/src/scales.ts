/** The size of a database. */
export interface Scale {
  name: string;
  clients: number;
  patients: number;
  workQueueItems: number;
  referrals: number;
  /** Providers who are users; their number gives each of them one person's workload at every scale. */
  providers: number;
  /** Conversations between colleagues about a patient, with five messages on average. */
  conversations: number;
  /** Additional conversations of one provider, and messages in their longest one, which grow over the years. */
  busiest: { conversations: number; messages: number };
  /**
   * If true, patients have no encounters, referrals and work items. That is enough for conversations and takes a minute
   * to generate at any size.
   */
  onlyMessages?: boolean;
  /** Visits of each patient with ten results; none leaves the clinical record empty. */
  visitsWithResults?: number;
  /** Directory providers who are not users, assigned to ZIP codes in order. */
  directoryProviders?: number;
  /** Maximum number of requests a line plans, for the test of the bench: planning takes longer than its rounds. */
  plannedRequests?: number;
}

/** Open and completed items per provider. */
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
    visitsWithResults: 3,
  }),
  L: scale('L', {
    clients: 2,
    patients: 100_000,
    workQueueItems: 500_000,
    referrals: 50_000,
    conversations: 20_000,
    busiest: none,
    visitsWithResults: 3,
  }),
  XL: scale('XL', {
    clients: 14,
    patients: 1_000_000,
    workQueueItems: 5_000_000,
    referrals: 500_000,
    conversations: 200_000,
    busiest: years,
    visitsWithResults: 1,
  }),
} as const;

/**
 * Scales for comparing messaging: the same user with one month and with years of conversations, in a small and in a
 * large database. There are enough providers for the usual panel size, and enough colleagues for the busiest one.
 */
export const messagingScales = {
  S: {
    name: 'S_messages',
    clients: 2,
    patients: 10_000,
    workQueueItems: 0,
    referrals: 0,
    providers: 60,
    conversations: 2_000,
    busiest: { conversations: 200, messages: 300 },
    onlyMessages: true,
  },
  XL: {
    name: 'XL_messages',
    clients: 14,
    patients: 200_000,
    workQueueItems: 0,
    referrals: 0,
    providers: 1_000,
    conversations: 200_000,
    busiest: years,
    onlyMessages: true,
  },
} as const satisfies Record<string, Scale>;

const fewUsers = { clients: 2, patients: 10_000, workQueueItems: 0, referrals: 0, providers: 60, conversations: 0 };

/**
 * Scales for comparing the provider search: the same neighborhood in a small directory and in one of the whole country.
 */
export const directoryScales = {
  S: { name: 'S_directory', ...fewUsers, busiest: none, onlyMessages: true, directoryProviders: 10_000 },
  XL: { name: 'XL_directory', ...fewUsers, busiest: none, onlyMessages: true, directoryProviders: 1_000_000 },
} as const satisfies Record<string, Scale>;

/**
 * Scales for comparing the clinical record: patients with 100 results each among ten thousand and among a million of
 * them. The large one takes half an hour to generate and 45 GB of disk in TMPDIR.
 */
export const recordScales = {
  S: { name: 'S_records', ...fewUsers, busiest: none, onlyMessages: true, visitsWithResults: 10 },
  XL: {
    name: 'XL_records',
    clients: 14,
    patients: 1_000_000,
    workQueueItems: 0,
    referrals: 0,
    providers: 6_000,
    conversations: 0,
    busiest: none,
    onlyMessages: true,
    visitsWithResults: 10,
  },
} as const satisfies Record<string, Scale>;
