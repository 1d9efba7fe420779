import type { PatientInfo } from '@careloop/contracts/patients';
import { getEmrStatus, pullPatient, type EmrPull } from '@careloop/contracts/sharing/emr';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogCancel } from '../../../ui/DialogCancel.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { formatNumber } from '../../../ui/numbers.ts';

const askAgainMs = 1000;

function isUnderWay(pull: EmrPull | null | undefined): boolean {
  return pull !== null && pull !== undefined && pull.status !== 'done' && pull.status !== 'failed';
}

/** Updates a patient's record from the client's EMR: starts the update, and shows its progress and the latest result. */
export function UpdateFromEmrDialog({ patient, onClose }: { patient: PatientInfo; onClose: () => void }): ReactNode {
  const { patientId } = patient;
  const query = useQuery({
    ...queryOf(getEmrStatus, { patientId }),
    refetchInterval: ({ state }) => isUnderWay(state.data?.latestPull) && askAgainMs,
  });
  const { data } = query;
  const pull = data?.latestPull ?? null;
  const request = useCall(pullPatient, { onError: 'none' });
  useRereadRecord(data?.latestPull);
  return (
    <Dialog
      opened
      title="Update from EMR"
      size={560}
      onClose={onClose}
      footer={
        <Group justify="flex-end" gap="xs">
          <DialogCancel>Close</DialogCancel>
          <Button
            loading={request.isPending || isUnderWay(pull)}
            disabled={data === undefined}
            onClick={() => request.mutate({ patientId })}
          >
            {pull === null ? 'Update now' : 'Update again'}
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        <DialogSubject
          patient={patient}
          consequence="Encounters, conditions, coverage, appointments, care teams and documents are imported from the EMR. Values edited here are kept."
        />
        {request.error !== null && <FormError errorCode={request.error.supportCode}>{request.error.message}</FormError>}
        <QueryState query={query} size="small" loading={<ListSkeleton count={1} />}>
          {({ latestPull }) => latestPull !== null && <PullState pull={latestPull} />}
        </QueryState>
      </Stack>
    </Dialog>
  );
}

/** Refetches everything once a new pull has ended: anything about the patient may have changed. */
function useRereadRecord(pull: EmrPull | null | undefined): void {
  const client = useQueryClient();
  const known = useRef<number | null>(undefined);
  const ended = pull == null || isUnderWay(pull) ? null : pull.emrPullId;
  const isRead = pull !== undefined;
  useEffect(() => {
    if (!isRead) return;
    const isNew = known.current !== undefined && ended !== null && ended !== known.current;
    known.current = ended;
    if (isNew) void client.invalidateQueries();
  }, [client, isRead, ended]);
}

function PullState({ pull }: { pull: EmrPull }): ReactNode {
  const { status, readCount, error, requestedByName, endedAt, notOffered } = pull;
  if (isUnderWay(pull)) {
    return (
      <Text role="status">
        {status === 'importing'
          ? `Importing ${readCount} records...`
          : readCount > 0
            ? `Reading the EMR: ${readCount} records so far...`
            : 'Asking the EMR...'}
      </Text>
    );
  }
  return (
    <Stack gap="xs" role="status">
      <Text size="sm" c="dimmed">
        {error === null ? 'Last update' : 'Last attempt'}{' '}
        {endedAt !== null && (
          <>
            <DateTimeText at={endedAt} />{' '}
          </>
        )}
        by {requestedByName}
      </Text>
      {error !== null ? <Callout tone="danger">{error}</Callout> : <Counts counts={pull.counts ?? []} />}
      {notOffered.length > 0 && (
        <Text size="sm" c="dimmed">
          The EMR does not offer: {notOffered.join(', ')}
        </Text>
      )}
    </Stack>
  );
}

const countText = (count: number) => (count === 0 ? '' : formatNumber(count));

function Counts({ counts }: { counts: NonNullable<EmrPull['counts']> }): ReactNode {
  const changed = counts.filter(
    ({ created, updated, removed, rejected }) => created + updated + removed + rejected > 0,
  );
  if (changed.length === 0) return <Text>The record was up to date: nothing changed.</Text>;
  return (
    <Table verticalSpacing={4} aria-label="What the update changed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Records</Table.Th>
          <Table.Th ta="right">New</Table.Th>
          <Table.Th ta="right">Changed</Table.Th>
          <Table.Th ta="right">Unchanged</Table.Th>
          <Table.Th ta="right">Left out</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changed.map(({ kind, created, updated, removed, unchanged, rejected }) => (
          <Table.Tr key={kind}>
            <Table.Td>{kind.charAt(0).toUpperCase() + kind.slice(1)}</Table.Td>
            <Table.Td ta="right">{countText(created)}</Table.Td>
            <Table.Td ta="right">{countText(updated + removed)}</Table.Td>
            <Table.Td ta="right">{countText(unchanged)}</Table.Td>
            <Table.Td ta="right">{countText(rejected)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
