import { flag, integer } from '../../lib/search.ts';
import { chartSearch } from './shared/chartAddress.ts';

/** Search parameters of the reading room: the tree, the chart that is shown, and its page. */
export const readingRoomSearch = chartSearch.extend({
  page: integer(1),
  /** Set by an old link to a record that was merged into this patient. */
  isMerged: flag,
});
