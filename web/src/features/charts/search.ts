import { integer } from '../../lib/search.ts';
import { chartSearch } from './shared/chartAddress.ts';

/** What is read in the reading room. */
export const readingRoomSearch = chartSearch.extend({ page: integer(1) });
