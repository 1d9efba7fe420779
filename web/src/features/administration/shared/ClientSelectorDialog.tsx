import { Button, Group } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { leavesOf, type TreeNode } from '../../../ui/tree.ts';
import { TreeSelect } from '../../../ui/TreeSelect.tsx';

/** A client, or an organization with its clients. */
interface ClientGroup {
  clientId: number;
  displayName: string;
  clients?: readonly ClientGroup[];
}

export interface ClientSelectorDialogProps {
  opened: boolean;
  clients: readonly ClientGroup[];
  selected: readonly number[];
  isLoading?: boolean;
  onClose: () => void;
  onSave: (clientIds: number[]) => void;
}

/** Clients under their organizations, for the dialog; those of a single organization without it. */
export function groupsOf(clients: readonly (ClientGroup & { organizationName: string })[]): readonly ClientGroup[] {
  const organizations = [...new Set(clients.map(({ organizationName }) => organizationName))];
  if (organizations.length <= 1) return clients;
  return organizations.map((displayName, index) => ({
    clientId: index,
    displayName,
    clients: clients.filter(({ organizationName }) => organizationName === displayName),
  }));
}

function nodeOf({ clientId, displayName, clients }: ClientGroup): TreeNode {
  if (clients === undefined) return { key: String(clientId), label: displayName };
  return { key: `group ${clientId}`, label: displayName, children: clients.map(nodeOf) };
}

/** Selects clients in a searchable tree with select-all and counts. */
export function ClientSelectorDialog(props: ClientSelectorDialogProps): ReactNode {
  const { opened, onClose } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title="Select Clients" size={520}>
      <Selection {...props} />
    </Dialog>
  );
}

/** A separate component inside the dialog, so that closing it discards unsaved checks. */
function Selection({ clients, selected, isLoading = false, onClose, onSave }: ClientSelectorDialogProps): ReactNode {
  const nodes = useMemo(() => clients.map(nodeOf), [clients]);
  const [value, setValue] = useState(() => selected.map(String));
  // Clients that this user cannot see stay selected.
  const known = new Set(leavesOf(nodes));
  const unseen = value.filter((key) => !known.has(key));
  return (
    <>
      <TreeSelect
        label="Clients"
        searchLabel="Search for a client..."
        nodes={nodes}
        value={value.filter((key) => known.has(key))}
        onChange={(keys) => setValue([...keys, ...unseen])}
        isLoading={isLoading}
      />
      <Group mt="md" gap="sm" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={isLoading} onClick={() => onSave(value.map(Number))}>
          Save
        </Button>
      </Group>
    </>
  );
}
