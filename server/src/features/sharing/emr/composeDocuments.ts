import { patientLine } from '@careloop/contracts/letters';
import { emrTexts } from '@careloop/contracts/sharing/emr';

import { composeRecord, findRecordCharts, mostRecordBytes, partOf } from '../../../core/charts/record/compose.ts';
import type { RecordChart } from '../../../core/charts/record/compose.ts';
import type { Delivery } from '../../../core/integrations/deliveryRows.ts';
import type { FhirResource } from '../../../core/integrations/ehr/port.ts';
import { UndeliverableError } from '../../../core/integrations/sender.ts';
import type { WorkerDeps } from '../../../core/worker.ts';
import { deliveryCover } from '../cover.ts';
import { findPaper } from '../findPaper.ts';
import { requireComplete } from '../requireComplete.ts';
import { findConnectedPatient } from './queries.ts';
import { findInEmr } from './findInEmr.ts';
import { sentChartSystem } from './ownExports.ts';

/**
 * Composes what is added to the EMR, in its final form: a bundle with a DocumentReference for each chart, including its PDF.
 * @throws UndeliverableError if no record in the EMR is certainly the patient's, or a chart cannot become a PDF
 */
export async function composeDocuments(deps: WorkerDeps, delivery: Delivery, sentChartIds: readonly number[]) {
  const { db, config, senders } = deps;
  const patient = await findConnectedPatient(db, delivery.patient_id ?? 0, config);
  if (patient === null || senders.ehr === null) throw new UndeliverableError(emrTexts.notConnected);
  const subject = await findInEmr(db, senders.ehr, patient);
  const cover = deliveryCover.parse(delivery.cover);
  const footer = patientLine(cover.patient);
  const charts = await findRecordCharts(db, sentChartIds);
  const { timeZone } = await findPaper(db, delivery);
  const documents: FhirResource[] = [];
  const frame = {
    system: sentChartSystem(deps.portalUrl),
    subjectId: subject.id,
    author: cover.fromName,
    custodian: cover.fromOrganization,
  };
  let pageCount = 0;
  for (const [index, chart] of charts.entries()) {
    const part = await partOf({ deps, footer, timeZone }, chart, `${index + 1} of ${charts.length}`, mostRecordBytes);
    const made = await composeRecord(deps, [part], { footer });
    requireComplete(made.leftOut);
    pageCount += made.pageCount;
    documents.push(documentOf(chart, frame, made.pdf));
  }
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: documents.map((resource) => ({ resource })) };
  return { bytes: Buffer.from(JSON.stringify(bundle)), pageCount };
}

interface DocumentFrame {
  system: string;
  subjectId: string;
  author: string;
  custodian: string;
}

function documentOf(
  chart: RecordChart,
  { system, subjectId, author, custodian }: DocumentFrame,
  pdf: Uint8Array,
): FhirResource {
  const date = chart.chartDate ?? chart.dateSent;
  const identifier = { system, value: String(chart.sentChartId) };
  return {
    resourceType: 'DocumentReference',
    masterIdentifier: identifier,
    identifier: [identifier],
    status: 'current',
    docStatus: 'final',
    type: { text: chart.chartTypeName },
    category: [
      {
        coding: [
          {
            system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
            code: 'clinical-note',
            display: 'Clinical Note',
          },
        ],
      },
    ],
    subject: { reference: `Patient/${subjectId}` },
    date,
    author: [{ display: author }],
    custodian: { display: custodian },
    description: chart.chartName,
    content: [
      {
        attachment: {
          contentType: 'application/pdf',
          title: chart.chartName,
          creation: date,
          data: Buffer.from(pdf).toString('base64'),
        },
      },
    ],
  };
}
