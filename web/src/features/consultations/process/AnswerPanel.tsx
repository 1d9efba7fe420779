import { consultationLimits, type ConsultationInQueue } from '@careloop/contracts/consultations';
import { consultationAnswers } from '@careloop/contracts/consultations/states';
import { Group, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { CharacterCountedTextarea } from '../../../ui/CharacterCountedTextarea.tsx';
import { inputProps } from '../../../ui/forms.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { answerCode, answerLabels, needsNotes, type AnswerValues } from './answerForm.ts';
import classes from '../../../components/ProcessDialog.module.css';

/** The possible answers. */
function Choices({ consultation }: { consultation: ConsultationInQueue }): ReactNode {
  const { can } = consultation;
  const first = consultationAnswers.find((answer) => can[answer] === true);
  return (
    <SimpleGrid cols={2} spacing="xs" my={4}>
      {consultationAnswers.map((answer) => {
        const allowance = can[answer];
        return (
          <Radio.Card
            key={answer}
            value={String(answerCode(answer))}
            disabled={allowance !== true}
            // The dialog focuses the first answer rather than the notes below.
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
  const { control } = useFormContext<AnswerValues>();
  if (answeringProviders.length < 2) return null;
  return (
    <Controller
      control={control}
      name="healthcareProviderId"
      render={({ field, fieldState }) => (
        <Select
          label="Answer on behalf of"
          allowDeselect={false}
          data={answeringProviders.map((one) => ({ value: String(one.healthcareProviderId), label: one.fullName }))}
          ref={field.ref}
          value={field.value === null ? null : String(field.value)}
          onChange={(value) => field.onChange(value === null ? null : Number(value))}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
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
        <Controller
          control={form.control}
          name="status"
          render={({ field, fieldState }) => (
            <RadioGroup
              ref={field.ref}
              label="How do you answer this request?"
              withAsterisk
              value={field.value === null ? null : String(field.value)}
              onChange={(value) => {
                field.onChange(Number(value));
                adaptNotes(Number(value));
                form.clearErrors('responseNotes');
              }}
              error={fieldState.error?.message}
            >
              <Choices consultation={consultation} />
            </RadioGroup>
          )}
        />
        <AnswerFor consultation={consultation} />
        <CharacterCountedTextarea
          label="Response notes"
          withAsterisk={needsNotes(form.watch('status'))}
          value={form.watch('responseNotes')}
          {...inputProps(form, 'responseNotes')}
          max={consultationLimits.notes}
        />
      </Stack>
    </section>
  );
}
