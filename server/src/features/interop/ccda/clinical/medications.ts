import { entryOf, referenceTo } from '../../fhir/build.ts';
import type { Entry, Json } from '../../fhir/build.ts';
import { periodOf } from '../datatypes.ts';
import type { ClinicalDocument } from '../document.ts';
import type { Element } from '../element.ts';
import {
  authoredAt,
  comment,
  codeOf,
  isNegated,
  isNull,
  isPlanned,
  leaveEntry,
  notesOf,
  numbersOf,
  reasonsOf,
  sectionsWith,
  statedBy,
  textOf,
  wordsOfConcept,
} from './statement.ts';
import type { Section } from './statement.ts';
import { quantityOf } from './values.ts';

/** Medications, and those at admission and discharge. */
export const medicationSections = ['10160-0', '10183-2', '75311-1', '42346-7'] as const;

const statuses: Partial<Record<string, string>> = {
  active: 'active',
  completed: 'completed',
  aborted: 'stopped',
  cancelled: 'stopped',
  suspended: 'on-hold',
  held: 'on-hold',
  nullified: 'entered-in-error',
};

/** Medications taken (EVN) and intended (INT, RQO). */
export function medicationEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  return sectionsWith(document, patient, medicationSections).flatMap((section, place) =>
    section.element.all('entry').flatMap((entry, index) => {
      const taken = [
        ...entry.all('substanceAdministration'),
        ...entry.all('act/entryRelationship/substanceAdministration'),
      ];
      if (taken.length === 0) leaveEntry(section, 'entry of the medication section without a medication');
      return taken.flatMap((one, nested) => medicationEntry(section, one, `medication-${place}-${index}-${nested}`));
    }),
  );
}

/** @param isInPlan in a plan, where it is not ordered yet */
export function medicationEntry(section: Section, taken: Element, name: string, isInPlan = false): Entry[] {
  const product = taken.first('consumable/manufacturedProduct');
  const material = product?.first('manufacturedMaterial');
  const stated = codeOf(material?.first('code'), section);
  const said = wordsOfConcept(stated) === '' ? material?.line('name') || textOf(taken.first('text'), section) : '';
  const isDenied = isNegated(taken);
  const isNone = isDenied && wordsOfConcept(stated) === '';
  const code = isNone ? { text: 'No known medications' } : said ? { text: said } : stated;
  if (isNull(taken) && !isDenied) {
    leaveEntry(section, 'medication without information');
    return [];
  }
  const { timeZone, writtenAt } = section.document;
  const times = taken.all('effectiveTime');
  const whole = times.find(
    (time) => !['PIVL_TS', 'EIVL_TS'].includes(time.attributes['type']?.replace(/^.*:/, '') ?? ''),
  );
  const period = periodOf(whole, timeZone);
  const isOrder = isInPlan || isPlanned(taken);
  const status = statuses[taken.value('statusCode', 'code')] ?? 'unknown';
  const dosage = dosageOf(section, taken, times, isOrder ? period : {});
  const common = {
    meta: { lastUpdated: writtenAt },
    identifier: numbersOf(taken, section, 'medication', [code, period.start]),
    medicationCodeableConcept: code,
    subject: referenceTo(section.patient),
    reasonCode: reasonsOf(taken, section),
    dispenseRequest: supplyOf(taken),
    note: [...notesOf(taken, section), ...makerOf(product)],
  };
  if (isOrder) {
    return [
      entryOf(section.document, name, 'MedicationRequest', {
        ...common,
        status: isInPlan && status === 'active' ? 'draft' : status,
        intent: isInPlan ? 'plan' : 'order',
        doNotPerform: isDenied && !isNone ? true : undefined,
        authoredOn: authoredAt(taken, section),
        requester: statedBy(taken, section),
        dosageInstruction: [dosage],
      }),
    ];
  }
  return [
    entryOf(section.document, name, 'MedicationStatement', {
      ...common,
      status: isDenied && !isNone ? 'not-taken' : isNone ? 'active' : status,
      effectivePeriod: period,
      dateAsserted: authoredAt(taken, section),
      informationSource: statedBy(taken, section),
      dosage: [dosage],
    }),
  ];
}

const makerOf = (product: Element | undefined): Json[] => {
  const maker = product?.line('manufacturerOrganization/name') ?? '';
  return maker === '' ? [] : [{ text: `Manufacturer: ${maker}` }];
};

/** LOINC: medication free text sig. */
const freeText = '76662-6';

function dosageOf(section: Section, taken: Element, times: readonly Element[], period: Json): Json {
  const isSignature = (one: Element) => one.peek('code', 'code') === freeText;
  const [signature] = taken.where('entryRelationship/substanceAdministration', isSignature);
  const isInstruction = (act: Element) =>
    act.peek('code', 'code') !== comment && act.children.some(({ name }) => name === 'text');
  const instructions = taken
    .where('entryRelationship/act', isInstruction)
    .map((act) => textOf(act.first('text'), section))
    .filter((text) => text !== '');
  const [dose, rate] = [taken.first('doseQuantity'), taken.first('rateQuantity')];
  const quantity = quantityOf(dose) ?? quantityOf(dose?.first('low'));
  const isWithoutUnit = quantity !== undefined && quantity['unit'] === undefined;
  const unit = isWithoutUnit ? taken.value('administrationUnitCode', 'displayName') : '';
  const preconditions = taken
    .all('precondition/criterion')
    .map(
      (criterion) =>
        wordsOfConcept(codeOf(criterion.first('value'), section)) ||
        textOf(criterion.first('text'), section) ||
        wordsOfConcept(codeOf(criterion.first('code'), section)),
    );
  return {
    text: textOf(signature?.first('text'), section) || textOf(taken.first('text'), section) || undefined,
    patientInstruction: instructions.join('\n') || undefined,
    timing: { repeat: { ...repeatOf(times), boundsPeriod: period } },
    asNeededCodeableConcept:
      preconditions[0] === undefined || preconditions[0] === '' ? undefined : { text: preconditions.join(', ') },
    route: codeOf(taken.first('routeCode'), section),
    site: codeOf(taken.first('approachSiteCode'), section),
    doseAndRate: [
      {
        doseQuantity: quantity && { ...quantity, unit: quantity['unit'] ?? (unit || undefined) },
        rateQuantity: quantityOf(rate) ?? quantityOf(rate?.first('low')),
      },
    ],
  };
}

/** Events of the day (v3-TimingEvent) as words. */
const events: Partial<Record<string, string>> = {
  HS: 'before sleep',
  AC: 'before meals',
  ACM: 'before breakfast',
  ACD: 'before lunch',
  ACV: 'before dinner',
  PC: 'after meals',
  PCM: 'after breakfast',
  PCD: 'after lunch',
  PCV: 'after dinner',
  C: 'with meals',
  WAKE: 'after waking',
};

/** PIVL_TS: every so often; EIVL_TS: at an event of the day. */
function repeatOf(times: readonly Element[]): Json {
  const every = times.map((time) => time.first('period')?.attributes).find((period) => period?.['value'] !== undefined);
  const when = times.map((time) => time.value('event', 'code')).filter(Boolean);
  return {
    ...(every !== undefined && { frequency: 1, period: every['value'], periodUnit: every['unit'] }),
    when: when.map((event) => events[event] ?? event),
  };
}

/** What was to be supplied: quantity and refills. */
function supplyOf(taken: Element): Json | undefined {
  const [supply] = taken.all('entryRelationship/supply');
  if (supply === undefined) return undefined;
  // The number of fills includes the first.
  const fills = Number(supply.value('repeatNumber') || '0');
  return { quantity: quantityOf(supply.first('quantity')), numberOfRepeatsAllowed: fills > 1 ? fills - 1 : undefined };
}
