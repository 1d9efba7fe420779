import { listCharts } from '@careloop/contracts/charts';
import { queryOf } from '../../../api/query.ts';

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** A patient's charts, grouped by month in the user's time zone. */
export const chartsOf = (patientId: number, showArchived = false) =>
  queryOf(listCharts, { patientId, showArchived, timeZone });
