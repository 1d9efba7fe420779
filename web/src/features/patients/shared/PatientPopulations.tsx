import type { PatientOverview } from '@careloop/contracts/patients/overview';
import { listPopulations, managingPopulations, setPopulationPatient } from '@careloop/contracts/patients/populations';
import { Badge, Checkbox, Menu, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { LoadingMenuItem } from '../../../ui/LoadingMenuItem.tsx';
import classes from '../populations/Populations.module.css';

interface PatientPopulationsProps {
  patientId: number;
  /** Populations the patient belongs to. */
  own: PatientOverview['populations'];
  /** Whether the user may edit the patient: emergency access only reads. */
  canEdit: boolean;
}

/** The populations a patient belongs to; users who manage populations can add the patient to lists here. */
export function PatientPopulations({ patientId, own, canEdit }: PatientPopulationsProps): ReactNode {
  const { can } = useSession();
  return (
    <ul className={classes['groups']} aria-label="Populations">
      {own.map(({ populationId, name }) => (
        <li key={populationId}>
          <Badge
            variant="light"
            tt="none"
            renderRoot={(props) => <Link to="/Patients" search={{ populationId }} {...props} />}
          >
            {name}
          </Badge>
        </li>
      ))}
      {own.length === 0 && <li className={classes['none']}>None</li>}
      {canEdit && can(managingPopulations) && (
        <li>
          <PickedLists patientId={patientId} />
        </li>
      )}
    </ul>
  );
}

function PickedLists({ patientId }: { patientId: number }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...queryOf(listPopulations, { patientId }), enabled: isOpen });
  const lists = query.data?.items.filter(({ kind }) => kind === 'list');
  const pick = useCall(setPopulationPatient, {
    onError: 'toast',
    errorPrefix: 'Population not changed.',
  });
  return (
    <Menu opened={isOpen} onChange={setOpen} closeOnItemClick={false} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes['change']}>Change</UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {lists === undefined && <LoadingMenuItem query={query} />}
        {lists?.length === 0 && <Menu.Label>No population is picked by hand</Menu.Label>}
        {lists?.map(({ populationId, name, hasPatient }) => (
          <Menu.Item
            key={populationId}
            role="menuitemcheckbox"
            aria-checked={hasPatient === true}
            disabled={pick.isPending}
            leftSection={<Checkbox.Indicator size="xs" checked={hasPatient === true} />}
            onClick={() => pick.mutate({ populationId, patientId, isPicked: hasPatient !== true })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
