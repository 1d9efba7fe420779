import { chartKeyOf, type ChartSelection } from '@careloop/contracts/charts/selection';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import type { PatientSummary } from '@careloop/contracts/patients';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ChartPanel } from '../../charts/shared/ChartPanel.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useDirtyDialog } from '../../../ui/useDirtyDialog.ts';
import classes from '../Messages.module.css';

export interface AttachDialogProps {
  patient: PatientSummary;
  charts: readonly ChartSelection[];
  onChange: (charts: ChartSelection[]) => void;
  onClose: () => void;
}

/** The patient's charts to choose from, with a preview beside them. */
export function AttachDialog(props: AttachDialogProps): ReactNode {
  const { patient, charts, onChange, onClose } = props;
  const [checked, setChecked] = useState<ChartSelection[]>([...charts]);
  const isTooMany = checked.length > messageLimits.attachments;
  const before = new Set(charts.map(chartKeyOf));
  const isDirty = checked.length !== before.size || checked.some((one) => !before.has(chartKeyOf(one)));
  const { leave, guarded } = useDirtyDialog({ isDirty, onClose });
  return (
    <Dialog
      {...guarded}
      title="Attach documents"
      size={1100}
      footer={
        <>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button
            disabled={isTooMany || (checked.length === 0 && charts.length === 0)}
            onClick={() => {
              onChange(checked);
              onClose();
            }}
          >
            {acceptLabel(checked.length, charts.length)}
          </Button>
        </>
      }
    >
      <PatientLine patient={patient} />
      {isTooMany && <Callout tone="warning">{messageTexts.tooManyAttachments}</Callout>}
      <div className={classes['attach']}>
        <ChartPanel
          patientId={patient.patientId}
          label="Documents of the patient"
          picking={{ selected: checked, onSelect: (selected) => setChecked([...selected]) }}
        />
      </div>
    </Dialog>
  );
}

function acceptLabel(chosen: number, attached: number): string {
  if (chosen > 0) return `Attach ${chosen}`;
  return attached === 0 ? 'Attach' : 'Remove all';
}
