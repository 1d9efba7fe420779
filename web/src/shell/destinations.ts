import { allOf, signedIn, type Access, type Feature } from '@careloop/contracts/access';
import {
  IconArrowsLeftRight,
  IconHome,
  IconListCheck,
  IconMessages,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Session } from '../session/session.ts';

/** A screen that one can go to. The navigation, the sitemap and the palette all read this one list. */
export interface Destination {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: Icon;
  /** One line for the sitemap. */
  about: string;
  section: (typeof sections)[number];
  /** Who may open it, in mode all or any (specification 1, section 2). */
  access: Access;
  /** Only where the client has switched this on. */
  feature?: Feature;
  /** Stands in the main navigation. */
  isMain: boolean;
}

/** The sections of the sitemap, in order. */
export const sections = ['Work', 'Patients', 'Account', 'Administration'] as const;

const destinations: readonly Destination[] = [
  {
    to: '/',
    label: 'Home',
    icon: IconHome,
    about: 'What is waiting for you today',
    section: 'Work',
    access: signedIn,
    isMain: true,
  },
  {
    to: '/Referrals',
    label: 'Referrals',
    icon: IconArrowsLeftRight,
    about: 'Referrals you sent and received, and where they stand',
    section: 'Work',
    access: signedIn,
    feature: 'canManageReferrals',
    isMain: true,
  },
  {
    to: '/Patients',
    label: 'My Patients',
    icon: IconUsers,
    about: 'The patients whose care you share',
    section: 'Patients',
    access: signedIn,
    isMain: true,
  },
  {
    to: '/Messages',
    label: 'Messages',
    icon: IconMessages,
    about: 'Secure conversations about patients',
    section: 'Work',
    access: allOf('Messages'),
    isMain: true,
  },
  {
    to: '/WorkQueues',
    label: 'Work Queues',
    icon: IconListCheck,
    about: 'Referrals and requests to be processed',
    section: 'Work',
    access: allOf('ManageWorkQueues'),
    isMain: true,
  },
  {
    to: '/Profile',
    label: 'Profile',
    icon: IconUserCircle,
    about: 'Your account, your password, and where you are signed in',
    section: 'Account',
    access: signedIn,
    isMain: false,
  },
  {
    to: '/Site',
    label: 'Site',
    icon: IconSpeakerphone,
    about: 'The site alert, release notes and policies, and support requests',
    section: 'Administration',
    access: allOf('ManageSite'),
    isMain: false,
  },
];

/** The screens this user may open here. */
export function destinationsOf(session: Pick<Session, 'can' | 'features'>): readonly Destination[] {
  return destinations.filter(
    ({ access, feature }) => session.can(access) && (feature === undefined || session.features.has(feature)),
  );
}
