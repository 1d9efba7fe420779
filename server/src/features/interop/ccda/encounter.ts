import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry } from '../fhir/build.ts';
import { conceptOf, periodOf } from './datatypes.ts';
import type { ClinicalDocument } from './document.ts';
import { idsOf, practitionerOf } from './patient.ts';
import { zonedPeriod } from '../fhir/times.ts';

/** Classes of encounters (v3-ActCode) that the product knows; other codes are types. */
const classes = new Set(['AMB', 'IMP', 'ACUTE', 'NONAC', 'EMER', 'OBSENC', 'SS', 'PRENC', 'HH', 'FLD', 'VR']);

/** The encounter that a document is about, after its providers. */
export function encounterEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  const encounter = document.root.first('componentOf/encompassingEncounter');
  const period = periodOf(encounter?.first('effectiveTime'), document.timeZone);
  const ids = idsOf(encounter);
  if (encounter === undefined) return [];
  // Without a number the next document about the encounter would add it again.
  if (ids.length === 0 || period.start === undefined) {
    document.notKept.push(`encounter without a ${ids.length === 0 ? 'number' : 'date'}`);
    return [];
  }
  const people = [
    ...encounter.all('responsibleParty').map((party) => ({ party, code: 'PPRF' })),
    ...encounter.all('encounterParticipant').map((party) => ({ party, code: party.attributes['typeCode'] ?? '' })),
  ].flatMap(({ party, code }) => {
    const practitioner = practitionerOf(party.first('assignedEntity'), document);
    if (practitioner === null) document.notKept.push('provider of an encounter without an NPI');
    return practitioner === null ? [] : [{ practitioner, code }];
  });
  const codes = [encounter.first('code'), ...encounter.all('code/translation')];
  const place = encounter.first('location/healthCareFacility');
  const name = place?.line('location/name') || place?.line('serviceProviderOrganization/name');
  return [
    ...people.map(({ practitioner }) => practitioner),
    entryOf(document, 'encounter', 'Encounter', {
      meta: { lastUpdated: document.writtenAt },
      identifier: ids,
      status: period.end === undefined ? 'in-progress' : 'finished',
      class: { code: codes.map((code) => code?.attributes['code'] ?? '').find((code) => classes.has(code)) },
      type: [conceptOf(encounter.first('code'))].filter(Boolean),
      subject: referenceTo(patient),
      period: zonedPeriod(period, document.timeZone),
      participant: people.map(({ practitioner, code }) => ({
        type: [{ coding: [{ code }] }],
        individual: referenceTo(practitioner),
      })),
      hospitalization: { dischargeDisposition: conceptOf(encounter.first('dischargeDispositionCode')) },
      location: name ? [{ location: { display: name } }] : [],
    }),
  ];
}
