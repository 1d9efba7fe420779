import { chartKeyOf, documentSelection } from '@careloop/contracts/charts/selection';
import { z } from 'zod';
import { integer } from '../../../lib/search.ts';

/** Search parameters for the chart that is shown: a document by its id, any other chart by its key. */
export const chartSearch = z.object({
  patientDocumentId: integer(1),
  chart: z
    .string()
    .regex(/^[1-5]:-?\d+$/)
    .optional()
    .catch(undefined),
});
type ChartSearch = z.infer<typeof chartSearch>;

export const documentKey = (patientDocumentId: number) => chartKeyOf(documentSelection(patientDocumentId));

export function keyInAddress({ patientDocumentId, chart }: ChartSearch): string | null {
  return chart ?? (patientDocumentId === undefined ? null : documentKey(patientDocumentId));
}

/** The document id of a chart key; undefined for a chart that is not a stored document. */
export function documentIdOf(key: string | null | undefined): number | undefined {
  const id = /^3:(\d+)$/.exec(key ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

export function addressOf(key: string): ChartSearch {
  const patientDocumentId = documentIdOf(key);
  return patientDocumentId === undefined ? { chart: key } : { patientDocumentId };
}
