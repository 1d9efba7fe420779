import { listPatients } from '@careloop/contracts/patients';
import { listPopulations, setPopulationPatient } from '@careloop/contracts/patients/populations';
import { Badge, Checkbox, Menu, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import classes from '../populations/Populations.module.css';

/** The populations a patient belongs to; whoever manages populations picks the patient for lists here. */
export function PatientPopulations({ patientId }: { patientId: number }): ReactNode {
  const query = useQuery(queryOf(listPopulations, { patientId }));
  const pick = useCall(setPopulationPatient, {
    invalidates: [listPopulations, listPatients],
    onError: 'toast',
    errorPrefix: 'Population not changed.',
  });
  if (query.data === undefined) return null;
  const { items, canManage } = query.data;
  const own = items.filter(({ hasPatient }) => hasPatient === true);
  const lists = canManage ? items.filter(({ kind }) => kind === 'list') : [];
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
      {own.length === 0 && <li>None</li>}
      {lists.length > 0 && (
        <li>
          <Menu closeOnItemClick={false} position="bottom-start">
            <Menu.Target>
              <UnstyledButton fz="sm" c="var(--mantine-color-anchor)">
                Change
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
              {lists.map(({ populationId, name, hasPatient }) => (
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
        </li>
      )}
    </ul>
  );
}
