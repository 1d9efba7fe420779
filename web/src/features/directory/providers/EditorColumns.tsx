import type { Allowance } from '@careloop/contracts/can';
import type { Specialty } from '@careloop/contracts/directory';
import type { HealthcareProvider, ProviderTag } from '@careloop/contracts/directory/providers';
import type { ReactNode } from 'react';
import { DeaInput, DegreeInput, EmailInput, LicenseInput, NpiInput } from '../../../ui/ruleInputs.tsx';
import { YesNoUnknown } from '../../../ui/YesNoUnknown.tsx';
import { SpecialtySelect } from '../shared/SpecialtySelect.tsx';
import {
  ChoiceField,
  FaxField,
  Field,
  LanguagesField,
  NotesField,
  PhoneField,
  PopulationsField,
  TagsField,
  TextField,
} from './fields.tsx';
import classes from './Providers.module.css';

interface GeneralColumnProps {
  provider: HealthcareProvider | undefined;
  usesOrigin: boolean;
  clients: readonly { clientId: number; displayName: string }[];
  /** The addresses. */
  children: ReactNode;
}

/** Identity, contact and addresses of the provider. */
export function GeneralColumn({ provider, usesOrigin, clients, children }: GeneralColumnProps): ReactNode {
  const npiReason = provider?.can.editNpi;
  const isNpiFixed = npiReason !== undefined && npiReason !== true;
  return (
    <section className={classes['column']} aria-label="General info">
      <h3>General info</h3>
      <div className={classes['pair']}>
        <TextField name="firstName" required />
        <TextField name="middleName" />
        <TextField name="lastName" required />
      </div>
      <div className={classes['longPair']}>
        <TextField name="npiNumber" required={provider?.npiNumber !== null} input={NpiInput} disabled={isNpiFixed} />
        <SpecialtyField />
      </div>
      <div className={classes['pair']}>
        <ChoiceField
          name="gender"
          placeholder="Unknown"
          clearable
          data={[
            { value: 'M', label: 'Male' },
            { value: 'F', label: 'Female' },
          ]}
          parse={(value) => value}
        />
        {usesOrigin && (
          <ChoiceField
            name="originClientId"
            required
            data={clients.map(({ clientId, displayName }) => ({ value: String(clientId), label: displayName }))}
            parse={Number}
          />
        )}
      </div>
      <div className={classes['longPair']}>
        <TextField name="email" input={EmailInput} />
        <TextField name="directEmail" input={EmailInput} />
      </div>
      <div className={classes['pair']}>
        <PhoneField name="officePhone" />
        <FaxField name="fax" />
        <PhoneField name="mobilePhone" />
        <PhoneField name="homePhone" />
      </div>
      {children}
    </section>
  );
}

function SpecialtyField(): ReactNode {
  return (
    <Field name="healthcareProviderSpecialtyId">
      {({ value, onChange, label, error, ref }) => (
        <SpecialtySelect
          ref={ref}
          label={label}
          required
          error={error}
          value={(value ?? null) as Specialty | null}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** Professional details of the provider. */
export function PractitionerColumn({ tags }: { tags: readonly ProviderTag[] }): ReactNode {
  return (
    <section className={classes['column']} aria-label="Practitioner info">
      <h3>Practitioner info</h3>
      <div className={classes['pair']}>
        <TextField name="degree" input={DegreeInput} />
        <TextField name="deaNumber" input={DeaInput} />
        <TextField name="licenseNumber" input={LicenseInput} />
        <TextField name="physicianCode" />
      </div>
      <AcceptsField />
      <LanguagesField />
      <TagsField tags={tags} />
      <PopulationsField />
    </section>
  );
}

function AcceptsField(): ReactNode {
  return (
    <Field name="acceptsNewPatients">
      {({ value, onChange, label, error, ref }) => (
        <YesNoUnknown
          ref={ref}
          name="acceptsNewPatients"
          label={label}
          error={error}
          value={value as boolean | null}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

interface NotesColumnProps {
  privateNotes: Allowance;
  /** The network. */
  children: ReactNode;
}

/** Public notes for everybody, private ones for editors of the same client. */
export function NotesColumn({ privateNotes, children }: NotesColumnProps): ReactNode {
  return (
    <section className={classes['column']} aria-label="Notes">
      <h3>Notes</h3>
      <NotesField name="publicNotes" description="For everybody who can see the provider; printed on request." />
      {privateNotes === true ? (
        <NotesField
          name="privateNotes"
          description="For users of the same client who may edit providers. Never printed."
        />
      ) : (
        <p className={classes['dim']}>{privateNotes}</p>
      )}
      {children}
    </section>
  );
}
