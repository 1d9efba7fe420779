import { permissions } from '@careloop/contracts/access';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { userTypeLabels } from '@careloop/contracts/codes';
import { notificationType } from '@careloop/contracts/profile/notifications';
import { z } from 'zod';

import type { Clock } from './clock.ts';
import type { ClientKey } from './organization.ts';
import type { Phones } from './places.ts';
import type { Rows } from './rows.ts';

import { keyOf, readContent } from './content.ts';
import { clientIds, clientKey } from './organization.ts';
import { zip } from './places.ts';

/** The password of every demo user. */
export const demoPassword = 'careloop-demo';

/** The users, in the order of their ids. */
const usernames = [
  'admin',
  'coordinator',
  'drpatel',
  'drnguyen',
  'office',
  'outsider',
  'drobrien',
  'drrosenberg',
  'frontdesk',
  'prairiecoord',
  'prairieadmin',
  'drokafor',
] as const;
export const username = z.enum(usernames);
export type Username = z.infer<typeof username>;

const userPlan = z.strictObject({
  type: keyOf(userTypeLabels),
  client: clientKey,
  firstName: z.string(),
  lastName: z.string(),
  zip,
  /** Hours since the last sign-in. */
  lastSeen: z.number(),
  /** Permissions in addition to those of the user type. */
  permission: z.enum(permissions).optional(),
});

const content = readContent(
  'users',
  z.strictObject({
    users: z.record(username, userPlan),
    /** Who may act for whom. */
    proxies: z.array(
      z.strictObject({ proxy: username, proxied: username, type: z.enum(['administrator', 'office_user']) }),
    ),
    /** Notification settings of some users; the others get emails for everything. */
    notifications: z.array(
      z.strictObject({
        user: username,
        event: keyOf(notificationType.table),
        email: z.boolean().default(true),
        sms: z.boolean().default(false),
        direct: z.boolean().default(false),
        urgencyDays: z.array(z.number()).default([]),
      }),
    ),
  }),
);

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
  const entries = usernames.map((name) => [name, addUser(rows, clock, phones, name, passwordHash)] as const);
  const users = Object.fromEntries(entries) as DemoUsers;
  for (const { proxy, proxied, type } of content.proxies) {
    rows.put('user_proxy', {
      proxied_user_id: users[proxied].userId,
      proxy_user_id: users[proxy].userId,
      proxy_type: type,
      created_at: clock.ago(420),
    });
  }
  for (const setting of content.notifications) {
    rows.put('notification_setting', {
      user_id: users[setting.user].userId,
      event_type: setting.event,
      notify_by_email: setting.email,
      notify_by_sms: setting.sms,
      notify_by_direct: setting.direct,
      urgency_days: setting.urgencyDays,
    });
  }
  return users;
}

function addUser(rows: Rows, clock: Clock, phones: Phones, name: Username, passwordHash: string): DemoUser {
  const plan = content.users[name];
  const domain = plan.client === 'bayColony' ? 'example.org' : 'example.com';
  const email = `${name}@${domain}`;
  const officePhone = phones.next(plan.zip);
  const userId = rows.add('user_account', {
    username: name,
    user_type: plan.type,
    first_name: plan.firstName,
    last_name: plan.lastName,
    email,
    direct_email: plan.type === 'provider' ? `${name}@direct.${domain}` : null,
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
    username: name,
    client: plan.client,
    firstName: plan.firstName,
    lastName: plan.lastName,
    email,
    officePhone,
  };
}
