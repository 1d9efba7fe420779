import type { Allowance } from '@careloop/contracts/can';
import type { CodeSubject } from '@careloop/contracts/clinical-record/codes';
import { Button, Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../components/ActionButton.tsx';
import classes from './ClinicalRecord.module.css';
import { loadedCodesOf } from './CodeSelect.tsx';

interface RecordBarProps {
  /** Whose codes the form searches: asked for before it opens, so that it is complete at once. */
  subject: CodeSubject;
  addLabel: string;
  allowance: Allowance | undefined;
  onAdd: () => void;
  /** "No known allergies", while it can be stated. */
  noneKnown?: { label: string; isSaving: boolean; onState: () => void } | undefined;
  showsErrors: boolean;
  onShowErrors: (shows: boolean) => void;
}

/** Above a list of statements: add one, state that none is known, show mistakes. */
export function RecordBar(props: RecordBarProps): ReactNode {
  const { subject, addLabel, allowance, onAdd, noneKnown, showsErrors, onShowErrors } = props;
  const client = useQueryClient();
  const load = () => void client.prefetchQuery(loadedCodesOf(subject));
  return (
    <div className={classes['bar']} onPointerEnter={load} onFocus={load}>
      <ActionButton
        allowance={allowance}
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={onAdd}
      >
        {addLabel}
      </ActionButton>
      {noneKnown !== undefined && allowance === true && (
        <Button variant="subtle" size="compact-md" loading={noneKnown.isSaving} onClick={noneKnown.onState}>
          {noneKnown.label}
        </Button>
      )}
      <Switch
        ml="auto"
        size="xs"
        label="Show entered in error"
        checked={showsErrors}
        onChange={(event) => onShowErrors(event.currentTarget.checked)}
      />
    </div>
  );
}
