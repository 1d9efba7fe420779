import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { signedIn } from '../access.ts';
import { listCharts } from '../charts.ts';
import { id } from '../fields.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { getDocument } from './viewer.ts';

export const chartEvents = {
  /** The check of a document's file is done: it can be opened, or is blocked. */
  DocumentCheckedEvent: realtimeEvent({
    payload: z.object({ patientId: id, patientDocumentId: id }),
    access: signedIn,
    makesStale: [getDocument, listCharts],
    makesStaleWhereShown: [getDashboard],
  }),
};
