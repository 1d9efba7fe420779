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
  /** Conversations of one provider besides, and messages of their longest one: what grows with the years of one person. */
  busiest: { conversations: number; messages: number };
  /** Patients without encounters, referrals and work: all that conversations need, made in a minute at any size. */
  onlyMessages?: boolean;
  /** Providers of the directory who are no users, dealt to the ZIP codes in order. */
  directoryProviders?: number;
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

/**
 * What messaging is compared at: the same person with the conversations of a month and of years, among few and among many.
 * The providers are enough for everybody to have the usual panel, and the busiest one enough partners.
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

/** What the provider search is compared at: the same neighborhood in a small directory and in one of the whole country. */
export const directoryScales = {
  S: { name: 'S_directory', ...fewUsers, busiest: none, onlyMessages: true, directoryProviders: 10_000 },
  XL: { name: 'XL_directory', ...fewUsers, busiest: none, onlyMessages: true, directoryProviders: 1_000_000 },
} as const satisfies Record<string, Scale>;
