import { patientName } from '@careloop/contracts/patients/identity';
import { mergePatients } from '@careloop/contracts/duplicates';
import { Button, Radio, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Callout } from '../../ui/Callout.tsx';
import { formatBirth } from '../../ui/dates.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogCancel } from '../../ui/DialogCancel.tsx';
import { toast } from '../../ui/toasts.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import { patientFacts } from '../patients/shared/patientFacts.ts';
import { ChangedPair } from './ChangedPair.tsx';
import { comparedVersions, useComparedPair, type PairDialogProps } from './useComparedPair.ts';

/** Asks which record to keep, says what happens to the other one, and merges them. */
export function MergeDialog({ pair: current, onDecided, onClose }: PairDialogProps): ReactNode {
  const { pair, hasChanged } = useComparedPair(current);
  const { patientDuplicateId, version, patients } = pair;
  const navigate = useNavigate();
  const [survivingPatientId, keep] = useState<number | null>(null);
  const survivor = patients.find(({ patientId }) => patientId === survivingPatientId);
  const merged = patients.find((patient) => survivor !== undefined && patient !== survivor);
  const merge = useCall(mergePatients, {
    onSuccess: () => {
      toast.withAction(
        'The records were merged. You can undo this until something new depends on it.',
        'Show',
        () => void navigate({ to: '/Duplicates', search: { status: 'merged', patientDuplicateId } }),
      );
      onDecided();
      onClose();
    },
  });
  // While it is saved, the change is most likely this one.
  const isOutdated = hasChanged && !merge.isPending;
  const submit = () => {
    if (survivingPatientId === null) return;
    merge.mutate({ patientDuplicateId, version, survivingPatientId, versions: comparedVersions(patients) });
  };
  return (
    <Dialog
      opened
      title="Merge into one patient"
      size="lg"
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button
            color="red"
            loading={merge.isPending}
            disabled={survivor === undefined || isOutdated}
            onClick={submit}
          >
            Merge
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {isOutdated && <ChangedPair />}
        <DialogSubject
          patient={patients}
          consequence={
            survivor === undefined
              ? 'The two records become one patient, whose name, birth date and MRN you choose.'
              : undefined
          }
        />
        <Radio.Group
          label="Which record should be kept?"
          description="Its name, birth date and MRN stay. What it does not state is taken from the other one."
          value={survivingPatientId === null ? null : String(survivingPatientId)}
          onChange={(value) => keep(Number(value))}
        >
          <Stack gap="xs" mt="xs">
            {patients.map((patient) => (
              <Radio
                key={patient.patientId}
                value={String(patient.patientId)}
                label={patientName(patient)}
                description={patientFacts(patient)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {survivor !== undefined && merged !== undefined && (
          <Callout tone="warning" title={`${patientName(merged)} becomes part of ${patientName(survivor)}`}>
            Everything of {patientName(merged)}, born {formatBirth(merged.dateOfBirth, merged.deceasedOn)}, moves to the
            kept record: encounters, documents, referrals, messages and the care team. Members of both care teams see
            both charts. Links to the merged record and later imports of it lead to the kept one.
          </Callout>
        )}
      </Stack>
    </Dialog>
  );
}
