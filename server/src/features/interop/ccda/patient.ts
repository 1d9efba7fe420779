import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { isNpi } from '@careloop/contracts/fields/identifiers';

import { concept, entryOf, knownBy, languageName, referenceTo } from '../fhir/build.ts';
import type { Entry, Json } from '../fhir/build.ts';
import { NPI_SYSTEM, SSN_SYSTEM } from '../shared/references.ts';
import { addressOf, conceptOf, identifierOf, identifiersOf, nameOf, saidName, telecomOf, timeOf } from './datatypes.ts';
import type { ClinicalDocument } from './document.ts';
import type { Element } from './element.ts';

const genders: Record<string, string> = { F: 'female', M: 'male', UN: 'other', UNK: 'unknown', U: 'unknown' };

/** An unknown code is passed on, and reported when the patient is read. */
const genderOf = (code: string) => (code === '' ? undefined : (lookup(genders, code) ?? code));

/**
 * The provider in an assigned entity. Null without an NPI: the directory is shared, and a number that only the sender knows would
 * add the same person again.
 */
export function practitionerOf(entity: Element | undefined, document: ClinicalDocument): Entry | null {
  const npi = idsOf(entity).find(({ system }) => system === NPI_SYSTEM)?.value ?? '';
  const name = entity?.first('assignedPerson/name');
  if (entity === undefined || !isNpi(npi) || name === undefined || name.line('family') === '') return null;
  const resource = {
    identifier: [{ system: NPI_SYSTEM, value: npi }],
    name: [nameOf(name)],
    telecom: entity.all('telecom').flatMap(telecomOf),
  };
  return knownBy(entryOf(document, `practitioner-${npi}`, 'Practitioner', resource), npi);
}

/** The patient of a document, and the primary care provider. */
export function patientOf(document: ClinicalDocument): { patient: Entry; providers: Entry[] } {
  const { patientRole, writtenAt } = document;
  const person = patientRole.first('patient');
  const pcp = primaryCareOf(document);
  const practitioner = practitionerOf(pcp, document);
  const languages = person?.all('languageCommunication') ?? [];
  const patient = entryOf(document, 'patient', 'Patient', {
    meta: { lastUpdated: writtenAt },
    identifier: patientIdentifiers(document),
    name: person?.all('name').map(nameOf) ?? [],
    gender: genderOf(person?.value('administrativeGenderCode', 'code') ?? ''),
    birthDate: timeOf(person?.first('birthTime'), document.timeZone)?.slice(0, 10),
    ...deathOf(person, document),
    address: patientRole.all('addr').map(addressOf),
    telecom: patientRole.all('telecom').flatMap(telecomOf),
    maritalStatus: conceptOf(person?.first('maritalStatusCode')),
    communication: languages.map((language) => ({
      language: concept(languageName(language.value('languageCode', 'code'))),
      preferred: language.value('preferenceInd') === 'true',
    })),
    contact: [...(person?.all('guardian').map(guardianOf) ?? []), ...relativesOf(document)],
    generalPractitioner: pcp === undefined ? [] : [primaryCare(practitioner, pcp)],
  });
  return { patient, providers: practitioner === null ? [] : [practitioner] };
}

const primaryCare = (practitioner: Entry | null, pcp: Element): Json => ({
  ...(practitioner !== null && referenceTo(practitioner)),
  display: saidName(pcp.first('assignedPerson/name')) || undefined,
});

/** Numbers of the patient; all but the SSN are medical record numbers of those who assign them. */
function patientIdentifiers({ patientRole }: ClinicalDocument): Json[] {
  const assigner = patientRole.line('providerOrganization/name') || undefined;
  const owner = patientRole.value('providerOrganization/id', 'root');
  return patientRole.all('id').flatMap((id) => {
    const identifier = identifierOf(id);
    // A root alone or that of providers is not a number of a patient.
    const isNumber = 'extension' in id.attributes && identifier?.system !== NPI_SYSTEM;
    if (identifier === undefined || !isNumber) return [];
    const type = identifier.system === SSN_SYSTEM ? 'SS' : 'MR';
    const display = id.attributes['assigningAuthorityName'] ?? (id.attributes['root'] === owner ? assigner : undefined);
    return [{ ...identifier, type: { coding: [{ code: type }] }, assigner: { display } }];
  });
}

/** deceasedInd and deceasedTime, which are extensions of HL7's structured documents group. */
function deathOf(person: Element | undefined, { timeZone }: ClinicalDocument): Json {
  const died = timeOf(person?.first('deceasedTime'), timeZone);
  if (died !== undefined) return { deceasedDateTime: died };
  const isDead = person?.value('deceasedInd') ?? '';
  return isDead === '' ? {} : { deceasedBoolean: isDead === 'true' };
}

function guardianOf(guardian: Element): Json {
  return {
    relationship: [conceptOf(guardian.first('code'))].filter(Boolean),
    name: { text: saidName(guardian.first('guardianPerson/name')) || undefined },
    telecom: guardian.all('telecom').flatMap(telecomOf),
  };
}

/** Next of kin: participants of the class NOK. */
function relativesOf({ root }: ClinicalDocument): Json[] {
  const people = root.all('participant/associatedEntity').filter(({ attributes }) => attributes['classCode'] === 'NOK');
  return people.map((person) => ({
    relationship: [{ coding: [{ code: 'N' }] }, conceptOf(person.first('code'))].filter(Boolean),
    name: { text: saidName(person.first('associatedPerson/name')) || undefined },
    telecom: person.all('telecom').flatMap(telecomOf),
  }));
}

/** The performer of the documented care with the function of primary care. */
function primaryCareOf({ root }: ClinicalDocument): Element | undefined {
  const performers = root.all('documentationOf/serviceEvent/performer');
  const codes = ['PCP', 'PP'];
  return performers
    .find((performer) => codes.includes(performer.value('functionCode', 'code')))
    ?.first('assignedEntity');
}

export const idsOf = (element: Element | undefined) => identifiersOf(element?.all('id') ?? []);
