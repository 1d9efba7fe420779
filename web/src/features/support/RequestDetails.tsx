import { impactLevel, impactLevelLabels, impactLevels } from '@careloop/contracts/codes';
import { supportLimits, type supportRequestForm } from '@careloop/contracts/support';
import { Group, Radio, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { CharacterCountedTextarea } from '../../ui/CharacterCountedTextarea.tsx';
import { inputProps } from '../../ui/forms.ts';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import classes from './Support.module.css';

type Values = z.input<typeof supportRequestForm>;

const impactHints = {
  low: 'A question or a minor annoyance',
  medium: 'I can work, but slower',
  high: 'I cannot do my work',
} as const;

/** The subject of the request and its impact. */
export function RequestDetails(): ReactNode {
  const form = useFormContext<Values>();
  return (
    <section className={classes['pane']} aria-labelledby="support-request">
      <h3 id="support-request">Request Details</h3>
      <p className={classes['hint']}>Please leave out names and other information about patients.</p>
      <CharacterCountedTextarea
        label="Summary"
        withAsterisk
        minRows={2}
        maxRows={6}
        {...inputProps(form, 'summary')}
        max={supportLimits.summary}
      />
      <TextInput label="Error Code(s)" autoComplete="off" {...inputProps(form, 'errorCodes')} />
      <CharacterCountedTextarea
        label="Description"
        minRows={3}
        {...inputProps(form, 'description')}
        max={supportLimits.description}
      />
      <Controller
        control={form.control}
        name="impact"
        render={({ field, fieldState }) => (
          <RadioGroup
            label="Impact level"
            withAsterisk
            ref={field.ref}
            value={field.value === undefined ? '' : String(field.value)}
            onChange={(value) => field.onChange(Number(value))}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          >
            <Group gap="lg" mt={4} mb={2}>
              {impactLevels.map((level) => (
                <Radio
                  key={level}
                  value={String(impactLevel.codeOf(level))}
                  label={impactLevelLabels[level]}
                  description={impactHints[level]}
                />
              ))}
            </Group>
          </RadioGroup>
        )}
      />
    </section>
  );
}
