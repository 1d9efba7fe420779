import * as codes from '@careloop/contracts/codes';
import { acceptedThroughLabels } from '@careloop/contracts/care-teams/codes';
import { providerSelectionReason, referralType } from '@careloop/contracts/codes/referrals';
import { openConsultationStatuses } from '@careloop/contracts/codes/consultations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { withClient } from './connection.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const keysOf = (...objects: object[]) => objects.flatMap((object) => Object.keys(object));
const without = (names: readonly string[], ...left: string[]) => names.filter((name) => !left.includes(name));

/** Allowed values of each column according to the contracts. */
const shared: Record<string, readonly string[]> = {
  'care_team_member.accepted_through': keysOf(acceptedThroughLabels),
  'care_team_member.status': without(keysOf(codes.careTeamMemberStatus.table), 'none'),
  'message.priority': without(keysOf(codes.messagePriority.table), 'none'),
  'message_draft.priority': without(keysOf(codes.messagePriority.table), 'none'),
  'patient_appointment.status': codes.appointmentStatuses,
  'patient.gender': keysOf(codes.genderLabels),
  'patient_condition.clinical_status': [...codes.conditionStatuses, 'unknown'],
  'patient_encounter.encounter_type': without(keysOf(codes.encounterType.table), 'none'),
  'referral.decline_reason': keysOf(codes.declineReason.table),
  'referral.not_preferred_reason': keysOf(codes.notPreferredReason.table),
  'referral.provider_selection_reason': keysOf(providerSelectionReason.table),
  'referral.referral_type': keysOf(referralType.table),
  'referral.status': codes.referralStatuses,
  'site_alert.severity': codes.severities,
  'site_document.document_type': codes.siteDocumentTypes,
  'support_request.impact': codes.impactLevels,
  'user_account.user_type': keysOf(codes.userTypeLabels),
  'login_identity.identity_type': codes.loginIdentityTypes,
  'work_queue_encounter.status': codes.workQueueItemStatuses,
};

/** The text literals of an expression, such as 'pending'::text, without regular expressions. */
const wordsOf = (expression: string) =>
  [...expression.matchAll(/(?<!~ )'([^']*)'::text/g)].map((match) => match[1] ?? '');

async function query<Row>(text: string): Promise<Row[]> {
  const connection = { url: testDatabase.url, applicationName: 'codes' };
  return await withClient(connection, async (client) => (await client.query(text)).rows as Row[]);
}

describe('a set of codes', () => {
  test('has the appointment codes of docs/domain/referrals.md', () => {
    expect(codes.appointmentStatus.table).toEqual({
      none: 0,
      pending: 1,
      pending_no_answer: 2,
      completed: 10,
      no_show: 20,
      canceled: 30,
      canceled_and_rescheduled: 40,
    });
    expect(codes.appointmentStatuses).toEqual(without(keysOf(codes.appointmentStatus.table), 'none'));
  });

  test('is the same in the contracts and in the CHECK of its column', async () => {
    const checks = await query<{ column: string; check: string }>(`
      select c.conrelid::regclass::text || '.' || a.attname as column, pg_get_constraintdef(c.oid) as check
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.contype = 'c' and pg_get_constraintdef(c.oid) ~ 'ANY'`);
    const found = new Map(checks.map(({ column, check }) => [column, wordsOf(check).toSorted()]));
    const wanted = Object.entries(shared).map(([column, words]) => [column, words.toSorted()] as const);
    expect(wanted.map(([column]) => [column, found.get(column)])).toEqual(wanted);
  });

  test('is the same in the contracts and in partial indexes', async () => {
    const indexes = await query<{ name: string; predicate: string }>(`
      select indexrelid::regclass::text as name, pg_get_expr(indpred, indrelid) as predicate from pg_index
      where indrelid in ('referral'::regclass, 'consultation'::regclass, 'care_team_member'::regclass,
          'work_queue_encounter'::regclass)
        and pg_get_expr(indpred, indrelid) ~ 'status'`);
    const found = indexes.map(({ name, predicate }) => [name, wordsOf(predicate)] as const);
    const [member, invited] = codes.shownMemberStatuses;
    expect(Object.fromEntries(found)).toEqual({
      referral_open_due: [...codes.openReferralStatuses],
      referral_open_patient: [...codes.openReferralStatuses],
      referral_without_receiver: [...codes.openReferralStatuses],
      consultation_without_receiver: [...openConsultationStatuses],
      care_team_member_last_first: [member],
      care_team_member_first_last: [member],
      care_team_member_accepted: [member],
      care_team_member_later_surname: [member],
      care_team_member_invited: [invited],
      work_queue_encounter_open_once: [codes.workQueueItemStatuses[0]],
      work_queue_encounter_user_top: [codes.workQueueItemStatuses[0]],
      work_queue_encounter_client_top: [codes.workQueueItemStatuses[0]],
    });
  });
});
