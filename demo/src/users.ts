import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';

import type { Permission } from '@careloop/contracts/access';
import type { NotificationType } from '@careloop/contracts/profile/notifications';
import type { UserType } from '@careloop/contracts/codes';
import type { Clock } from './clock.ts';
import type { ClientKey } from './organization.ts';
import type { Phones, Zip } from './places.ts';
import type { Rows } from './rows.ts';

import { clientIds } from './organization.ts';

/** The password of every demo user. */
export const demoPassword = 'careloop-demo';

interface UserPlan {
  type: UserType;
  client: ClientKey;
  firstName: string;
  lastName: string;
  zip: Zip;
  /** Hours since the last sign-in. */
  lastSeen: number;
  /** Permissions in addition to those of the user type. */
  permission?: Permission;
}

const plans = {
  admin: {
    type: 'system_administrator',
    client: 'bayColony',
    firstName: 'Margaret',
    lastName: 'Doyle',
    zip: '01608',
    lastSeen: 20,
  },
  coordinator: {
    type: 'care_coordinator',
    client: 'bayColony',
    firstName: 'Renée',
    lastName: 'Caldwell',
    zip: '01608',
    lastSeen: 2,
  },
  drpatel: { type: 'provider', client: 'bayColony', firstName: 'Anjali', lastName: 'Patel', zip: '01605', lastSeen: 5 },
  drnguyen: { type: 'provider', client: 'bayColony', firstName: 'Linh', lastName: 'Nguyen', zip: '01545', lastSeen: 3 },
  office: {
    type: 'office_administrator',
    client: 'bayColony',
    firstName: 'Carla',
    lastName: 'Medeiros',
    zip: '01605',
    lastSeen: 4,
  },
  outsider: {
    type: 'provider',
    client: 'prairieRidge',
    firstName: 'Thomas',
    lastName: 'Whitaker',
    zip: '66614',
    lastSeen: 27,
  },
  drobrien: {
    type: 'provider',
    client: 'bayColony',
    firstName: 'Siobhán',
    lastName: "O'Brien",
    zip: '01608',
    lastSeen: 22,
  },
  drrosenberg: {
    type: 'provider',
    client: 'bayColony',
    firstName: 'Daniel',
    lastName: 'Rosenberg-Katz',
    zip: '01702',
    lastSeen: 49,
    // On call for the hospital at night.
    permission: 'BreakTheGlass',
  },
  frontdesk: {
    type: 'office_user',
    client: 'bayColony',
    firstName: 'Tyler',
    lastName: 'Kowalczyk',
    zip: '01545',
    lastSeen: 6,
  },
  prairiecoord: {
    type: 'care_coordinator',
    client: 'prairieRidge',
    firstName: 'Denise',
    lastName: 'Harjo',
    zip: '66606',
    lastSeen: 23,
  },
  prairieadmin: {
    type: 'system_administrator',
    client: 'prairieRidge',
    firstName: 'Robert',
    lastName: 'Lindqvist',
    zip: '66606',
    lastSeen: 190,
  },
  drokafor: {
    type: 'provider',
    client: 'prairieRidge',
    firstName: 'Chidi',
    lastName: 'Okafor',
    zip: '67214',
    lastSeen: 30,
  },
} as const satisfies Record<string, UserPlan>;

export type Username = keyof typeof plans;

/** Who may act for whom. */
const proxies = [
  { proxy: 'office', proxied: 'drpatel', type: 'administrator' },
  { proxy: 'frontdesk', proxied: 'drnguyen', type: 'administrator' },
] as const satisfies { proxy: Username; proxied: Username; type: 'administrator' | 'office_user' }[];

/** Notification settings of some users; the others get emails for everything. */
const notificationSettings = [
  { user: 'drnguyen', event: 'dailySummary' },
  { user: 'drnguyen', event: 'referralRequested', sms: true, urgencyDays: [7, 1] },
  { user: 'drnguyen', event: 'urgentMessageUnread', sms: true },
  { user: 'drnguyen', event: 'referralCompleted', email: false, direct: true },
  { user: 'coordinator', event: 'dailySummary' },
  { user: 'coordinator', event: 'accessRequested', email: false },
  { user: 'coordinator', event: 'taskDue', sms: true },
] as const satisfies NotificationPlan[];

interface NotificationPlan {
  user: Username;
  event: NotificationType;
  email?: boolean;
  sms?: boolean;
  direct?: boolean;
  urgencyDays?: number[];
}

export interface DemoUser {
  userId: number;
  username: Username;
  client: ClientKey;
  firstName: string;
  lastName: string;
  email: string;
  officePhone: string;
}

export type DemoUsers = Record<Username, DemoUser>;

/** Twelve users of all five types, their permissions, and whom they may act for. */
export function addUsers(rows: Rows, clock: Clock, phones: Phones, passwordHash: string): DemoUsers {
  const entries = (Object.keys(plans) as Username[]).map((username) => {
    return [username, addUser(rows, clock, phones, username, passwordHash)] as const;
  });
  const users = Object.fromEntries(entries) as DemoUsers;
  for (const { proxy, proxied, type } of proxies) {
    rows.put('user_proxy', {
      proxied_user_id: users[proxied].userId,
      proxy_user_id: users[proxy].userId,
      proxy_type: type,
      created_at: clock.ago(420),
    });
  }
  for (const setting of notificationSettings as readonly NotificationPlan[]) {
    rows.put('notification_setting', {
      user_id: users[setting.user].userId,
      event_type: setting.event,
      notify_by_email: setting.email ?? true,
      notify_by_sms: setting.sms ?? false,
      notify_by_direct: setting.direct ?? false,
      urgency_days: setting.urgencyDays ?? [],
    });
  }
  return users;
}

function addUser(rows: Rows, clock: Clock, phones: Phones, username: Username, passwordHash: string): DemoUser {
  const plan: UserPlan = plans[username];
  const domain = plan.client === 'bayColony' ? 'example.org' : 'example.com';
  const email = `${username}@${domain}`;
  const officePhone = phones.next(plan.zip);
  const userId = rows.add('user_account', {
    username,
    user_type: plan.type,
    first_name: plan.firstName,
    last_name: plan.lastName,
    email,
    direct_email: plan.type === 'provider' ? `${username}@direct.${domain}` : null,
    office_phone: officePhone,
    cell_phone: phones.next(plan.zip),
    fax: plan.type === 'provider' ? phones.next(plan.zip) : null,
    is_active: true,
    password_hash: passwordHash,
    origin_client_id: clientIds[plan.client],
    last_sign_in_at: clock.ago(0, plan.lastSeen),
    created_at: clock.ago(600 - plan.lastSeen),
  });
  const isCoordinator = plan.type === 'care_coordinator';
  rows.put('user_client', { user_id: userId, client_id: clientIds[plan.client], is_coordinator: isCoordinator });
  for (const permission of [
    ...defaultPermissions[plan.type],
    ...(plan.permission === undefined ? [] : [plan.permission]),
  ]) {
    rows.put('user_permission', { user_id: userId, permission });
  }
  return {
    userId,
    username,
    client: plan.client,
    firstName: plan.firstName,
    lastName: plan.lastName,
    email,
    officePhone,
  };
}
