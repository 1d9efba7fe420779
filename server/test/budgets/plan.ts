/** A statement as PostgreSQL ran it. */
export interface Plan {
  text: string;
  blocks: number;
  rows: number;
  wal: number;
  /** Tables of which more than a few rows were read without a condition that an index serves: "patient (Seq Scan)". */
  wholeTables: string[];
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'WAL Bytes'?: number;
  'Order By'?: string;
  Plans?: Node[];
}

/** Reads a notice of auto_explain; null for any other. */
export function planOf(notice: string): Plan | null {
  const at = notice.indexOf('plan:\n');
  if (!notice.startsWith('duration:') || at < 0) return null;
  const { 'Query Text': text, Plan: root } = JSON.parse(notice.slice(at + 6)) as { 'Query Text': string; Plan: Node };
  const nodes = nodesOf(root);
  return {
    text,
    blocks: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
    rows: nodes.reduce((sum, node) => sum + rowsOf(node), 0),
    wal: root['WAL Bytes'] ?? 0,
    wholeTables: nodes.flatMap((node) => (readsWhole(node) ? [`${node['Relation Name']} (${node['Node Type']})`] : [])),
  };
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function rowsOf(node: Node): number {
  if (node['Relation Name'] === undefined || !node['Node Type'].includes('Scan')) return 0;
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(each * (node['Actual Loops'] ?? 0));
}

/** An order from one end of an index that stops at the limit, or a table of settings, stays below this. */
const fewRows = 200;

function readsWhole(node: Node): boolean {
  if (rowsOf(node) <= fewRows) return false;
  if (node['Node Type'] === 'Seq Scan') return true;
  return (
    /^Index(?: Only)? Scan$/.test(node['Node Type']) &&
    node['Index Cond'] === undefined &&
    node['Order By'] === undefined
  );
}
