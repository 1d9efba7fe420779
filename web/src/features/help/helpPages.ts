/** A help page; its text is `docs/help/<page>.md`, loaded with the first page that is opened. */
interface HelpPage {
  page: string;
  title: string;
  /** One line for the list of pages. */
  about: string;
  /** Paths of the screens that it explains, without parameters: those below them too. */
  screens: readonly string[];
}

/** The help pages, in the order of the list. */
export const helpPages = [
  {
    page: 'send-a-referral',
    title: 'Send a referral',
    about: 'The five steps of a referral, and what happens after it is sent',
    screens: ['/Referrals', '/referrals-lite'],
  },
  {
    page: 'answer-a-referral',
    title: 'Answer a referral',
    about: 'Accept, decline, schedule and complete what was sent to you',
    screens: [],
  },
  {
    page: 'work-a-queue',
    title: 'Work a queue',
    about: 'Items one after another or several at once, shared and claimed',
    screens: ['/WorkQueues'],
  },
  {
    page: 'ask-for-a-consultation',
    title: 'Ask for a consultation',
    about: 'A question about a patient to a care coordinator or a provider',
    screens: ['/Consultations'],
  },
  {
    page: 'act-for-somebody',
    title: 'Act for somebody',
    about: 'Work in the name of a provider, and decide who works in yours',
    screens: [],
  },
  {
    page: 'messages',
    title: 'Messages',
    about: 'Write, read and find secure messages',
    screens: ['/Messages'],
  },
  {
    page: 'find-and-add-patients',
    title: 'Find and add patients',
    about: 'Your patients, others of your clients, and new records',
    screens: ['/Patients', '/Patient', '/Duplicates'],
  },
  {
    page: 'charts-and-sharing',
    title: 'Charts and sharing',
    about: 'Read, add, fax and email documents of a patient',
    screens: ['/Patient/:id/charts'],
  },
  {
    page: 'care-team-and-access',
    title: 'Care team and access',
    about: 'Who sees a patient, invitations, and emergency access',
    screens: ['/Patients/Invites', '/AccessRequests', '/EmergencyAccess'],
  },
  {
    page: 'find-providers',
    title: 'Find providers',
    about: 'Search the directory, and add or correct a provider',
    screens: ['/Providers'],
  },
  {
    page: 'set-up-a-clinic',
    title: 'Set up a clinic',
    about: 'From a new client to its first referral',
    screens: ['/Clients', '/Lookups'],
  },
  {
    page: 'users-and-permissions',
    title: 'Users and permissions',
    about: 'Accounts, permissions and the audit',
    screens: ['/Users', '/Audit'],
  },
  {
    page: 'your-account',
    title: 'Your account and its security',
    about: 'Password, two-step verification, sessions and notifications',
    screens: ['/Profile'],
  },
] as const satisfies readonly HelpPage[];

/** The page that explains the screen at this path, if there is one: the closest. */
export function helpOf(pathname: string): HelpPage | undefined {
  const path = pathname.replace(/\/\d+(?=\/|$)/g, '/:id');
  const isWithin = (screen: string) => path === screen || path.startsWith(`${screen}/`);
  const lengthOf = ({ screens }: HelpPage) =>
    Math.max(0, ...screens.filter(isWithin).map((screen: string) => screen.length));
  const [closest] = (helpPages as readonly HelpPage[]).toSorted((one, other) => lengthOf(other) - lengthOf(one));
  return closest !== undefined && lengthOf(closest) > 0 ? closest : undefined;
}
