import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { leavesOf, type TreeNode } from '../../../ui/tree.ts';
import { TreeSelect } from '../../../ui/TreeSelect.tsx';

export interface ClientSelectorDialogProps {
  opened: boolean;
  /** As returned by `clientTree`: the key of a leaf is the id of a client. */
  nodes: readonly TreeNode[];
  selected: readonly number[];
  isLoading?: boolean;
  onClose: () => void;
  onSave: (clientIds: number[]) => void;
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
function Selection({ nodes, selected, isLoading = false, onClose, onSave }: ClientSelectorDialogProps): ReactNode {
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
