import { z } from 'zod';

import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

import { named, readContent } from './content.ts';
import { Random } from './random.ts';
import { username } from './users.ts';

const change = z.strictObject({
  /** Last name. */
  patient: z.string(),
  user: username,
  status: z.enum(['invited', 'declined', 'removed', 'inactive']),
  by: username,
  daysAgo: z.number(),
  reason: z.string().nullable().default(null),
  /** Message from the inviter to the invitee. */
  words: z.string().nullable().default(null),
});
type Change = z.infer<typeof change>;

interface Member {
  status: Change['status'] | 'accepted';
  isPcp: boolean;
  relationship: 'none' | 'new' | 'established';
  invitedBy: number | null;
  reason: string | null;
  /** Message from the inviter to the invitee. */
  words: string | null;
  changedAt: Date;
}

/** The care team members, each pair of patient and user once. */
export class CareTeams {
  readonly #members = new Map<string, Member & { patientId: number; userId: number }>();

  /** The first entry for a person wins. */
  add(patientId: number, userId: number, member: Partial<Member> & { changedAt: Date }): void {
    if (!this.#members.has(`${patientId} ${userId}`)) this.accept(patientId, userId, member);
  }

  /** Makes a user an accepted member, regardless of their previous state. */
  accept(patientId: number, userId: number, member: Partial<Member> & { changedAt: Date }): void {
    const key = `${patientId} ${userId}`;
    if (this.#members.get(key)?.status === 'accepted') return;
    this.#members.set(key, {
      patientId,
      userId,
      status: 'accepted',
      isPcp: false,
      relationship: 'none',
      invitedBy: null,
      reason: null,
      words: null,
      ...member,
    });
  }

  /** The users who were accepted members at that time. */
  membersAt(patientId: number, at: Date): number[] {
    const isMember = (one: Member & { patientId: number }) =>
      one.patientId === patientId && one.status === 'accepted' && one.changedAt <= at;
    return [...this.#members.values()].filter(isMember).map(({ userId }) => userId);
  }

  addRows(rows: Rows): void {
    for (const member of this.#members.values()) {
      rows.add('care_team_member', {
        patient_id: member.patientId,
        user_id: member.userId,
        status: member.status,
        relationship_type: member.relationship,
        is_pcp: member.isPcp,
        reason: member.reason,
        invited_by_user_id: member.invitedBy,
        invitation_text: member.words,
        status_changed_at: member.changedAt,
        // The insert trigger fills the patient's search keys in.
        patient_last_first: '',
        patient_first_last: '',
      });
    }
  }
}

/** Primary care providers, the cardiologist for heart patients, and users with pending or declined invitations. */
export function addStandingMembers(teams: CareTeams, patients: DemoPatient[], users: DemoUsers): void {
  for (const one of readContent('careTeams', z.array(change))) addChange(teams, patients, users, one);
  for (const patient of patients) {
    const random = new Random(`care team of patient ${patient.patientId}`);
    const since = patient.clock.ago(Math.min(patient.ageInDays, random.int(120, 900)));
    const { userId } = patient.primaryCare;
    // A patient without a name has no known care team either.
    if (userId !== null && patient.dateOfBirth !== null) {
      teams.add(patient.patientId, userId, { isPcp: true, relationship: 'established', changedAt: since });
    }
    const isHeart = patient.conditions.some((key) => ['coronary', 'fibrillation', 'heartFailure'].includes(key));
    const cardiologist = users[patient.client === 'bayColony' ? 'drpatel' : 'drokafor'];
    if (isHeart && random.chance(0.45)) {
      teams.add(patient.patientId, cardiologist.userId, { relationship: 'established', changedAt: since });
    }
  }
}

function addChange(teams: CareTeams, patients: DemoPatient[], users: DemoUsers, one: Change): void {
  const patient = named(patients, one.patient);
  teams.add(patient.patientId, users[one.user].userId, {
    status: one.status,
    relationship: 'new',
    invitedBy: users[one.by].userId,
    reason: one.reason,
    words: one.words,
    changedAt: patient.clock.ago(one.daysAgo, 3, 20),
  });
}
