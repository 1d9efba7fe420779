import { fieldTypeLabels, type TaskTemplateFieldType } from '@careloop/contracts/codes/tasks';
import { requiredText } from '@careloop/contracts/fields';
import { protocolLimits, protocolTexts, type ProtocolQuestion } from '@careloop/contracts/referrals/protocols';
import { fieldNameOf, fieldTypesWithOptions, optionTexts } from '@careloop/contracts/tasks/templates';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { CheckboxInput } from '../../../../ui/CheckboxInput.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../../ui/forms.ts';
import { MultiLineListInput } from '../../../../ui/MultiLineListInput.tsx';
import { TrimmedTextInput } from '../../../../ui/TrimmedTextInput.tsx';
import classes from '../Lookups.module.css';

const hasOptions = (type: TaskTemplateFieldType) => fieldTypesWithOptions.includes(type);

const questionForm = z
  .object({
    label: requiredText(protocolLimits.label, protocolTexts.labelRequired, protocolTexts.labelTooLong),
    type: z.custom<TaskTemplateFieldType>(),
    isRequired: z.boolean(),
    options: z.array(z.string().max(100, optionTexts.tooLong)).max(50, optionTexts.tooMany),
  })
  .refine(({ type, options }) => !hasOptions(type) || options.length > 0, {
    path: ['options'],
    message: optionTexts.required,
  });

const types = Object.entries(fieldTypeLabels).map(([value, label]) => ({ value, label }));

interface QuestionDialogProps {
  /** Null to add one. */
  question: ProtocolQuestion | null;
  /** Names of the protocol's questions. */
  taken: ReadonlySet<string>;
  onClose: () => void;
  onDone: (question: ProtocolQuestion) => void;
}

/** Adds or changes a question of a protocol. It is saved with the protocol. */
export function QuestionDialog({ question, taken, onClose, onDone }: QuestionDialogProps): ReactNode {
  const form = useSchemaForm(questionForm, question ?? { label: '', type: 'text', isRequired: false, options: [] });
  return (
    <FormDialog
      opened
      title={question === null ? 'Add question' : 'Edit question'}
      size="sm"
      form={form}
      onClose={onClose}
      acceptLabel={question === null ? 'Add' : 'Apply'}
      isAcceptEnabled
      onSubmit={({ options, ...values }) =>
        onDone({
          ...values,
          options: hasOptions(values.type) ? options : [],
          // Answers are kept by it, so it stays when the label changes.
          name: question?.name ?? fieldNameOf(values.label, taken),
        })
      }
    >
      <div className={classes['fields']}>
        <Field form={form} name="label" label="Question" required input={TrimmedTextInput} />
        <Field form={form} name="type" label="Type">
          {(field) => (
            <Select
              {...field}
              allowDeselect={false}
              data={types}
              onChange={(value) => value !== null && field.onChange(value as TaskTemplateFieldType)}
            />
          )}
        </Field>
        {hasOptions(form.watch('type')) && (
          <Field form={form} name="options" label="Options, one a line" required>
            {(field) => <MultiLineListInput {...field} rows={5} />}
          </Field>
        )}
        <Field form={form} name="isRequired" label="An answer is required" input={CheckboxInput} />
      </div>
    </FormDialog>
  );
}
