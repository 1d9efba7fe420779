import { z } from 'zod';

import { codeableConcept, hasCode, periodEnd, reference, wordsOf } from './datatypes.ts';
import { endOf, millisecondsOf } from './dates.ts';
import { countOthers, readParts } from './readParts.ts';
import { subjectOf } from './subject.ts';
import { code, list, text } from './text.ts';

import type { CodeableConcept } from './datatypes.ts';
import type { ColumnsOf, Draft } from './draft.ts';
import type { Naming, Ref } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

const careTeam = z.object({
  status: code(['proposed', 'active', 'suspended', 'inactive', 'entered-in-error']),
  name: text(255),
  subject: reference.nullish(),
  period: periodEnd.nullish(),
  participant: list(
    z.object({ role: list(codeableConcept), member: reference.nullish(), period: periodEnd.nullish() }),
  ),
});

interface Participant {
  provider: Ref;
  role: string;
  isPrimaryCare: boolean;
}

export interface CareTeamDraft extends Draft {
  patient: Ref;
  /** Columns of record_care_team. */
  columns: ColumnsOf<'record_care_team', 'name' | 'ends_at'>;
  participants: Participant[];
  /** Ended, not yet started or entered in error: not imported, and deleted if imported before. */
  isVoid: boolean;
}

/** How care teams that ended are named among what is not kept. */
export const endedTeam = 'CareTeam: no longer active';

export function mapCareTeam(source: SourceResource, naming: Naming): CareTeamDraft {
  const value = readParts(careTeam, source);
  const end = value.period?.end ?? null;
  const participants = value.participant
    .filter((one) => !isPast(one.period?.end ?? null))
    .map((one) => participantOf(one.role, naming.refOf(one.member, 'Practitioner', 'PractitionerRole')))
    .filter((one) => one !== null);
  const patients = value.participant.filter(({ member }) => /(?:^|\/)Patient\//.test(member?.reference ?? ''));
  countOthers(source, { participant: value.participant.length - participants.length - patients.length });
  const isVoid = (value.status !== null && value.status !== 'active') || isPast(end);
  if (isVoid) source.notKeptAs = endedTeam;
  return {
    source,
    keys: naming.keysOf(source),
    remarks: [],
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    columns: { name: value.name, ends_at: end === null ? null : endOf(end) },
    participants,
    isVoid,
  };
}

function isPast(end: string | null): boolean {
  return end !== null && millisecondsOf(endOf(end)) < Date.now();
}

// SNOMED CT: primary care provider, primary care physician; v3-ParticipationFunction: PCP.
const primaryCare = ['453231000124104', '446050000', 'PCP'];

/** Null for a participant who is not a provider: teams also list the patient, relatives and organizations. */
function participantOf(roles: readonly CodeableConcept[], provider: Ref | null): Participant | null {
  if (provider === null || provider.candidates.length === 0) return null;
  const words = roles.map(wordsOf).filter((role) => role !== null);
  return {
    provider,
    role: words.join(', ').slice(0, 255) || 'Member',
    isPrimaryCare: roles.some((role) => hasCode(role, ...primaryCare)),
  };
}
