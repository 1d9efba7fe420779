import { consultationLimits, type ConsultationInQueue } from '@careloop/contracts/consultations';
import { consultationAnswers } from '@careloop/contracts/consultations/states';
import { Group, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { CodeRadioGroup } from '../../../ui/RadioGroup.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { answerCode, answerLabels, needsNotes, type AnswerValues } from './answerForm.ts';
import classes from '../../../components/ProcessDialog.module.css';

/** The possible answers. */
function Choices({ consultation }: { consultation: ConsultationInQueue }): ReactNode {
  const { can } = consultation;
  const { status } = useFormContext<AnswerValues>().getValues();
  const chosen = consultationAnswers.find((answer) => answerCode(answer) === status);
  const first = chosen ?? consultationAnswers.find((answer) => can[answer] === true);
  return (
    <SimpleGrid cols={2} spacing="xs" my={4}>
      {consultationAnswers.map((answer) => {
        const allowance = can[answer];
        return (
          <Radio.Card
            key={answer}
            value={String(answerCode(answer))}
            disabled={allowance !== true}
            // The dialog focuses the chosen answer, or the first one, rather than the notes below.
            data-autofocus={answer === first || undefined}
            className={classes['choice']}
          >
            <Group gap="sm" wrap="nowrap">
              <Radio.Indicator />
              <div>
                <Text fw={600}>{answerLabels[answer]}</Text>
                {allowance !== true && (
                  <Text fz="xs" c="dimmed">
                    {allowance}
                  </Text>
                )}
              </div>
            </Group>
          </Radio.Card>
        );
      })}
    </SimpleGrid>
  );
}

/** The provider who answers, if there are several. */
function AnswerFor({ consultation: { answeringProviders } }: { consultation: ConsultationInQueue }): ReactNode {
  const form = useFormContext<AnswerValues>();
  if (answeringProviders.length < 2) return null;
  return (
    <Field form={form} name="healthcareProviderId" label="Answer on behalf of">
      {(field) => (
        <Select
          {...field}
          allowDeselect={false}
          data={answeringProviders.map((one) => ({ value: one.healthcareProviderId, label: one.fullName }))}
        />
      )}
    </Field>
  );
}

/** The four answers, and their notes. */
export function AnswerPanel({ consultation }: { consultation: ConsultationInQueue }): ReactNode {
  const form = useFormContext<AnswerValues>();
  /** The notes of the acknowledgement belong to it: they are no reason for another answer. */
  const adaptNotes = (status: number) => {
    const written = form.getValues('responseNotes');
    const acknowledged = consultation.responseNotes ?? '';
    const isAcknowledging = status === answerCode('acknowledge');
    if (!isAcknowledging && written === acknowledged) form.setValue('responseNotes', '');
    if (isAcknowledging && written === '') form.setValue('responseNotes', acknowledged);
  };
  return (
    <section aria-label="Answer">
      <Stack gap="md">
        <Field form={form} name="status" label="How do you answer this request?" required>
          {(field) => (
            <CodeRadioGroup
              {...field}
              // Whether one is chosen is checked on submit.
              onBlur={undefined}
              onChange={(status) => {
                field.onChange(status);
                adaptNotes(status);
                form.clearErrors('responseNotes');
              }}
            >
              <Choices consultation={consultation} />
            </CodeRadioGroup>
          )}
        </Field>
        <AnswerFor consultation={consultation} />
        <Field form={form} name="responseNotes" label="Response notes" required={needsNotes(form.watch('status'))}>
          {(field) => <TrimmedTextarea {...field} max={consultationLimits.notes} />}
        </Field>
      </Stack>
    </section>
  );
}
