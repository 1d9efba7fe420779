import { allOf } from '@careloop/contracts/access';
import { userAdministrationTexts as texts, type ManagedUser } from '@careloop/contracts/administration/users';
import { findClients } from '@careloop/contracts/directory/lookups';
import { Button, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { useSession } from '../../../session/useSession.ts';
import { FieldMessage } from '../../../ui/FieldMessage.tsx';
import { ClientSelectorDialog } from '../shared/ClientSelectorDialog.tsx';
import { clientTree } from '../shared/clientTree.ts';
import type { UserValues } from './UserFields.tsx';
import classes from './Users.module.css';
import { usualMarks } from './usualMarks.ts';
import { useUserTypes } from './useUserTypes.ts';

/** With more clients, the form shows the selected ones, and a dialog selects them. */
const longList = 8;

/** The user's clients: the administrator can add and remove their own clients; others are read-only. */
export function ClientFields({ user }: { user?: ManagedUser }): ReactNode {
  const [isSelecting, setSelecting] = useState(false);
  const session = useSession();
  const own = session.user.clients;
  const mayMark =
    user === undefined ? session.can(allOf('ManageWorkQueues')) || texts.markNotGrantable : user.can.markCoordinator;
  const errorId = useId();
  const reasonId = useId();
  const form = useFormContext<UserValues>();
  const types = useUserTypes();
  const { clientIds, coordinatorClientIds = [] } = form.watch();
  const others = user?.clients.filter(({ clientId }) => own.every((one) => one.clientId !== clientId)) ?? [];
  const isMarked = (clientId: number) =>
    user?.clients.some((one) => one.clientId === clientId && one.isCoordinator) === true;
  const set = (name: 'clientIds' | 'coordinatorClientIds', clientId: number, isOn: boolean) => {
    const rest = (form.getValues(name) ?? []).filter((one) => one !== clientId);
    form.setValue(name, isOn ? [...rest, clientId] : rest, { shouldDirty: true, shouldValidate: true });
    if (name === 'clientIds' && isOn && user === undefined && mayMark === true)
      set('coordinatorClientIds', clientId, usualMarks(types, form.getValues('userTypeId'), [clientId]).length > 0);
  };
  const isLong = own.length > longList;
  const listed = [...own, ...others].filter(({ clientId }) => !isLong || clientIds.includes(clientId));
  const choose = (chosen: readonly number[]) => {
    for (const { clientId } of own) {
      if (chosen.includes(clientId) !== clientIds.includes(clientId))
        set('clientIds', clientId, chosen.includes(clientId));
    }
    setSelecting(false);
  };
  return (
    <Section title="Clients">
      {isLong && (
        <Button variant="default" size="compact-sm" mb="xs" onClick={() => setSelecting(true)}>
          Select Clients
        </Button>
      )}
      <div role="group" aria-label="Clients" aria-describedby={errorId} className={classes['clients']}>
        {listed.map(({ clientId, displayName }) => {
          const isOwn = own.some((one) => one.clientId === clientId);
          const isIn = clientIds.includes(clientId);
          return (
            <div key={clientId} className={classes['client']}>
              <Checkbox
                label={displayName}
                checked={isIn}
                disabled={!isOwn}
                description={isOwn ? undefined : texts.clientOfOthers}
                onChange={(event) => set('clientIds', clientId, event.currentTarget.checked)}
              />
              {isIn && (
                <Checkbox
                  label={`Coordinator: works the shared queues of ${displayName}`}
                  checked={coordinatorClientIds.includes(clientId)}
                  // A mark that the form removed can be set again.
                  disabled={!isOwn || (mayMark !== true && !isMarked(clientId))}
                  aria-describedby={reasonId}
                  onChange={(event) => set('coordinatorClientIds', clientId, event.currentTarget.checked)}
                />
              )}
            </div>
          );
        })}
      </div>
      {/* Otherwise the dialog says why nothing can be changed. */}
      {mayMark !== true && (user === undefined || user.can.edit === true) && (
        <Text id={reasonId} fz="sm" c="dimmed" mt="xs">
          {mayMark}
        </Text>
      )}
      <FieldMessage
        id={errorId}
        error={form.formState.errors.clientIds?.message ?? form.formState.errors.coordinatorClientIds?.message}
      />
      {isSelecting && <OwnClientSelector selected={clientIds} onClose={() => setSelecting(false)} onSave={choose} />}
    </Section>
  );
}

interface OwnClientSelectorProps {
  selected: readonly number[];
  onClose: () => void;
  onSave: (clientIds: number[]) => void;
}

/** Selects among the administrator's clients, by organization. */
function OwnClientSelector({ selected, onClose, onSave }: OwnClientSelectorProps): ReactNode {
  const { data } = useQuery(queryOf(findClients, {}));
  return (
    <ClientSelectorDialog
      opened
      nodes={clientTree(data?.clients ?? [])}
      selected={selected}
      isLoading={data === undefined}
      onClose={onClose}
      onSave={onSave}
    />
  );
}
