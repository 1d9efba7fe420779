import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Callout } from '../../../ui/Callout.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { TemplateFields } from '../../tasks/shared/TemplateFields.tsx';
import classes from './Protocol.module.css';
import type { ProtocolChange, ShownProtocol } from './useProtocol.ts';
import type { WizardValues } from './wizardForm.ts';

interface ProtocolQuestionsProps {
  patientId: number;
  protocol: ShownProtocol;
}

/** Step 2: the text and the questions of the protocol of the chosen specialty. */
export function ProtocolQuestions({ patientId, protocol: { asked, change } }: ProtocolQuestionsProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const error = form.formState.errors.referralReason?.protocol?.asked?.message;
  const hasContent = asked != null && (asked.text !== '' || asked.questions.length > 0);
  return (
    <>
      {error !== undefined && <FormError>{error}</FormError>}
      {change !== null && <Changed change={change} />}
      {hasContent && (
        <section key={asked.referralProtocolId} className={classes.protocol} aria-label={`Asked by ${asked.name}`}>
          <div>
            <Text fw={600} fz="sm">
              {asked.name}
            </Text>
            {asked.text !== '' && (
              <Text fz="sm" mt={4} className={classes.text}>
                {asked.text}
              </Text>
            )}
          </div>
          <TemplateFields fields={asked.questions} patientId={patientId} path="referralReason.protocol.answers" />
        </section>
      )}
    </>
  );
}

/** Says that the protocol was changed meanwhile, with the answers that are no longer asked for. */
function Changed({ change: { name, dropped } }: { change: ProtocolChange }): ReactNode {
  return (
    <Callout
      tone="warning"
      title={
        name === null ? 'This specialty no longer asks for anything' : `“${name}” has changed since you answered it`
      }
    >
      {name !== null && 'Answers to what it still asks were kept. Check the others.'}
      {dropped.length > 0 && (
        <>
          <div>No longer asked, and not sent:</div>
          <ul className={classes.dropped}>
            {dropped.map(({ label, text }) => (
              <li key={label}>
                {label}: {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </Callout>
  );
}
