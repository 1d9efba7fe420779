import type { Clock } from './clock.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers, Username } from './users.ts';

import { Random } from './random.ts';

type Status = 'invited' | 'accepted' | 'declined' | 'removed' | 'inactive';

interface Member {
  status: Status;
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
  for (const change of changes) addChange(teams, patients, users, change);
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

interface Change {
  patient: string;
  user: Username;
  status: Exclude<Status, 'accepted'>;
  by: Username;
  daysAgo: number;
  reason?: string;
  words?: string;
}

const changes: readonly Change[] = [
  {
    patient: 'Wu',
    user: 'drpatel',
    status: 'invited',
    by: 'coordinator',
    daysAgo: 1,
    words:
      'Palpitations on and off since August. His family asks for a cardiologist on the team before the next visit.',
  },
  {
    patient: 'Khalil',
    user: 'drpatel',
    status: 'invited',
    by: 'drnguyen',
    daysAgo: 3,
    words: 'LDL above 160 on the highest statin dose he tolerates. I would like you to follow his lipids with me.',
  },
  {
    patient: 'Ramaswamy',
    user: 'drnguyen',
    status: 'invited',
    by: 'coordinator',
    daysAgo: 2,
    words: 'She moved to Westborough and is looking for a new primary care provider. Two asthma visits this fall.',
  },
  { patient: 'Baptiste', user: 'drnguyen', status: 'invited', by: 'coordinator', daysAgo: 6 },
  { patient: 'Russo', user: 'drobrien', status: 'invited', by: 'coordinator', daysAgo: 4 },
  { patient: 'Maldonado', user: 'drrosenberg', status: 'invited', by: 'drnguyen', daysAgo: 0 },
  {
    patient: 'Winthrop',
    user: 'drrosenberg',
    status: 'inactive',
    by: 'coordinator',
    daysAgo: 34,
    reason: 'Patient deceased',
  },
  {
    patient: 'Johansson',
    user: 'drpatel',
    status: 'removed',
    by: 'coordinator',
    daysAgo: 40,
    reason: 'Cardiology care moved to Boston at the family’s request',
  },
  {
    patient: 'Lavoie',
    user: 'drobrien',
    status: 'declined',
    by: 'coordinator',
    daysAgo: 15,
    reason: 'Not accepting shoulder patients until next month',
  },
  { patient: 'Krause', user: 'drokafor', status: 'invited', by: 'prairiecoord', daysAgo: 2 },
  { patient: 'Xiong', user: 'outsider', status: 'invited', by: 'prairiecoord', daysAgo: 5 },
];

function addChange(teams: CareTeams, patients: DemoPatient[], users: DemoUsers, change: Change): void {
  const patient = patients.find(({ lastName }) => lastName === change.patient);
  if (patient === undefined) throw new Error(`No patient ${change.patient}`);
  teams.add(patient.patientId, users[change.user].userId, {
    status: change.status,
    relationship: 'new',
    invitedBy: users[change.by].userId,
    reason: change.reason ?? null,
    words: change.words ?? null,
    changedAt: changedAt(patient.clock, change.daysAgo),
  });
}

function changedAt(clock: Clock, daysAgo: number): Date {
  return clock.ago(daysAgo, 3, 20);
}
