import type { Segment } from './message.ts';
import { segmentNames } from './segmentNames.ts';

/** A segment with the segments that are about it. */
export type Group = [Segment, ...Segment[]];

const services = new Set(['OBR', 'RXA', 'RXO', 'RXE', 'RXD', 'RXG']);
const orderParts = new Set('OBX TQ1 TQ2 CTD RXR RXC SPM SAC FT1 CTI BLG DG1'.split(' '));
/** Comments and participants belong to what precedes them. */
const followers = new Set(['NTE', 'PRT']);

/** Segments in groups: an order with its results, a document with its text, others alone with their comments. */
export function groupsOf(segments: readonly Segment[]): Group[] {
  const groups: Group[] = [];
  for (const [index, segment] of segments.entries()) {
    const group = groups.at(-1);
    if (group !== undefined && belongsTo(group, segment, segments[index + 1])) group.push(segment);
    else groups.push([segment]);
  }
  return groups;
}

function belongsTo(group: Group, { code }: Segment, next: Segment | undefined): boolean {
  const [{ code: first }] = group;
  if (followers.has(code)) return true;
  if (first === 'OBX' || first === 'TXA') return code === 'OBX';
  if (!isOrder(group)) return first === 'SCH' && code === 'TQ1';
  const isWithout = (...codes: string[]) => group.every((one) => !codes.includes(one.code));
  if (services.has(code)) return first === 'ORC' && isWithout('OBX', ...services);
  // In some messages (OUL) the order follows its service, unless it is followed by one itself.
  if (code === 'ORC') return first === 'OBR' && isWithout('OBX', 'ORC') && !services.has(next?.code ?? '');
  return orderParts.has(code) || segmentNames(code) === undefined;
}

/** Whether a group is an order, or a service without one. */
export const isOrder = ([{ code }]: Group): boolean => code === 'ORC' || services.has(code);

/** Whether a group is shown with a table of results. */
export const hasResults = (group: Group): boolean =>
  isOrder(group) || group[0].code === 'OBX' || group[0].code === 'TXA';

export const serviceOf = (group: Group): Segment | undefined => group.find(({ code }) => services.has(code));

/** A result with the segments that follow it. */
export interface Result {
  obx: Segment;
  notes: Segment[];
  others: Segment[];
}

/** What a list of results is about: the order itself, or a specimen. */
export interface ResultList {
  specimen: Segment | null;
  notes: Segment[];
  results: Result[];
}

/** A segment with its comments. */
export interface Detail {
  segment: Segment;
  notes: Segment[];
}

/** Separates the members of an order into lists of results, and the other segments. */
export function membersOf(group: Group): { lists: ResultList[]; details: Detail[] } {
  const lists: ResultList[] = [{ specimen: null, notes: [], results: [] }];
  const details: Detail[] = [];
  /** What a comment is about. */
  let target: { notes: Segment[] } = lists[0] as ResultList;
  let result: Result | null = null;
  for (const segment of group) {
    const list = lists.at(-1) as ResultList;
    if (segment.code === 'NTE') target.notes.push(segment);
    else if (segment.code === 'PRT' && result !== null) result.others.push(segment);
    else if (segment.code === 'OBX') {
      result = { obx: segment, notes: [], others: [] };
      list.results.push(result);
      target = result;
    } else if (segment.code === 'SPM') {
      result = null;
      target = { specimen: segment, notes: [], results: [] } as ResultList;
      lists.push(target as ResultList);
    } else if (segment.code === 'ORC' || services.has(segment.code)) {
      details.push({ segment, notes: [] });
      target = list;
    } else {
      const detail = { segment, notes: [] };
      details.push(detail);
      if (segment.code !== 'PRT') [target, result] = [detail, null];
    }
  }
  return { lists, details };
}
