import { listCharts } from '@careloop/contracts/charts';
import { queryOf } from '../../../api/query.ts';

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** A patient's charts, grouped by the months of the reader's time zone. */
export const chartsOf = (patientId: number, showArchived = false) =>
  queryOf(listCharts, { patientId, showArchived, timeZone });
