import { searchProviders } from '@careloop/contracts/directory';
import { contactLimits } from '@careloop/contracts/fields/contact';
import type { TaskTemplateField } from '@careloop/contracts/tasks/templates';
import { Group, Radio, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { Field, type InputOfField } from '../../../ui/Field.tsx';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import type { ProviderChoice } from './fieldAnswers.ts';

type Answer = InputOfField<string, unknown>;

interface TemplateFieldsProps {
  fields: readonly TaskTemplateField[];
  patientId: number;
  /** The form's value that holds the answers by name. */
  path?: string;
}

/** The fields of a task template, or the questions of a referral protocol. */
export function TemplateFields({ fields, patientId, path = 'answers' }: TemplateFieldsProps): ReactNode {
  const form = useFormContext<{ answers: Record<string, unknown> }>();
  return fields.map((field) => (
    <Field
      key={field.name}
      form={form}
      // Wherever the form holds them, the answers are of the same type.
      name={`${path}.${field.name}` as `answers.${string}`}
      label={field.label}
      required={field.isRequired}
    >
      {(answer) => <TemplateField field={field} patientId={patientId} answer={answer} />}
    </Field>
  ));
}

interface TemplateFieldProps {
  field: TaskTemplateField;
  patientId: number;
  answer: Answer;
}

function TemplateField({ field, patientId, answer }: TemplateFieldProps): ReactNode {
  const { value, ...rest } = answer;
  const text = typeof value === 'string' ? value : '';
  switch (field.type) {
    case 'text':
      return <TrimmedTextInput {...rest} maxLength={500} value={text} />;
    case 'text_area':
      return <TrimmedTextarea {...rest} maxLength={500} value={text} />;
    case 'phone':
      return <PhoneInput {...rest} value={text} />;
    case 'email':
      return (
        <TrimmedTextInput
          {...rest}
          type="email"

          maxLength={contactLimits.email}
          value={text}
        />
      );
    case 'radio':
      return (
        <RadioGroup {...rest} value={text}>
          <Group mt={4}>
            {field.options.map((option) => (
              <Radio key={option} value={option} label={option} />
            ))}
          </Group>
        </RadioGroup>
      );
    case 'dropdown':
      return (
        <Select
          {...rest}

          data={field.options}
          value={text === '' ? null : text}

          clearable
        />
      );
    case 'checkbox':
      return <CheckboxInput {...rest} value={value === true || value === 'Yes'} />;
    case 'date':
      return <DateInput {...rest} value={text} />;
    case 'provider_selector':
      return (
        <AsyncSelect<ProviderChoice>
          {...rest}

          value={typeof value === 'object' ? (value as ProviderChoice | null) : null}

          search={async (searchTerm, signal) => {
            const { items } = await call(searchProviders, { searchTerm, patientId, page: 1 }, { signal });
            const names = items.map(({ healthcareProviderId, fullName: name }) => ({ healthcareProviderId, name }));
            return [...new Map(names.map((one) => [one.healthcareProviderId, one])).values()];
          }}
          itemKey={({ healthcareProviderId }) => healthcareProviderId}
          itemLabel={({ name }) => name}
          placeholder="Type a name"
        />
      );
  }
}
