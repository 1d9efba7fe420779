import { createHash } from 'node:crypto';

import { chartAssociationType } from '@careloop/contracts/codes';
import { selectionTexts } from '@careloop/contracts/charts/selection';
import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { chartTreeTexts } from '@careloop/contracts/charts/tree';

import type { Db } from '../../db/client.ts';
import { appointmentSections } from './appointment.ts';
import { chartHtml } from './chartHtml.ts';
import type { ChartSection } from './chartHtml.ts';
import { findChartPatient, patientHead } from './chartPatient.ts';
import type { ChartPatient } from './chartPatient.ts';
import { demographicsSections } from './demographics.ts';
import { referralSections } from './referral.ts';
import { summaryOfCareSections } from './summaryOfCare.ts';

const association = chartAssociationType.table;

/** A chart that is made from rows; a document has bytes of its own. */
export type GeneratedSelection = Exclude<ChartSelection, { associationType: typeof association.document }> & {
  /** With the demographics, the visit that they are about. */
  patientEncounterId?: number | undefined;
};

export interface RenderedChart {
  title: string;
  html: string;
  preparedAt: Date;
  sha256: string;
}

export const digestOf = (content: string) => createHash('sha256').update(content).digest('hex');

/** Makes a chart of what the database holds now. The caller has checked that it may be read, and that it is the patient's. */
export async function renderChart(db: Db, patientId: number, selection: GeneratedSelection): Promise<RenderedChart> {
  const patient = await findChartPatient(db, patientId);
  const preparedAt = new Date();
  const { title, sections } = await contentOf(db, patient, selection);
  const html = chartHtml({ title, patient: patientHead(patient), preparedAt, sections });
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
