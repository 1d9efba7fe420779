import { createHash } from 'node:crypto';

import { chartAssociationType } from '@careloop/contracts/codes';
import { selectionTexts } from '@careloop/contracts/charts/selection';
import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { chartTreeTexts } from '@careloop/contracts/charts/tree';

import type { Db } from '../../../platform/db/client.ts';
import { appointmentSections } from './appointment.ts';
import { chartHtml } from './chartHtml.ts';
import type { ChartSection } from './chartHtml.ts';
import { findChartPatient, patientHead } from './chartPatient.ts';
import type { ChartPatient } from './chartPatient.ts';
import { demographicsSections } from './demographics.ts';
import { referralSections } from './referral.ts';
import { summaryOfCareSections } from './summaryOfCare.ts';

const association = chartAssociationType.table;

/** A chart generated from database rows, unlike a document, which has its own bytes. */
export type GeneratedSelection = Exclude<ChartSelection, { associationType: typeof association.document }> & {
  /** For demographics, the visit to include. */
  patientEncounterId?: number | undefined;
};

export interface RenderedChart {
  title: string;
  html: string;
  preparedAt: Date;
  sha256: string;
}

export const digestOf = (content: string) => createHash('sha256').update(content).digest('hex');

/** Generates a chart from current data. The caller must check access, and that the selection belongs to the patient. */
export async function renderChart(db: Db, patientId: number, selection: GeneratedSelection): Promise<RenderedChart> {
  const patient = await findChartPatient(db, patientId);
  const preparedAt = new Date();
  const { title, sections } = await contentOf(db, patient, selection);
  const { timeZone } = patient;
  const html = chartHtml({ title, patient: patientHead(patient), preparedAt, timeZone, sections });
  return { title, html, preparedAt, sha256: digestOf(html) };
}

async function contentOf(
  db: Db,
  patient: ChartPatient,
  selection: GeneratedSelection,
): Promise<{ title: string; sections: ChartSection[] }> {
  switch (selection.associationType) {
    case association.demographic:
      return {
        title: chartTreeTexts.demographics,
        sections: await demographicsSections(db, patient, selection.patientEncounterId),
      };
    case association.appointment:
      return { title: 'Appointment', sections: await appointmentSections(db, selection.patientAppointmentId) };
    case association.referral:
      return { title: 'Referral', sections: await referralSections(db, selection.referralId) };
    case association.summary_of_care:
      return { title: chartTreeTexts.summaryOfCare, sections: await summaryOfCareSections(db, patient) };
    default:
      throw new Error(selectionTexts.unsupported);
  }
}
