import {
  getAppointmentChart,
  getDemographicsChart,
  getReferralChart,
  getSentChart,
  getSummaryOfCare,
  getVisitDemographics,
} from '@careloop/contracts/charts/generated';
import type { GeneratedChart } from '@careloop/contracts/charts/generated';
import { chartAssociationType } from '@careloop/contracts/codes';

import { requirePatient } from '../../core/access/patientAccess.ts';
import { digestOf, renderChart } from '../../core/charts/generated/renderChart.ts';
import type { GeneratedSelection } from '../../core/charts/generated/renderChart.ts';
import type { Db } from '../../platform/db/client.ts';
import { unauthorizedPatient } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';
import { findChartAppointment, findChartReferral, findSentContent, hasEncounter } from './queries/generated.ts';

const { demographic, appointment, referral, summary_of_care: summaryOfCare } = chartAssociationType.table;

export function generatedChartRoutes(app: App): void {
  route(app, getDemographicsChart, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId, details: { chart: 'demographics' } });
    await requirePatient(db, actor, patientId);
    return render(db, patientId, { associationType: demographic, patientId });
  });

  route(app, getVisitDemographics, async ({ input: { patientId, patientEncounterId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId, details: { chart: 'demographics', patientEncounterId } });
    await requirePatient(db, actor, patientId);
    if (!(await hasEncounter(db, patientId, patientEncounterId))) throw unauthorizedPatient();
    return render(db, patientId, { associationType: demographic, patientId, patientEncounterId });
  });

  route(app, getSummaryOfCare, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId, details: { chart: 'summary of care' } });
    await requirePatient(db, actor, patientId);
    return render(db, patientId, { associationType: summaryOfCare, patientId });
  });

  route(app, getAppointmentChart, async ({ input: { patientAppointmentId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'patient_appointment', subjectId: patientAppointmentId });
    const { patientId } = found(setAuditSubject, await findChartAppointment(db, actor, patientAppointmentId));
    return render(db, patientId, { associationType: appointment, patientAppointmentId });
  });

  route(app, getReferralChart, async ({ input: { referralId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'referral', subjectId: referralId });
    const { patientId } = found(setAuditSubject, await findChartReferral(db, actor, referralId));
    return render(db, patientId, { associationType: referral, referralId });
  });

  route(app, getSentChart, async ({ input: { sentChartId }, actor, db, setAuditSubject }): Promise<GeneratedChart> => {
    setAuditSubject({ subjectType: 'sent_chart', subjectId: sentChartId });
    const { html, ...chart } = found(setAuditSubject, await findSentContent(db, actor, sentChartId));
    if (digestOf(html) !== chart.sha256) throw new Error(`The sent chart ${sentChartId} does not match its digest`);
    return { ...chart, html, isSent: true };
  });
}

/** Returns the row and audits its patient. A row the actor may not see results in the same error as a missing one. */
function found<Row extends { patientId: number }>(setAuditSubject: SetAuditSubject, row: Row | undefined): Row {
  if (row === undefined) throw unauthorizedPatient();
  setAuditSubject({ patientId: row.patientId });
  return row;
}

async function render(db: Db, patientId: number, selection: GeneratedSelection): Promise<GeneratedChart> {
  const { preparedAt, ...chart } = await renderChart(db, patientId, selection);
  return { ...chart, patientId, preparedAt: preparedAt.toISOString(), isSent: false };
}
