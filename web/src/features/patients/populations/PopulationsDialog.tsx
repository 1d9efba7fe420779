import {
  deletePopulation,
  listPopulations,
  populationTexts,
  type Population,
} from '@careloop/contracts/patients/populations';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { CollectionEditor } from '../../../ui/CollectionEditor.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogCancel } from '../../../ui/DialogCancel.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { toast } from '../../../ui/toasts.tsx';
import type { PopulationsDialogProps } from './populationDialogs.ts';
import { PopulationForm } from './PopulationForm.tsx';
import classes from './Populations.module.css';

/** The populations of the user's clients, to add, edit and delete. */
export function PopulationsDialog({ onClose }: PopulationsDialogProps): ReactNode {
  const query = useQuery(queryOf(listPopulations, {}));
  return (
    <Dialog opened title="Populations" size="md" onClose={onClose} footer={<DialogCancel>Close</DialogCancel>}>
      <Text fz="sm" c="dimmed" mb="sm">
        Named groups of patients, for everybody at the client to filter by.
      </Text>
      <QueryState query={query} loading={<ListSkeleton count={3} />}>
        {({ items }) => <Populations populations={items} />}
      </QueryState>
    </Dialog>
  );
}

function Populations({ populations }: { populations: readonly Population[] }): ReactNode {
  const remove = useCall(deletePopulation, {
    onSuccess: () => toast.success(populationTexts.deleted),
  });
  return (
    <CollectionEditor
      label="Populations"
      addLabel="New population"
      items={populations}
      itemKey={({ populationId }) => populationId}
      itemLabel={({ name }) => name}
      renderItem={(population) => <PopulationText population={population} />}
      renderForm={(population, close) => <PopulationForm population={population ?? undefined} onClose={close} />}
      deleteQuestion={({ name }) => ({
        title: `Delete ${name}?`,
        message: 'This population disappears for everybody at the client. Its patients stay as they are.',
        yes: 'Delete',
        tone: 'danger',
      })}
      // The call itself shows a refusal.
      onDelete={({ populationId, version }) => remove.submit({ populationId, version })}
      empty={<EmptyState title="No populations yet" />}
      disabled={remove.isPending}
    />
  );
}

function PopulationText({ population }: { population: Population }): ReactNode {
  const { name, description, clientName } = population;
  return (
    <div className={classes['words']}>
      <strong>{name}</strong>
      <span>{definitionOf(population)}</span>
      <span>{[description, clientName].filter(Boolean).join(' · ')}</span>
    </div>
  );
}

/** "Condition E11 · age 65 and over · North clinic", or the number of patients picked by hand. */
function definitionOf(population: Population): string {
  const { kind, pickedCount, conditionCode, facilityName } = population;
  if (kind === 'list') return `Picked by hand · ${pickedCount ?? 0} of your patients`;
  const parts = [conditionCode !== null && `Condition ${conditionCode}`, ageOf(population), facilityName];
  return parts.filter(Boolean).join(' · ');
}

function ageOf({ minAge, maxAge }: Pick<Population, 'minAge' | 'maxAge'>): string | null {
  if (minAge !== null && maxAge !== null) return `Age ${minAge} to ${maxAge}`;
  if (minAge !== null) return `Age ${minAge} and over`;
  return maxAge === null ? null : `Age ${maxAge} and under`;
}
