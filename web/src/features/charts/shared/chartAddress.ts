import { chartKeyOf, documentSelection } from '@careloop/contracts/charts/selection';
import { chartViewModes } from '@careloop/contracts/charts/tree';
import { z } from 'zod';
import { flag, integer } from '../../../lib/search.ts';

/** Search parameters for what the tree of charts lists. */
const treeSearch = z.object({
  /** By visit if left out. */
  chartView: z.enum(chartViewModes).optional().catch(undefined),
  showArchived: flag,
});
export type TreeChoices = z.infer<typeof treeSearch>;

export const choicesIn = ({ chartView, showArchived }: TreeChoices): TreeChoices => ({ chartView, showArchived });

/** Search parameters for the tree and the chart that is shown: a document by its id, any other chart by its key. */
export const chartSearch = treeSearch.extend({
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
