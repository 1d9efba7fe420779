import {
  answerProblems,
  documentText,
  missingDocuments,
  type AskedProtocol,
} from '@careloop/contracts/referrals/protocols';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Callout } from '../../../ui/Callout.tsx';
import { useChooseStep } from '../../../ui/useWizard.ts';
import { sentOf } from '../../tasks/shared/fieldAnswers.ts';
import { attachedIds, type WizardValues } from './wizardForm.ts';

/** What a protocol still asks for, with the step that answers it. */
function openParts(asked: AskedProtocol, { referralReason, charts }: WizardValues): { text: string; step: number }[] {
  const answers = referralReason.protocol?.answers ?? {};
  const given = Object.fromEntries(asked.questions.map(({ name, type }) => [name, sentOf(answers[name], type)]));
  const count = Object.keys(answerProblems(asked.questions, given)).length;
  const missing = missingDocuments(asked.documents, attachedIds(charts.selectedCharts));
  const needsCode =
    asked.needsAuthorizationCode && !referralReason.authorizationCode && !referralReason.protocol?.authorizationReason;
  return [
    ...(count === 0 ? [] : [{ text: count === 1 ? '1 question is open' : `${count} questions are open`, step: 1 }]),
    ...(needsCode ? [{ text: 'no authorization code', step: 1 }] : []),
    ...missing.map((document) => ({
      text: `${documentText(document)}: ${document.onFile.length === 0 ? 'none on file' : 'not attached'}`,
      step: 3,
    })),
  ];
}

/** Step 1: what the chosen specialty asks for and is not known yet. */
export function ProtocolNote({ asked }: { asked: AskedProtocol }): ReactNode {
  const choose = useChooseStep();
  const values = useFormContext<WizardValues>().watch();
  const open = openParts(asked, values);
  const [first] = open;
  if (first === undefined) return null;
  return (
    <Callout
      title={`Still missing for “${asked.name}”`}
      action={
        <Button variant="light" size="compact-sm" onClick={() => choose(first.step, { unchecked: true })}>
          {first.step === 1 ? 'Answer' : 'See records'}
        </Button>
      }
    >
      {open.map(({ text }) => text).join(' · ')}
    </Callout>
  );
}
