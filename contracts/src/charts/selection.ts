import { z } from 'zod';
import { chartAssociationType } from '../codes.ts';
import { id } from '../fields.ts';

// Selecting charts to read or to send (docs/domain/charts.md).

const association = chartAssociationType.table;

export const selectionTexts = {
  unsupported: 'Unsupported chart association type.',
  blocked: (names: string) =>
    `Did not pass the virus check and cannot be sent: ${names}. Take it out of the selection.`,
  cameAlong: 'A document that came with the referral cannot be its consult note.',
  gone: "A selected chart is no longer in the patient's records.",
} as const;

/** Ids of the two charts that have no row of their own (docs/domain/charts.md). */
export const chartNodeIds = { demographics: -100, summaryOfCare: -900 } as const;

/** The patient of the request if omitted; a request cannot send charts of another patient. */
const ofPatient = { patientId: id.optional() };

export const chartSelection = z.discriminatedUnion(
  'associationType',
  [
    z.object({ associationType: z.literal(association.demographic), ...ofPatient }),
    z.object({ associationType: z.literal(association.appointment), patientAppointmentId: id }),
    z.object({ associationType: z.literal(association.document), patientDocumentId: id }),
    z.object({ associationType: z.literal(association.referral), referralId: id }),
    z.object({ associationType: z.literal(association.summary_of_care), ...ofPatient }),
  ],
  selectionTexts.unsupported,
);
export type ChartSelection = z.infer<typeof chartSelection>;
/** Charts sent with a request; none if they are left out or null. */
export const sentSelections = z
  .array(chartSelection)
  .max(500)
  .nullish()
  .transform((charts) => charts ?? []);
/** A chart to show. It names its patient, because there is no request to take the patient from. */
export type ShownChart = Required<ChartSelection>;

/** Id of a chart's node in the tree: the id of its row, or a special id for a chart without a row. */
function nodeIdOf(selection: ChartSelection): number {
  switch (selection.associationType) {
    case association.demographic:
      return chartNodeIds.demographics;
    case association.appointment:
      return selection.patientAppointmentId;
    case association.document:
      return selection.patientDocumentId;
    case association.referral:
      return selection.referralId;
    case association.summary_of_care:
      return chartNodeIds.summaryOfCare;
    default:
      throw new Error(selectionTexts.unsupported);
  }
}

/** Identifies a chart of a patient: "3:17" is document 17. */
export type ChartKey = `${number}:${number}`;

export function chartKeyOf(selection: ChartSelection): ChartKey {
  return `${selection.associationType}:${nodeIdOf(selection)}`;
}

export function selectionOf(key: string, patientId: number): ShownChart {
  const [associationType, nodeId = 0] = key.split(':').map(Number);
  switch (associationType) {
    case association.demographic:
    case association.summary_of_care:
      return { associationType, patientId };
    case association.appointment:
      return { associationType, patientAppointmentId: nodeId };
    case association.document:
      return documentSelection(nodeId);
    case association.referral:
      return { associationType, referralId: nodeId };
    default:
      throw new Error(selectionTexts.unsupported);
  }
}

export function documentSelection(patientDocumentId: number): ShownChart {
  return { associationType: association.document, patientDocumentId };
}
