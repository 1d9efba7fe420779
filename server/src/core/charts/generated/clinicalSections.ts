import type { Allergy } from '@careloop/contracts/clinical-record';
import { rangeInWords, valueInWords } from '@careloop/contracts/clinical-record/results';
import type { MeasuredResult } from '@careloop/contracts/clinical-record/results';
import {
  criticalityLabels,
  currentMedicationStatuses,
  immunizationStatusLabels,
  medicationStatusLabels,
  resultFlagLabels,
  severityLabels,
} from '@careloop/contracts/codes/clinicalRecord';

import type { Db } from '../../../platform/db/client.ts';
import { findAllergies, findImmunizations, findMedications } from '../../clinical-record/queries.ts';
import { findResults } from '../../clinical-record/results.ts';
import type { ChartSection } from './chartHtml.ts';
import { dayText, missing, mostRows } from './chartPatient.ts';

// The clinical record in charts. What is marked as entered in error or superseded is left out.

const shown = { includesErrors: false, includesSuperseded: false };

/** 3/14/26, 3/2026 or 2026: as exact as it was stated. */
export function partialDayText(day: string | null): string | null {
  if (day === null || day.length === 4) return day;
  if (day.length > 7) return dayText(day);
  const [year, month] = day.split('-');
  return `${Number(month)}/${year}`;
}

const sourceOf = ({ statedBy, enteredByName }: { statedBy: string | null; enteredByName: string | null }) =>
  enteredByName ?? statedBy;

const notePartsOf = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' ') || undefined;

function riskOf({ criticality, severity }: Allergy): string | null {
  return (
    [criticality && criticalityLabels[criticality], severity && severityLabels[severity]].filter(Boolean).join(', ') ||
    null
  );
}

/** Possible allergies, the worst on top. */
export async function allergySection(db: Db, patientId: number): Promise<ChartSection> {
  const { items, isCut } = await findAllergies(db, patientId, shown);
  const isPossible = ({ status, verification }: Allergy) =>
    verification !== 'refuted' && (status === 'active' || status === 'unknown');
  const possible = items.filter((one) => !one.isNoneKnown && isPossible(one));
  const noneKnown = items.find((one) => one.isNoneKnown && one.status === 'active');
  const stated = noneKnown && `${noneKnown.description}${byWhom(noneKnown)}.`;
  return {
    heading: 'Allergies',
    ...(possible.length > 0 && {
      table: {
        columns: ['Substance', 'Reactions', 'Risk', 'Stated by'],
        rows: possible.map((one) => [
          one.description,
          one.reactions
            .map(({ manifestation }) => manifestation)
            .filter(Boolean)
            .join(', ') || null,
          riskOf(one),
          sourceOf(one),
        ]),
      },
    }),
    note: notePartsOf(possible.length === 0 && (stated ?? missing.noneRecorded), isCut && 'More are on file.'),
  };
}

const byWhom = (statement: Parameters<typeof sourceOf>[0]) => {
  const source = sourceOf(statement);
  return source === null ? '' : `, stated by ${source}`;
};

/** Current medications, also those that another source has as ended. */
export async function medicationSection(db: Db, patientId: number): Promise<ChartSection> {
  const { items, isCut } = await findMedications(db, patientId, shown);
  const isCurrent = (status: string) => currentMedicationStatuses.some((one) => one === status);
  const current = items.filter((one) => !one.isNoneKnown && isCurrent(one.status));
  const noneKnown = items.find((one) => one.isNoneKnown && isCurrent(one.status));
  const stated = noneKnown && `${noneKnown.description}${byWhom(noneKnown)}.`;
  const none = items.some((one) => !one.isNoneKnown) ? missing.noneCurrent : missing.noneRecorded;
  return {
    heading: 'Medications',
    ...(current.length > 0 && {
      table: {
        columns: ['Medication', 'Dosage', 'Status', 'From', 'Stated by'],
        rows: current.map((one) => [
          one.description,
          one.dosage,
          one.isDisputed ? 'Another source says ended' : medicationStatusLabels[one.status],
          partialDayText(one.startDate ?? one.statedDate),
          sourceOf(one),
        ]),
      },
    }),
    note: notePartsOf(current.length === 0 && (stated ?? none), isCut && 'More are on file.'),
  };
}

/** The newest immunizations. */
export async function immunizationSection(db: Db, patientId: number): Promise<ChartSection> {
  const { items, nextCursor } = await findImmunizations(db, patientId, shown);
  return {
    heading: 'Immunizations',
    ...(items.length > 0 && {
      table: {
        columns: ['Immunization', 'Date', 'Status', 'Lot'],
        rows: items.map((one) => [
          one.description,
          partialDayText(one.occurredOn) ?? one.occurredText,
          immunizationStatusLabels[one.status],
          one.lotNumber,
        ]),
      },
    }),
    note: notePartsOf(
      items.length === 0 && missing.noneRecorded,
      nextCursor !== null && 'Older ones are not listed here.',
    ),
  };
}

async function findLast(db: Db, patientId: number, category: 'vital_signs' | 'laboratory'): Promise<MeasuredResult[]> {
  const { items } = await findResults(db, patientId, { ...shown, category, isAbnormal: false }, mostRows);
  return items
    .flatMap((one): MeasuredResult[] => (one.isPanel ? one.members : [one]))
    .filter((one) => valueInWords(one) !== '');
}

/** The last of each measure. */
function lastOfEach(results: readonly MeasuredResult[]): MeasuredResult[] {
  const seen = new Set<string>();
  return results.filter(({ code, description }) => {
    const measure = code ?? description.toLowerCase();
    if (seen.has(measure)) return false;
    seen.add(measure);
    return true;
  });
}

function resultTable(results: readonly MeasuredResult[]): Pick<ChartSection, 'table'> {
  return results.length === 0
    ? {}
    : {
        table: {
          columns: ['Measure', 'Value', 'Flag', 'Range', 'Date'],
          rows: results.map((one) => [
            one.description,
            valueInWords(one),
            one.flag && resultFlagLabels[one.flag],
            rangeInWords(one) || null,
            momentOf(one),
          ]),
        },
      };
}

const lengths = { year: 4, month: 7, day: 10 } as const;

function momentOf({ effectiveAt, effectivePrecision, timeZone }: MeasuredResult) {
  if (effectiveAt === null) return null;
  if (effectivePrecision === 'minute') return { at: effectiveAt, timeZone };
  return partialDayText(effectiveAt.slice(0, lengths[effectivePrecision]));
}

/** The last vital signs and the last laboratory values, each with its flag as its source states it. */
export async function resultSections(db: Db, patientId: number): Promise<ChartSection[]> {
  const [vitals, laboratory] = await Promise.all([
    findLast(db, patientId, 'vital_signs'),
    findLast(db, patientId, 'laboratory'),
  ]);
  return [
    {
      heading: 'Vital signs',
      ...resultTable(lastOfEach(vitals)),
      note: vitals.length === 0 ? missing.noneRecorded : undefined,
    },
    {
      heading: 'Last laboratory values',
      ...resultTable(lastOfEach(laboratory)),
      note: laboratory.length === 0 ? missing.noneRecorded : undefined,
    },
  ];
}
