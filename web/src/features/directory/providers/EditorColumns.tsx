import type { Allowance } from '@careloop/contracts/can';
import { languages } from '@careloop/contracts/codes/languages';
import type { Specialty } from '@careloop/contracts/directory';
import type { HealthcareProvider, ProviderFormValues, ProviderTag } from '@careloop/contracts/directory/providers';
import { Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { TagsSelect } from '../../../components/TagsSelect.tsx';
import { Field } from '../../../ui/Field.tsx';
import { MultiLineListInput } from '../../../ui/MultiLineListInput.tsx';
import { FaxInput, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { DeaInput, DegreeInput, EmailInput, LicenseInput, NpiInput, UrlInput } from '../../../ui/ruleInputs.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { YesNoUnknown } from '../../../ui/YesNoUnknown.tsx';
import { SpecialtySelect } from '../shared/SpecialtySelect.tsx';
import { providerLabels } from './providerLabels.ts';
import classes from './Providers.module.css';

const genders = [
  { value: 'M' as const, label: 'Male' },
  { value: 'F' as const, label: 'Female' },
];

interface GeneralColumnProps {
  provider: HealthcareProvider | undefined;
  usesOrigin: boolean;
  clients: readonly { clientId: number; displayName: string }[];
  /** The addresses. */
  children: ReactNode;
}

/** Identity, contact and addresses of the provider. */
export function GeneralColumn({ provider, usesOrigin, clients, children }: GeneralColumnProps): ReactNode {
  const form = useFormContext<ProviderFormValues>();
  const npiReason = provider?.can.editNpi;
  const isNpiFixed = npiReason !== undefined && npiReason !== true;
  return (
    <section className={classes['column']} aria-label="General info">
      <h3>General info</h3>
      <div className={classes['pair']}>
        <Field form={form} name="firstName" label={providerLabels.firstName} required input={TrimmedTextInput} />
        <Field form={form} name="middleName" label={providerLabels.middleName} input={TrimmedTextInput} />
        <Field form={form} name="lastName" label={providerLabels.lastName} required input={TrimmedTextInput} />
      </div>
      <div className={classes['longPair']}>
        <Field form={form} name="npiNumber" label={providerLabels.npiNumber} required={provider?.npiNumber !== null}>
          {(field) => <NpiInput {...field} readOnly={isNpiFixed} description={isNpiFixed ? npiReason : undefined} />}
        </Field>
        <Field
          form={form}
          name="healthcareProviderSpecialtyId"
          label={providerLabels.healthcareProviderSpecialtyId}
          required
        >
          {(field) => (
            <SpecialtySelect
              {...field}
              // Null in a new provider and once it is cleared, which the schema refuses.
              value={field.value as Specialty | null}
              onChange={(specialty) => field.onChange(specialty as Specialty)}
              // Whether one is chosen is checked on submit.
              onBlur={undefined}
            />
          )}
        </Field>
      </div>
      <div className={classes['pair']}>
        <Field form={form} name="gender" label={providerLabels.gender}>
          {(field) => <Select {...field} placeholder="Unknown" clearable data={genders} />}
        </Field>
        {usesOrigin && (
          <Field form={form} name="originClientId" label={providerLabels.originClientId} required>
            {(field) => (
              <Select
                {...field}
                data={clients.map(({ clientId, displayName }) => ({ value: clientId, label: displayName }))}
              />
            )}
          </Field>
        )}
      </div>
      <div className={classes['longPair']}>
        <Field form={form} name="email" label={providerLabels.email} input={EmailInput} />
        <Field form={form} name="directEmail" label={providerLabels.directEmail} input={EmailInput} />
      </div>
      <Field form={form} name="website" label={providerLabels.website} input={UrlInput} />
      <div className={classes['pair']}>
        <Field form={form} name="officePhone" label={providerLabels.officePhone} input={PhoneInput} />
        <Field form={form} name="fax" label={providerLabels.fax} input={FaxInput} />
        <Field form={form} name="mobilePhone" label={providerLabels.mobilePhone} input={PhoneInput} />
        <Field form={form} name="homePhone" label={providerLabels.homePhone} input={PhoneInput} />
      </div>
      {children}
    </section>
  );
}

/** Professional details of the provider. */
export function PractitionerColumn({ tags }: { tags: readonly ProviderTag[] }): ReactNode {
  const form = useFormContext<ProviderFormValues>();
  return (
    <section className={classes['column']} aria-label="Practitioner info">
      <h3>Practitioner info</h3>
      <div className={classes['pair']}>
        <Field form={form} name="degree" label={providerLabels.degree} input={DegreeInput} />
        <Field form={form} name="deaNumber" label={providerLabels.deaNumber} input={DeaInput} />
        <Field form={form} name="licenseNumber" label={providerLabels.licenseNumber} input={LicenseInput} />
        <Field form={form} name="physicianCode" label={providerLabels.physicianCode} input={TrimmedTextInput} />
      </div>
      <Field form={form} name="acceptsNewPatients" label={providerLabels.acceptsNewPatients} input={YesNoUnknown} />
      <LanguagesField />
      <TagsField tags={tags} />
      <PopulationsField />
    </section>
  );
}

interface NotesColumnProps {
  privateNotes: Allowance;
  /** The network. */
  children: ReactNode;
}

/** Public notes for everybody, private ones for editors of the same client. */
export function NotesColumn({ privateNotes, children }: NotesColumnProps): ReactNode {
  const form = useFormContext<ProviderFormValues>();
  return (
    <section className={classes['column']} aria-label="Notes">
      <h3>Notes</h3>
      <Field
        form={form}
        name="publicNotes"
        label={providerLabels.publicNotes}
        description="For everybody who can see the provider; printed on request."
      >
        {(field) => <TrimmedTextarea {...field} minRows={4} />}
      </Field>
      {privateNotes === true ? (
        <Field
          form={form}
          name="privateNotes"
          label={providerLabels.privateNotes}
          description="For users of the same client who may edit providers. Never printed."
        >
          {(field) => <TrimmedTextarea {...field} minRows={4} />}
        </Field>
      ) : (
        <p className={classes['dim']}>{privateNotes}</p>
      )}
      {children}
    </section>
  );
}

// Fields of the provider editor that hold several values.

const codesByName = new Map(languages.map(({ code, name }) => [name.toLowerCase(), code]));
const namesByCode = new Map(languages.map(({ code, name }) => [code, name]));
/** Stands for a text that is no language; the schema refuses it. */
const noLanguage = 0;
/** A code that an import brought and the list lacks is shown as a number and kept. */
const nameOf = (code: number) => namesByCode.get(code) ?? String(code);
const codeOf = (name: string) => codesByName.get(name.trim().toLowerCase()) ?? (Number(name) || noLanguage);
const codesOf = (names: readonly string[]) => names.map(codeOf);

/** One language per line, by its name. */
function LanguagesField(): ReactNode {
  const form = useFormContext<ProviderFormValues>();
  const codes = form.watch('languageCodes') ?? [];
  const [names, setNames] = useState<readonly string[]>([]);
  // The form was opened, or shows what somebody else saved.
  if (codesOf(names).join() !== codes.join()) setNames(codes.map(nameOf));
  return (
    <Field
      form={form}
      name="languageCodes"
      label={providerLabels.languageCodes}
      description="One per line, in English, such as Spanish."
    >
      {(field) => (
        <MultiLineListInput
          {...field}
          rows={4}
          value={names}
          onChange={(items) => {
            setNames(items);
            field.onChange(codesOf(items));
          }}
        />
      )}
    </Field>
  );
}

/** Tags of the user's clients and those the provider already has. */
function TagsField({ tags }: { tags: readonly ProviderTag[] }): ReactNode {
  const form = useFormContext<ProviderFormValues>();
  const data = tags.map(({ healthcareProviderTagId, tagName }) => ({ value: healthcareProviderTagId, label: tagName }));
  return (
    <Field form={form} name="healthcareProviderTagIds" label={providerLabels.healthcareProviderTagIds}>
      {(field) => <TagsSelect {...field} tags={data} />}
    </Field>
  );
}

function PopulationsField(): ReactNode {
  const form = useFormContext<ProviderFormValues>();
  return (
    <Field
      form={form}
      name="populations"
      label={providerLabels.populations}
      description="One group of patients per line."
    >
      {(field) => <MultiLineListInput {...field} rows={4} value={field.value ?? []} />}
    </Field>
  );
}
