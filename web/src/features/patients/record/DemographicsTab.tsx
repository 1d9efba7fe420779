import { patientName } from '@careloop/contracts/patients/identity';
import { genderLabels } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import { getDemographics, type Demographics, type Guarantor } from '@careloop/contracts/patients/demographics';
import { Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Section } from '../../../components/Section.tsx';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { formatBirth, formatLongDay } from '../../../ui/dates.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { FieldHistory } from './FieldHistory.tsx';
import { InsuranceList } from './InsuranceList.tsx';
import classes from './Record.module.css';
import { maskedSsn } from './recordTexts.ts';

const DemographyDialog = lazyPart(async () => (await import('./DemographyDialog.tsx')).DemographyDialog);
const GuarantorDialog = lazyPart(async () => (await import('./GuarantorDialog.tsx')).GuarantorDialog);

const unknown = 'Not stated';

/** The patient's identity, contact details and coverage, to read and edit. */
export function DemographicsTab({ patientId }: { patientId: number }): ReactNode {
  const query = useQuery(queryOf(getDemographics, { patientId }));
  if (query.data === undefined) return <QueryState query={query} />;
  const patient = query.data;
  return (
    <div className={classes['page']}>
      <div>
        <Identity patient={patient} />
        <Reached patient={patient} />
      </div>
      <div>
        <InsuranceList patient={patient} />
        <GuarantorFacts patient={patient} />
        <FieldHistory patientId={patientId} />
      </div>
    </div>
  );
}

const addressOf = ({ address1, address2, city, state, zipcode }: Demographics | Guarantor) =>
  [address1, address2, [city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(', ');

function EditButton({
  patient,
  label,
  icon = <IconPencil size={14} aria-hidden />,
  render,
}: {
  patient: Demographics;
  label: string;
  icon?: ReactNode;
  render: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        allowance={patient.can.edit}
        variant="default"
        size="compact-sm"
        leftSection={icon}
        onClick={() => setOpen(true)}
      >
        {label}
      </ActionButton>
      {isOpen && render(() => setOpen(false))}
    </>
  );
}

function Identity({ patient }: { patient: Demographics }): ReactNode {
  const { deceasedOn, isDeceased, ssnEnding, furtherMrns } = patient;
  const died = isDeceased ? [{ label: 'Died', value: deceasedOn && formatLongDay(deceasedOn), unknown }] : [];
  return (
    <Section
      title="Demographics"
      heading="h2"
      action={
        <EditButton
          patient={patient}
          label="Edit demographics"
          render={(close) => <DemographyDialog patient={patient} onClose={close} />}
        />
      }
    >
      <Facts
        facts={[
          { label: 'Name', value: patientName(patient) },
          {
            label: 'Date of birth',
            value: patient.dateOfBirth && formatBirth(patient.dateOfBirth, deceasedOn),
            unknown,
          },
          ...died,
          { label: 'Gender', value: patient.gender === 'unknown' ? null : genderLabels[patient.gender], unknown },
          {
            label: 'MRN',
            value: mrnAndSystem({ mrn: patient.mrn, system: patient.mrnSystem }),
          },
          ...(furtherMrns.length === 0 ? [] : [{ label: 'Other record numbers', value: <FurtherMrns {...patient} /> }]),
          { label: 'SSN', value: maskedSsn(ssnEnding), unknown },
          { label: 'Marital status', value: patient.maritalStatus, unknown },
          { label: 'Language', value: patient.language, unknown },
          { label: 'Client', value: patient.clientName },
        ]}
      />
    </Section>
  );
}

const mrnAndSystem = ({ mrn, system }: Demographics['furtherMrns'][number]) =>
  system === null ? mrn : `${mrn} (${system})`;

/** MRNs of other systems and of merged records, one per line. */
function FurtherMrns({ furtherMrns }: Pick<Demographics, 'furtherMrns'>): ReactNode {
  return (
    <ul className={classes['numbers']}>
      {furtherMrns.map((one) => (
        <li key={mrnAndSystem(one)}>{mrnAndSystem(one)}</li>
      ))}
    </ul>
  );
}

function Reached({ patient }: { patient: Demographics }): ReactNode {
  return (
    <Section title="Contact" heading="h2">
      <Facts
        facts={[
          { label: 'Cell phone', value: formatPhone(patient.cellPhone), unknown },
          { label: 'Home phone', value: formatPhone(patient.homePhone), unknown },
          { label: 'Office phone', value: formatPhone(patient.officePhone), unknown },
          { label: 'Alternate phone', value: formatPhone(patient.alternatePhone), unknown },
          { label: 'Email', value: patient.email, unknown },
          { label: 'Address', value: addressOf(patient), unknown },
          { label: 'Caregiver', value: patient.caregiverName, unknown },
          {
            label: 'Next of kin',
            value: [patient.nextOfKinName, patient.nextOfKinRelationship, formatPhone(patient.nextOfKinPhone)]
              .filter(Boolean)
              .join(', '),
            unknown,
          },
          { label: 'Primary care', value: patient.pcpName, unknown },
        ]}
      />
    </Section>
  );
}

function GuarantorFacts({ patient }: { patient: Demographics }): ReactNode {
  const { guarantor } = patient;
  return (
    <Section
      title="Guarantor"
      heading="h2"
      action={
        <EditButton
          patient={patient}
          label={guarantor === null ? 'Add guarantor' : 'Edit guarantor'}
          {...(guarantor === null && { icon: <IconPlus size={14} aria-hidden /> })}
          render={(close) => <GuarantorDialog patient={patient} onClose={close} />}
        />
      }
    >
      {guarantor === null ? (
        <Text c="dimmed">No guarantor on file</Text>
      ) : (
        <Facts
          facts={[
            { label: 'Name', value: patientName({ ...guarantor, nameSuffix: null }) },
            { label: 'Relationship', value: guarantor.relationship, unknown },
            { label: 'Date of birth', value: guarantor.dateOfBirth && formatBirth(guarantor.dateOfBirth), unknown },
            { label: 'Phone', value: formatPhone(guarantor.cellPhone ?? guarantor.homePhone), unknown },
            { label: 'Email', value: guarantor.email, unknown },
            { label: 'Address', value: addressOf(guarantor), unknown },
          ]}
        />
      )}
    </Section>
  );
}
