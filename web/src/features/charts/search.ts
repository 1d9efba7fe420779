import { integer } from '../../lib/search.ts';
import { chartSearch } from './shared/chartAddress.ts';

/** Search parameters of the reading room: the chart that is shown. */
export const readingRoomSearch = chartSearch.extend({ page: integer(1) });
