import type { TreeNode } from '../../../ui/tree.ts';

interface ClientOfOrganization {
  clientId: number;
  displayName: string;
  organizationName: string;
}

/** Clients under their organizations, in the given order; those of a single organization without it. */
export function clientTree(clients: readonly ClientOfOrganization[]): TreeNode[] {
  const organizations = [...new Set(clients.map(({ organizationName }) => organizationName))];
  const leavesOf = (name: string): TreeNode[] =>
    clients
      .filter(({ organizationName }) => organizationName === name)
      .map(({ clientId, displayName }) => ({ key: String(clientId), label: displayName }));
  const [only] = organizations;
  if (organizations.length <= 1) return only === undefined ? [] : leavesOf(only);
  return organizations.map((name) => ({ key: `organization ${name}`, label: name, children: leavesOf(name) }));
}
