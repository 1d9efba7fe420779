import { z } from 'zod';

import { emailsOf, phoneOf } from './contact.ts';
import { codeableConcept, contactPoint, identifier, reference, wordsOf } from './datatypes.ts';
import { Rejection } from './draft.ts';
import { countOthers, readParts } from './readParts.ts';
import { list } from './text.ts';

import type { CodeableConcept } from './datatypes.ts';
import type { Draft } from './draft.ts';
import type { Naming, Ref } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

const NUCC = 'http://nucc.org/provider-taxonomy';

const practitionerRole = z.object({
  identifier: list(identifier),
  active: z.boolean('is not true or false').nullish(),
  practitioner: reference.nullish(),
  organization: reference.nullish(),
  specialty: list(codeableConcept),
  code: list(codeableConcept),
  location: list(reference),
  telecom: list(contactPoint),
});

export interface Specialty {
  name: string;
  /** NUCC provider taxonomy code. */
  taxonomyCode: string | null;
}

export interface PractitionerRoleDraft extends Draft {
  practitioner: Ref;
  organization: Ref | null;
  locations: Ref[];
  specialty: Specialty | null;
  officePhone: string | null;
  fax: string | null;
  email: string | null;
  directEmail: string | null;
  /** False for a role that has ended, which is not imported. */
  isActive: boolean;
}

export function mapPractitionerRole(source: SourceResource, naming: Naming): PractitionerRoleDraft {
  const value = readParts(practitionerRole, source);
  const practitioner = naming.refOf(value.practitioner, 'Practitioner');
  if (practitioner === null) throw new Rejection('names no practitioner');
  const emails = emailsOf(value.telecom);
  countOthers(source, { specialty: value.specialty.length - 1 });
  return {
    source,
    keys: naming.keysOf(source, value.identifier),
    remarks: [],
    practitioner,
    organization: naming.refOf(value.organization, 'Organization'),
    locations: value.location.map((item) => naming.refOf(item, 'Location')).filter((item) => item !== null),
    specialty: specialtyIn(value.specialty) ?? taxonomyIn(value.code),
    officePhone: phoneOf(value.telecom, 'phone', 'work'),
    fax: phoneOf(value.telecom, 'fax', 'work'),
    email: emails.email,
    directEmail: emails.direct_email,
    isActive: value.active !== false,
  };
}

/** The first specialty from the NUCC taxonomy, or else the first that has text. */
function specialtyIn(concepts: readonly CodeableConcept[]): Specialty | null {
  const name = concepts.map(wordsOf).find((words) => words !== null);
  return taxonomyIn(concepts) ?? (name ? { name, taxonomyCode: null } : null);
}

function taxonomyIn(concepts: readonly CodeableConcept[]): Specialty | null {
  for (const concept of concepts) {
    const taxonomy = concept.coding.find((item) => item.system === NUCC && item.code !== null);
    const name = taxonomy?.display ?? wordsOf(concept);
    if (taxonomy !== undefined && name !== null) return { name, taxonomyCode: taxonomy.code };
  }
  return null;
}
