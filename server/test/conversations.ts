import { sendMessage } from '@careloop/contracts/messages/sending';
import type { CallOf } from '@careloop/contracts/endpoint';

import type { Db } from '../src/platform/db/client.ts';
import { addToCareTeam, buildClient, buildPatient, buildUser } from './factories.ts';
import type { Caller, TestApp } from './harness.ts';

/** A user with the messages permission. */
export function buildMessenger(db: Db, options: Parameters<typeof buildUser>[1] = {}) {
  return buildUser(db, { permissions: ['Messages'], ...options });
}

/** Colleagues of one client, each with a session, all on the care team of one patient. */
export async function buildColleagues(app: TestApp, count = 3) {
  const { clientId } = await buildClient(app.db);
  const patient = await buildPatient(app.db, { clientId });
  const callers: Caller[] = [];
  for (let number = 0; number < count; number += 1) {
    const user = await buildMessenger(app.db, { clientId });
    await addToCareTeam(app.db, patient, user);
    callers.push(await app.as(user));
  }
  return { clientId, patient, callers };
}

/** Sends a message to the others and returns the result. */
export function send(
  from: Caller,
  to: readonly { userId: number }[],
  input: Partial<CallOf<typeof sendMessage>> = {},
  headers?: Record<string, string>,
) {
  const recipientUserIds = to.map(({ userId }) => userId);
  return from.ok(sendMessage, { message: 'Please look at this.', recipientUserIds, ...input }, headers);
}
