import * as codes from '@careloop/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createTestDatabase } from '../../test/database.ts';
import type { TestDatabase } from '../../test/database.ts';
import { withClient } from './connection.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const keysOf = (...objects: object[]) => objects.flatMap((object) => Object.keys(object));
const without = (names: readonly string[], ...left: string[]) => names.filter((name) => !left.includes(name));

/** What the contracts say a column may hold. */
const shared: Record<string, readonly string[]> = {
  'care_team_member.status': without(keysOf(codes.careTeamMemberStatus.table), 'none'),
  'message.priority': without(keysOf(codes.messagePriority.table), 'none'),
  'message_draft.priority': without(keysOf(codes.messagePriority.table), 'none'),
  'patient.gender': keysOf(codes.genderLabels),
  'patient_encounter.encounter_type': without(keysOf(codes.encounterType.table), 'none'),
  'referral.decline_reason': keysOf(codes.declineReason.table),
  'referral.not_preferred_reason': keysOf(codes.notPreferredReason.table),
  'referral.status': codes.referralStatuses,
  'site_alert.severity': codes.severities,
  'site_document.document_type': codes.siteDocumentTypes,
  'support_request.impact': codes.impactLevels,
  'user_account.user_type': keysOf(codes.userTypeLabels),
  'login_identity.identity_type': codes.loginIdentityTypes,
};

/** The quoted words of an expression: 'pending'::text and so on. */
const wordsOf = (expression: string) => [...expression.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? '');

async function query<Row>(text: string): Promise<Row[]> {
  const connection = { url: testDatabase.url, applicationName: 'codes' };
  return await withClient(connection, async (client) => (await client.query(text)).rows as Row[]);
}

describe('a set of codes', () => {
  test('is the same in the contracts and in the CHECK of its column', async () => {
    const checks = await query<{ column: string; check: string }>(`
      select c.conrelid::regclass::text || '.' || a.attname as column, pg_get_constraintdef(c.oid) as check
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.contype = 'c' and pg_get_constraintdef(c.oid) ~ 'ANY'`);
    const found = new Map(checks.map(({ column, check }) => [column, wordsOf(check).toSorted()]));
    const wanted = Object.entries(shared).map(([column, words]) => [column, words.toSorted()] as const);
    expect(wanted.map(([column]) => [column, found.get(column)])).toEqual(wanted);
  });

  test('is the same in the contracts and in the index of open referrals', async () => {
    const [index] = await query<{ predicate: string }>(`
      select pg_get_expr(indpred, indrelid) as predicate from pg_index where indexrelid = 'referral_open_due'::regclass`);
    expect(wordsOf(index?.predicate ?? '')).toEqual([...codes.openReferralStatuses]);
  });
});
