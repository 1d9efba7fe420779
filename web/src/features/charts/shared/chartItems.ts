import type { PatientCharts, PatientDocument } from '@careloop/contracts/charts';
import {
  chartKeyOf,
  chartSelection,
  documentSelection,
  type ChartKey,
  type ChartSelection,
  type ShownChart,
} from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { chartTreeTexts, type ChartAppointment, type ChartReferral } from '@careloop/contracts/charts/tree';
import { chartAssociationType } from '@careloop/contracts/codes';
import { formatDate, formatDateIn } from '../../../ui/dates.ts';
import { documentDetail, sentChartDetail, visitLabel } from './documentWords.ts';

const association = chartAssociationType.table;

/** A chart that can be read and selected. */
export interface ChartItem {
  key: ChartKey;
  selection: ShownChart;
  name: string;
  /** Type, author. */
  detail: string;
  /** 7/4/26, of an appointment in its time zone; null for charts that show the patient as of today. */
  date: string | null;
  /** Null for a chart whose length is known only once it is composed; it counts as one page. */
  pageCount: number | null;
  /** Shown on request, and never sent. */
  isArchived: boolean;
  document: PatientDocument | null;
  /** Text to search in, in lower case. */
  words: string;
}

type Facts = Pick<ChartItem, 'selection' | 'name' | 'detail' | 'date'> & Partial<ChartItem>;

function itemOf({ words = '', ...facts }: Facts): ChartItem {
  const { name, detail, date, selection } = facts;
  const text = [name, detail, date, words].filter(Boolean).join(' ').toLowerCase();
  return {
    pageCount: null,
    isArchived: false,
    document: null,
    ...facts,
    key: chartKeyOf(selection),
    words: text,
  };
}

function documentItem(document: PatientDocument): ChartItem {
  return itemOf({
    selection: documentSelection(document.patientDocumentId),
    name: document.documentName,
    detail: documentDetail(document),
    date: document.dateProvided && formatDate(document.dateProvided),
    pageCount: document.documentPageCount,
    isArchived: document.isArchived,
    document,
    words: [document.documentTypeName, document.authorName, visitLabel(document)].filter(Boolean).join(' '),
  });
}

function appointmentItem(appointment: ChartAppointment) {
  const { patientAppointmentId, description, appointmentTime, timeZone, providerName } = appointment;
  return itemOf({
    selection: { associationType: association.appointment, patientAppointmentId },
    name: description ?? 'Appointment',
    detail: ['Appointment', providerName].filter(Boolean).join(' · '),
    date: formatDateIn(appointmentTime, timeZone),
  });
}

function referralItem({ referralId, dateCreated, referredToName, specialtyName, referralReason }: ChartReferral) {
  return itemOf({
    selection: { associationType: association.referral, referralId },
    name: `Referral to ${referredToName ?? specialtyName ?? 'a provider'}`,
    detail: [specialtyName, referralReason].filter(Boolean).join(' · '),
    date: formatDate(dateCreated),
  });
}

/** Every chart of a patient by its key. */
export function chartItemsOf(
  patientId: number,
  { documents, appointments, referrals }: Omit<PatientCharts, 'groupings'>,
): ReadonlyMap<ChartKey, ChartItem> {
  const asOfToday = { detail: 'As of today', date: null };
  const others = [
    itemOf({
      selection: { associationType: association.demographic, patientId },
      name: chartTreeTexts.demographics,
      ...asOfToday,
    }),
    itemOf({
      selection: { associationType: association.summary_of_care, patientId },
      name: chartTreeTexts.summaryOfCare,
      ...asOfToday,
    }),
    ...appointments.map(appointmentItem),
    ...referrals.map(referralItem),
  ];
  const items = [...documents.map(documentItem), ...others];
  return new Map(items.map((item) => [item.key, item]));
}

/** Whether a chart contains every word of the search. */
export function matchesChartSearch({ words }: ChartItem, term: string): boolean {
  return term
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => words.includes(word));
}

/** A selected chart. */
type PickedChart = Pick<ChartItem, 'key' | 'name' | 'detail' | 'date' | 'pageCount'>;

function sentItem(chart: SentChart): PickedChart[] {
  const selection = chartSelection.safeParse(chart);
  // A chart whose source no longer exists cannot be selected.
  if (!selection.success) return [];
  const { chartName: name, chartDate, pageCount } = chart;
  const date = chartDate && formatDate(chartDate);
  return [{ key: chartKeyOf(selection.data), name, detail: sentChartDetail(chart), date, pageCount }];
}

/**
 * The selected charts, of those the patient has.
 * @param sent charts already sent with the request: they also count if the patient's list no longer shows them
 */
export function pickedItems(
  items: ReadonlyMap<ChartKey, ChartItem>,
  selected: readonly ChartSelection[],
  sent: readonly SentChart[] = [],
): PickedChart[] {
  const before = new Map(sent.flatMap(sentItem).map((item) => [item.key, item]));
  return selected.flatMap((selection) => {
    const key = chartKeyOf(selection);
    return items.get(key) ?? before.get(key) ?? [];
  });
}

const leastPages = (charts: readonly Pick<ChartItem, 'pageCount'>[]): number =>
  charts.reduce((total, { pageCount }) => total + (pageCount ?? 1), 0);

/** 'N Document(s) Selected / M Page(s) Selected' (docs/domain/charts.md). */
export function selectionCounter(picked: readonly Pick<ChartItem, 'pageCount'>[]): string {
  return `${picked.length} Document(s) Selected / ${leastPages(picked)} Page(s) Selected`;
}

/** Pages of the selected charts; if not all are counted, the least there can be. */
export function pagesOf(
  items: ReadonlyMap<ChartKey, ChartItem>,
  selected: readonly ChartSelection[],
): { count: number; areCounted: boolean } {
  const picked = selected.flatMap((selection) => items.get(chartKeyOf(selection)) ?? []);
  return { count: leastPages(picked), areCounted: picked.every(({ pageCount }) => pageCount !== null) };
}

/** The selected charts that can be sent: not those that were archived or removed since they were selected. */
export function sendableOf(
  items: ReadonlyMap<ChartKey, ChartItem>,
  selected: readonly ChartSelection[],
): ChartSelection[] {
  return selected.filter((one) => items.get(chartKeyOf(one))?.isArchived === false);
}
