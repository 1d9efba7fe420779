import { z } from 'zod';
import type { SentChart } from './charts/sent.ts';
import { chartAssociationType, genderLabels } from './codes.ts';
import type { ProviderAddress } from './directory.ts';
import { addressText } from './directory/addressText.ts';
import { formatPhone } from './fields.ts';
import { birthText } from './fields/birth.ts';
import { dayIn, documentDay } from './fields/clock.ts';
import { todayIn } from './fields/dates.ts';
import type { Coverage, PatientInfo, PatientSummary } from './patients.ts';
import { mrnText, patientName } from './patients/identity.ts';

// What leaves the portal on paper: the browser prints a letter, the server sets the same one in a PDF.

/** Whose paper a letter is on: that of the client of who sends it. */
export const letterBrand = z.object({
  clientName: z.string(),
  /** A JPEG in base64; null if the client has none. */
  logo: z.string().nullable(),
});
export type LetterBrand = z.infer<typeof letterBrand>;

/** A logo, or a name in its place. */
export interface LetterMark {
  logo: string | null;
  name: string;
}

/** Lines under a label, the first one a name. */
export interface LetterBlock {
  label: string;
  lines: readonly string[];
}

export interface Letter {
  /** Whom it is about, on every page. */
  subject: string;
  /** Beside the logo: who writes, with address, phone and fax. */
  letterhead: readonly string[];
  title: string;
  /** Below the title: "Routine · Sent 11/16/26". */
  meta: string;
  /** Rows of blocks that stand beside each other. */
  blocks: readonly (readonly LetterBlock[])[];
  sections: readonly (readonly [title: string, text: string])[];
}

/** Who writes the letter, or to whom. */
interface LetterParty {
  name: string;
  about?: string | null;
  address: ProviderAddress | null;
  officePhone?: string | null;
}

/** What is printed only for readers who may open the patient. */
export type LetterPatient = Pick<PatientInfo, 'address1' | 'address2' | 'city' | 'state' | 'zipcode'> & {
  coverages: readonly Pick<Coverage, 'payerName' | 'planType' | 'memberId' | 'status'>[];
};

export interface LetterContent extends Pick<Letter, 'title' | 'meta' | 'sections'> {
  patient: PatientSummary & { phone: string | null };
  /** Null for readers who may not open the patient. */
  about: LetterPatient | null;
  from: LetterParty;
  to: LetterParty;
  charts: readonly SentChart[];
  returned?: readonly SentChart[];
  /** Of its days and times. */
  timeZone: string;
}

/** What stands beside the letterhead: the logo, else the client's name unless the letterhead begins with it. */
export function letterMark({ clientName, logo }: LetterBrand, letterhead: readonly string[]): LetterMark {
  return { logo, name: logo === null && clientName !== letterhead[0] ? clientName : '' };
}

/** The parts that are known, in one line. */
export const joined = (parts: readonly (string | false | null | undefined)[], separator = ' · '): string =>
  parts.filter(Boolean).join(separator);

/** The lines that say something. */
export const stated = (lines: readonly (string | null | undefined)[]): string[] =>
  lines.filter((line): line is string => Boolean(line));

/** "Phone (508) 555-0120 · Fax (508) 555-0121"; empty if neither is known. */
function reachText({ address, officePhone }: LetterParty): string {
  const phone = formatPhone(address?.officePhone ?? officePhone);
  const fax = formatPhone(address?.faxNumber);
  return joined([phone && `Phone ${phone}`, fax && `Fax ${fax}`]);
}

const partyLines = (party: LetterParty) =>
  stated([party.name, party.about, addressText(party.address), reachText(party)]);

/** "Born 14-Jul-1945 (81y) · Male · MRN 1234"; without what is not known. */
function identityText(patient: PatientSummary, timeZone: string): string {
  const { dateOfBirth: born, deceasedOn, gender } = patient;
  return joined([
    born !== null && `Born ${birthText(born, deceasedOn ?? todayIn(timeZone))}`,
    gender !== 'unknown' && genderLabels[gender],
    mrnText(patient),
  ]);
}

/** The patient as text, as of today. */
export interface IdentifiedPatient {
  name: string;
  identity: string;
}

export const identifiedPatient = (patient: PatientSummary, timeZone: string): IdentifiedPatient => ({
  name: patientName(patient),
  identity: identityText(patient, timeZone),
});

/** The patient in one line, for the bottom of every page. */
export const patientLine = ({ name, identity }: IdentifiedPatient): string => joined([name, identity]);

/** Active insurance, payer first: "Insurance: Blue Cross · HMO · Member X123". */
const insuranceLines = ({ coverages }: LetterPatient) =>
  coverages
    .filter(({ status }) => status === 'active')
    .map(
      ({ payerName, planType, memberId }) =>
        `Insurance: ${joined([payerName, planType, memberId && `Member ${memberId}`])}`,
    );

function patientLines({ name, identity }: IdentifiedPatient, { patient, about }: LetterContent): string[] {
  const phone = formatPhone(patient.phone);
  const address = about === null ? '' : addressText({ ...about, zipCode: about.zipcode });
  return stated([
    name,
    identity,
    joined([address, phone && `Phone ${phone}`]),
    ...(about === null ? [] : insuranceLines(about)),
  ]);
}

type Listed = Pick<SentChart, 'associationType' | 'chartName' | 'chartTypeName' | 'chartDate' | 'dateSent'>;

/** What it is, of what type, and when it was written. */
export function recordParts(chart: Listed, timeZone: string): string[] {
  const { associationType, chartName, chartTypeName, chartDate, dateSent } = chart;
  const isDocument = associationType === chartAssociationType.table.document;
  if (chartDate === null && !isDocument) {
    return [chartName, 'As of the day it was sent', dayIn(dateSent, timeZone)];
  }
  const type = chartName.startsWith(chartTypeName) ? null : chartTypeName;
  return stated([chartName, type, chartDate === null ? null : documentDay(chartDate, timeZone)]);
}

/** "ECG report · Cardiology · 11/2/26" */
export const recordLine = (chart: Listed, timeZone: string): string => joined(recordParts(chart, timeZone));

function recordSection(title: string, charts: readonly SentChart[], timeZone: string): [string, string][] {
  if (charts.length === 0) return [];
  return [[`${title} (${charts.length})`, charts.map((chart) => `• ${recordLine(chart, timeZone)}`).join('\n')]];
}

/** The frame of every letter about a patient: who writes, the patient, from and to, the case, the list of records. */
export function letterOf(content: LetterContent): Letter {
  const { title, meta, from, to, sections, charts, returned = [], timeZone } = content;
  const patient = identifiedPatient(content.patient, timeZone);
  return {
    subject: patientLine(patient),
    letterhead: partyLines({ ...from, name: from.about || from.name, about: null }),
    title,
    meta,
    blocks: [
      [{ label: 'Patient', lines: patientLines(patient, content) }],
      [
        { label: 'From', lines: partyLines(from) },
        { label: 'To', lines: partyLines(to) },
      ],
    ],
    sections: [
      ...sections.filter(([, text]) => text !== ''),
      ...recordSection('Records', charts, timeZone),
      ...recordSection('Consult notes that came back', returned, timeZone),
    ],
  };
}
