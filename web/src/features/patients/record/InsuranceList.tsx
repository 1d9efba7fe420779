import { patientName } from '@careloop/contracts/patients/identity';
import type { Demographics } from '@careloop/contracts/patients/demographics';
import { deleteInsurance, type PatientCoverage } from '@careloop/contracts/patients/insurance';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Section } from '../../../components/Section.tsx';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { formatDay } from '../../../ui/dates.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { toast } from '../../../ui/toasts.tsx';
import classes from './Record.module.css';
import { planLabel } from './recordTexts.ts';

const InsuranceDialog = lazyPart(async () => (await import('./InsuranceDialog.tsx')).InsuranceDialog);

/** The patient's insurance, to add, edit and remove. */
export function InsuranceList({ patient }: { patient: Demographics }): ReactNode {
  const [edited, setEdited] = useState<PatientCoverage | 'new'>();
  const add = useRef<HTMLButtonElement>(null);
  const remove = useCall(deleteInsurance, {
    onSuccess: () => {
      toast.success('Insurance removed');
      // The pressed button disappears with its insurance.
      add.current?.focus();
    },
  });
  const { patientId, coverages } = patient;
  const ask = async ({ patientCoverageId, payerName, version }: PatientCoverage) => {
    const isSure = await confirm({
      title: `Remove ${payerName} from ${patientName(patient)}?`,
      message: 'The insurance stays in the history. Later imports do not bring it back.',
      yes: 'Remove insurance',
      no: 'Keep insurance',
      tone: 'danger',
    });
    if (isSure) remove.mutate({ patientId, patientCoverageId, version });
  };
  return (
    <Section
      title="Insurance"
      heading="h2"
      count={coverages.length}
      action={
        <ActionButton
          ref={add}
          allowance={patient.can.edit}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          Add insurance
        </ActionButton>
      }
    >
      {coverages.length === 0 && <Text c="dimmed">No insurance on file</Text>}
      <ul className={classes['lines']}>
        {coverages.map((coverage) => (
          <li key={coverage.patientCoverageId}>
            <div className={classes['row']}>
              <strong>
                {coverage.insurancePlan === null ? coverage.payerName : planLabel(coverage.insurancePlan)}
              </strong>
              {patient.can.edit === true && (
                <Group gap={4}>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-label={`Edit ${coverage.payerName}`}
                    onClick={() => setEdited(coverage)}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-xs"
                    aria-label={`Remove ${coverage.payerName}`}
                    onClick={() => void ask(coverage)}
                  >
                    Remove
                  </Button>
                </Group>
              )}
            </div>
            <Text c="dimmed" fz="sm">
              {coverageFacts(coverage)}{' '}
              {coverage.insurancePlan?.isDisabled === true && (
                <StatusBadge tone="warning" label="Plan no longer offered" />
              )}
            </Text>
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <InsuranceDialog
          patient={patient}
          coverage={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

function coverageFacts(coverage: PatientCoverage): string {
  const { insurancePlan, planType, memberId, groupNumber, subscriberName, subscriberRelationship, startDate, endDate } =
    coverage;
  return [
    insurancePlan === null && planType,
    memberId === null ? 'Member ID not stated' : `Member ${memberId}`,
    groupNumber !== null && `Group ${groupNumber}`,
    subscriberName !== null && `Subscriber ${[subscriberName, subscriberRelationship].filter(Boolean).join(', ')}`,
    subscriberName === null &&
      subscriberRelationship !== null &&
      `Relationship to subscriber: ${subscriberRelationship}`,
    [startDate === null ? 'Start not stated' : `From ${formatDay(startDate)}`, endDate && `to ${formatDay(endDate)}`]
      .filter(Boolean)
      .join(' '),
  ]
    .filter(Boolean)
    .join(' · ');
}
