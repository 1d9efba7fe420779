/** A node of a tree: a leaf, which can be selected, or a parent, which stands for the leaves below it. */
export interface TreeNode {
  key: string;
  label: string;
  /** Right of a leaf's label; a parent shows its counts there. */
  detail?: string;
  children?: readonly TreeNode[];
}

/** A visible row. */
export interface TreeRow {
  node: TreeNode;
  /** One-based. */
  level: number;
  /** One-based, among `size` siblings. */
  position: number;
  size: number;
  parentKey: string | null;
  isParent: boolean;
  isOpen: boolean;
}

export type CheckState = 'checked' | 'unchecked' | 'mixed';

const isParent = (node: TreeNode) => node.children !== undefined;

/** Keys of all leaves at and below the nodes, top to bottom. */
export function leavesOf(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => (node.children === undefined ? [node.key] : leavesOf(node.children)));
}

/**
 * Whether the button for all of the shown leaves unselects them. A search that finds none says nothing about what is
 * chosen, so that the button keeps its name: then all leaves count.
 */
export function areAllChosen(shown: readonly string[], all: readonly string[], chosen: ReadonlySet<string>): boolean {
  const counted = shown.length > 0 ? shown : all;
  return counted.length > 0 && counted.every((key) => chosen.has(key));
}

/** The keys before and after `key`, in the order given. For a key that is not in the list, `next` is the first one. */
export function neighborsOf(
  keys: readonly string[],
  key: string | null,
): { previous: string | undefined; next: string | undefined } {
  const at = key === null ? -1 : keys.indexOf(key);
  return { previous: at > 0 ? keys[at - 1] : undefined, next: keys[at + 1] };
}

/** Keys of all parents. */
export function parentsOf(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => (node.children === undefined ? [] : [node.key, ...parentsOf(node.children)]));
}

/** Keys of a leaf's parents from the top; empty if the leaf is not in the tree. */
export function parentsAbove(nodes: readonly TreeNode[], leaf: string): string[] {
  for (const { key, children } of nodes) {
    if (children?.some((child) => child.key === leaf)) return [key];
    const below = parentsAbove(children ?? [], leaf);
    if (below.length > 0) return [key, ...below];
  }
  return [];
}

/** Visible rows from top to bottom; children of closed parents are left out. */
export function rowsOf(
  nodes: readonly TreeNode[],
  isOpen: (key: string) => boolean,
  parentKey: string | null = null,
  level = 1,
): TreeRow[] {
  return nodes.flatMap((node, index): TreeRow[] => {
    const isNodeOpen = isParent(node) && isOpen(node.key);
    const row: TreeRow = {
      node,
      level,
      position: index + 1,
      size: nodes.length,
      parentKey,
      isParent: isParent(node),
      isOpen: isNodeOpen,
    };
    return isNodeOpen ? [row, ...rowsOf(node.children ?? [], isOpen, node.key, level + 1)] : [row];
  });
}

const holds = (label: string, term: string) => label.toLowerCase().includes(term);

/** Nodes that contain the term: a leaf with its parents, a parent with everything below it. */
export function filterTree(nodes: readonly TreeNode[], term: string): TreeNode[] {
  const wanted = term.trim().toLowerCase();
  if (wanted === '') return [...nodes];
  return nodes.flatMap((node): TreeNode[] => {
    if (holds(node.label, wanted)) return [node];
    const children = filterTree(node.children ?? [], wanted);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Whether all, none or some leaves of a node are selected. A parent without leaves counts as unchecked. */
export function checkStateOf(node: TreeNode, chosen: ReadonlySet<string>): CheckState {
  const leaves = leavesOf([node]);
  const count = leaves.filter((key) => chosen.has(key)).length;
  if (count === 0) return 'unchecked';
  return count === leaves.length ? 'checked' : 'mixed';
}

/** The selection after the leaves are toggled together: on, unless all of them are on already. */
export function toggleLeaves(leaves: readonly string[], chosen: ReadonlySet<string>): string[] {
  const areAllChosen = leaves.every((key) => chosen.has(key));
  const others = [...chosen].filter((key) => !leaves.includes(key));
  return areAllChosen ? others : [...others, ...leaves];
}
