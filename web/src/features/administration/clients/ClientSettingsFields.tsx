import { features, type Feature } from '@careloop/contracts/access';
import {
  clientSettingNames,
  encounterFieldNames,
  type ClientSettingName,
  type EncounterField,
} from '@careloop/contracts/administration/clientSettings';
import type { clientForm } from '@careloop/contracts/administration/clients';
import { timeZones } from '@careloop/contracts/codes/timeZones';
import { recordScopeLabels } from '@careloop/contracts/referrals/recordScope';
import { Checkbox, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { Section } from '../../../components/Section.tsx';
import { Field } from '../../../ui/Field.tsx';
import { WholeNumberInput } from '../../../ui/WholeNumberInput.tsx';
import classes from './Clients.module.css';

export type ClientValues = z.input<typeof clientForm>;

export const settingLabels: Record<ClientSettingName, string> = {
  passwordMinimumLength: 'Characters of a new password',
  passwordExpirationDays: 'Days until a password must be changed',
  daysUntilInactive: 'Days without a sign-in until an account is locked',
  urgentMessageMinutes: 'Minutes until an unread urgent message is mailed',
  timeZone: 'Default time zone of users',
  searchBeyondOwnList: 'Users may search beyond their own list',
  referralsOutsideOpenRecord: 'Accepted referrals to other clients open',
};

const unset: Record<ClientSettingName, string> = {
  passwordMinimumLength: '12',
  passwordExpirationDays: 'Never',
  daysUntilInactive: 'Never',
  urgentMessageMinutes: '15',
  timeZone: 'Eastern',
  searchBeyondOwnList: 'Yes',
  referralsOutsideOpenRecord: 'Only what is attached',
};

export const featureLabels: Record<Feature, string> = {
  canManageReferrals: 'Referrals',
  disableSpecialtyOnReferralCreation: 'Referrals go to providers only',
  twoFactorAuthentication: 'Two-step verification is required',
};

const encounterLabels: Record<EncounterField, string> = {
  mrn: 'MRN',
  roomNumber: 'Room number',
  esiLevel: 'ESI level',
  transfers: 'Transfers',
  clientName: 'Name of the client',
};

/** Labels of the form's fields. */
export const clientFieldLabels = {
  displayName: 'Name',
  clientOrganizationId: 'Client organization',
  settings: 'Rules',
  ...Object.fromEntries(clientSettingNames.map((name) => [`settings.${name}`, settingLabels[name]])),
  features: 'Features',
  hiddenEncounterFields: 'Parts of encounters',
} satisfies Record<keyof ClientValues, string>;

/** Choices of settings that are selected from a list. */
export const choices: Partial<Record<ClientSettingName, { value: number; label: string }[]>> = {
  timeZone: timeZones.map(({ code, label }) => ({ value: code, label })),
  searchBeyondOwnList: [
    { value: 1, label: 'Yes' },
    { value: 0, label: 'No' },
  ],
  referralsOutsideOpenRecord: [
    { value: 0, label: recordScopeLabels.attached },
    { value: 1, label: recordScopeLabels.whole },
  ],
};

function Setting({ name }: { name: ClientSettingName }): ReactNode {
  const form = useFormContext<ClientValues>();
  return (
    <Field form={form} name={`settings.${name}`} label={settingLabels[name]}>
      {(field) =>
        choices[name] !== undefined ? (
          <Select {...field} value={field.value ?? null} placeholder={unset[name]} clearable data={choices[name]} />
        ) : (
          <WholeNumberInput {...field} placeholder={unset[name]} allowNegative={false} hideControls />
        )
      }
    </Field>
  );
}

/** Fields of the surrounding form: rules, features and encounter fields. */
export function ClientSettingsFields(): ReactNode {
  const form = useFormContext<ClientValues>();
  const { features: on = [], hiddenEncounterFields: hidden = [] } = form.watch();
  const set = (name: 'features' | 'hiddenEncounterFields', chosen: string[]) =>
    form.setValue(name, chosen as Feature[] & EncounterField[], { shouldDirty: true });
  return (
    <>
      <Section title="Rules">
        <div className={classes['fields']}>
          {clientSettingNames.map((name) => (
            <Setting key={name} name={name} />
          ))}
        </div>
      </Section>
      <Section title="Features">
        <Checkbox.Group aria-label="Features" value={on} onChange={(chosen) => set('features', chosen)}>
          <div className={classes['fields']}>
            {features.map((one) => (
              <Checkbox key={one} value={one} label={featureLabels[one]} />
            ))}
          </div>
        </Checkbox.Group>
      </Section>
      <Section title="Encounters show">
        <Checkbox.Group
          aria-label="Encounters show"
          value={encounterFieldNames.filter((one) => !hidden.includes(one))}
          onChange={(shown) =>
            set(
              'hiddenEncounterFields',
              encounterFieldNames.filter((one) => !shown.includes(one)),
            )
          }
        >
          <div className={classes['fields']}>
            {encounterFieldNames.map((one) => (
              <Checkbox key={one} value={one} label={encounterLabels[one]} />
            ))}
          </div>
        </Checkbox.Group>
      </Section>
    </>
  );
}
