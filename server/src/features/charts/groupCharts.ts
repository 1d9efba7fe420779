import type { PatientCharts, PatientDocument } from '@careloop/contracts/charts';
import { chartKeyOf, documentSelection } from '@careloop/contracts/charts/selection';
import type { ChartKey } from '@careloop/contracts/charts/selection';
import { chartTreeTexts } from '@careloop/contracts/charts/tree';
import type { ChartGroup, ChartGroupings, ChartVisit } from '@careloop/contracts/charts/tree';
import { chartAssociationType } from '@careloop/contracts/codes';

// The groups of the chart tree (docs/domain/charts.md).

const association = chartAssociationType.table;

/** An encounter of the patient, with the visit it belongs to. */
export interface ChartEncounter extends ChartVisit {
  patientEncounterId: number;
}

interface Chart {
  key: ChartKey;
  /** Null for a document without a date. */
  date: string | null;
  patientEncounterId: number | null;
  kind: 'document' | 'appointment' | 'referral';
  document?: PatientDocument;
}

type Charts = Omit<PatientCharts, 'groupings'>;

export function groupCharts(
  patientId: number,
  charts: Charts,
  encounters: readonly ChartEncounter[],
  timeZone: string,
): ChartGroupings {
  const all = chartsOf(charts).toSorted(
    (one, other) => compare(dateOf(other), dateOf(one)) || other.key.localeCompare(one.key),
  );
  const patient = group('patient', 'patient', chartTreeTexts.patient, [
    chartKeyOf({ associationType: association.demographic, patientId }),
    chartKeyOf({ associationType: association.summary_of_care, patientId }),
  ]);
  return {
    visit: [patient, ...byVisit(all, encounters)],
    date: [patient, ...byMonth(all, timeZone)],
    chartType: [patient, ...byType(all)],
  };
}

/** Dates of one format, of which there may be thousands: as text, not by the rules of a language. */
const compare = (one: string, other: string) => Number(one > other) - Number(one < other);

/** Undated charts come first, as they do in lists. */
const dateOf = ({ date }: Chart): string => date ?? '9999';

function chartsOf({ documents, appointments, referrals }: Charts): Chart[] {
  return [
    ...documents.map((document): Chart => ({
      key: chartKeyOf(documentSelection(document.patientDocumentId)),
      date: document.dateProvided,
      patientEncounterId: document.patientEncounterId,
      kind: 'document',
      document,
    })),
    ...appointments.map(({ patientAppointmentId, appointmentTime, patientEncounterId }): Chart => ({
      key: chartKeyOf({ associationType: association.appointment, patientAppointmentId }),
      date: appointmentTime,
      patientEncounterId,
      kind: 'appointment',
    })),
    ...referrals.map(({ referralId, dateCreated, patientEncounterId }): Chart => ({
      key: chartKeyOf({ associationType: association.referral, referralId }),
      date: dateCreated,
      patientEncounterId,
      kind: 'referral',
    })),
  ];
}

function group(
  kind: ChartGroup['kind'],
  key: string,
  label: string,
  charts: ChartKey[],
  more: Partial<Pick<ChartGroup, 'visit' | 'month' | 'groups'>> = {},
): ChartGroup {
  return { kind, key, label, charts, visit: null, month: null, groups: [], ...more };
}

/** The charts of each key, in order of first appearance. */
function collect(charts: readonly Chart[], keyOf: (chart: Chart) => string): [string, Chart[]][] {
  const found = new Map<string, Chart[]>();
  for (const chart of charts) {
    const key = keyOf(chart);
    const others = found.get(key);
    if (others === undefined) found.set(key, [chart]);
    else others.push(chart);
  }
  return [...found];
}

const keysOf = (charts: readonly Chart[]) => charts.map(({ key }) => key);

/** A visit is identified by its account number; an encounter without one is a visit of its own. */
function visitKey({ accountNumber, patientEncounterId }: ChartEncounter): string {
  return accountNumber === null ? `encounter:${patientEncounterId}` : `account:${accountNumber}`;
}

/** From the earliest encounter to the latest discharge of the account, including encounters without charts. */
function visitOf(encounters: readonly ChartEncounter[]): ChartVisit {
  const inOrder = encounters.toSorted((one, other) => one.encounterDate.localeCompare(other.encounterDate));
  const [first] = inOrder;
  if (first === undefined) throw new Error('A visit has an encounter');
  const discharges = inOrder.flatMap(({ dischargeDate }) => dischargeDate ?? []).toSorted();
  return {
    accountNumber: first.accountNumber,
    encounterDate: first.encounterDate,
    dischargeDate: discharges.at(-1) ?? null,
    timeZone: first.timeZone,
    encounterType: first.encounterType,
    facilityName: first.facilityName,
  };
}

function byVisit(charts: readonly Chart[], encounters: readonly ChartEncounter[]): ChartGroup[] {
  const visits = new Map<string, ChartEncounter[]>();
  const keys = new Map<number, string>();
  for (const encounter of encounters) {
    const key = visitKey(encounter);
    visits.set(key, [...(visits.get(key) ?? []), encounter]);
    keys.set(encounter.patientEncounterId, key);
  }
  const groups: ChartGroup[] = [];
  const last: ChartGroup[] = [];
  for (const [key, some] of collect(charts, (chart) => keys.get(chart.patientEncounterId ?? 0) ?? chart.kind)) {
    const ofVisit = visits.get(key);
    if (ofVisit === undefined) last.push(withoutVisit(key as Chart['kind'], keysOf(some)));
    else groups.push(group('visit', `visit:${key}`, '', keysOf(some), { visit: visitOf(ofVisit) }));
  }
  const dateOf = ({ visit }: ChartGroup) => visit?.encounterDate ?? '';
  return [...groups.toSorted((one, other) => dateOf(other).localeCompare(dateOf(one))), ...last.toSorted(byKindOrder)];
}

const kindOrder: ChartGroup['kind'][] = ['appointments', 'referrals', 'noVisit'];
const byKindOrder = (one: ChartGroup, other: ChartGroup) => kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind);

function withoutVisit(kind: Chart['kind'], charts: ChartKey[]): ChartGroup {
  if (kind === 'appointment') return group('appointments', 'appointments', chartTreeTexts.appointments, charts);
  if (kind === 'referral') return group('referrals', 'referrals', chartTreeTexts.referrals, charts);
  return group('noVisit', 'noVisit', chartTreeTexts.noVisit, charts);
}

/** The month in a time zone, as YYYY-MM. Only the first and last days of a month in UTC may be in another one elsewhere. */
function monthIn(timeZone: string): (date: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
  return (date) => {
    const day = Number(date.slice(8, 10));
    return day > 1 && day < 28 ? date.slice(0, 7) : format.format(new Date(date));
  };
}

function byMonth(charts: readonly Chart[], timeZone: string): ChartGroup[] {
  const monthOf = monthIn(timeZone);
  return collect(charts, ({ date }) => (date === null ? '' : monthOf(date))).map(([month, some]) =>
    month === ''
      ? group('noDate', 'noDate', chartTreeTexts.noDate, keysOf(some))
      : group('month', `month:${month}`, '', keysOf(some), { month }),
  );
}

const labPrefix = 'Lab Results - ';

/** The name of a laboratory document among the labs; null for other documents (docs/domain/charts.md). */
export function labNameOf({
  referralId,
  documentTypeName,
}: Pick<PatientDocument, 'referralId' | 'documentTypeName'>): string | null {
  if (referralId !== null || !documentTypeName.toLowerCase().startsWith('lab')) return null;
  const isBare = documentTypeName === labPrefix.trimEnd();
  const name =
    isBare || documentTypeName.startsWith(labPrefix) ? documentTypeName.slice(labPrefix.length) : documentTypeName;
  return name.trim() || chartTreeTexts.unspecifiedLab;
}

function byType(charts: readonly Chart[]): ChartGroup[] {
  const typeOf = ({ kind, document }: Chart) => {
    if (document === undefined) return `${kind}s`;
    const lab = labNameOf(document);
    return lab === null ? `type:${document.documentTypeName}` : `lab:${lab}`;
  };
  const byLabel = (one: ChartGroup, other: ChartGroup) => one.label.localeCompare(other.label);
  const groups = collect(charts, typeOf);
  const some = (prefix: string, kind: ChartGroup['kind']) =>
    groups
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, of]) => group(kind, key, key.slice(prefix.length), keysOf(of)))
      .toSorted(byLabel);
  const whole = (key: 'appointments' | 'referrals') =>
    groups.filter(([one]) => one === key).map(([, of]) => group(key, key, chartTreeTexts[key], keysOf(of)));
  const labs = some('lab:', 'lab');
  const allLabs = labs.length === 0 ? [] : [group('labs', 'labs', chartTreeTexts.labs, [], { groups: labs })];
  return [
    ...[...some('type:', 'documentType'), ...allLabs].toSorted(byLabel),
    ...whole('appointments'),
    ...whole('referrals'),
  ];
}
