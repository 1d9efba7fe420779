import {
  deletePopulation,
  listPopulations,
  populationTexts,
  type Population,
} from '@careloop/contracts/patients/populations';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { staleAfterPopulation, type PopulationsDialogProps } from './populationDialogs.ts';
import { PopulationForm } from './PopulationForm.tsx';
import classes from './Populations.module.css';
import { definitionOf } from './populationWords.ts';

/** The populations of the user's clients: defined, changed and deleted here. */
export function PopulationsDialog({ onClose }: PopulationsDialogProps): ReactNode {
  const query = useQuery(queryOf(listPopulations, {}));
  const [edited, setEdited] = useState<Population | 'new'>();
  if (edited !== undefined) {
    return <PopulationForm population={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />;
  }
  return (
    <Dialog
      opened
      title="Populations"
      size="md"
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Text fz="sm" c="dimmed">
          Named groups of patients, for everybody at the client to filter by.
        </Text>
        <Button
          flex="none"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          New population
        </Button>
      </Group>
      <Populations query={query} onEdit={setEdited} />
    </Dialog>
  );
}

interface PopulationsProps {
  query: {
    data: { items: Population[] } | undefined;
    error: { message: string } | null;
    refetch: () => unknown;
  };
  onEdit: (population: Population) => void;
}

function Populations({ query, onEdit }: PopulationsProps): ReactNode {
  if (query.data === undefined) {
    return query.error === null ? (
      <ListSkeleton count={3} />
    ) : (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (query.data.items.length === 0) return <EmptyState title="No populations yet" />;
  return (
    <ul className={classes['list']} aria-label="Populations">
      {query.data.items.map((population) => (
        <PopulationRow key={population.populationId} population={population} onEdit={onEdit} />
      ))}
    </ul>
  );
}

function PopulationRow({
  population,
  onEdit,
}: { population: Population } & Pick<PopulationsProps, 'onEdit'>): ReactNode {
  const { populationId, version, name, description, clientName } = population;
  const remove = useCall(deletePopulation, {
    invalidates: staleAfterPopulation,
    onSuccess: () => toast.success(populationTexts.deleted),
  });
  const ask = async () => {
    const isAgreed = await confirm({
      title: `Delete ${name}?`,
      message: 'This population disappears for everybody at the client. Its patients stay as they are.',
      yes: 'Delete',
      tone: 'danger',
    });
    if (isAgreed) remove.mutate({ populationId, version });
  };
  return (
    <li>
      <div className={classes['words']}>
        <strong>{name}</strong>
        <span>{definitionOf(population)}</span>
        <span>{[description, clientName].filter(Boolean).join(' · ')}</span>
      </div>
      <ActionIcon variant="subtle" aria-label={`Change ${name}`} onClick={() => onEdit(population)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={`Delete ${name}`} loading={remove.isPending} onClick={() => void ask()}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
