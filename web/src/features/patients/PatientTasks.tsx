import type { PatientInfo } from '@careloop/contracts/patients';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TaskList } from '../tasks/shared/TaskList.tsx';
import classes from './PatientRecord.module.css';

const page = getRouteApi('/Patient/$patientId');

/** The tasks about a patient; the open one is kept in the address. */
export function PatientTasks({ patient }: { patient: PatientInfo }): ReactNode {
  const { taskId: openId } = page.useSearch();
  const navigate = page.useNavigate();
  const open = (taskId: number | undefined) =>
    void navigate({ search: { section: 'tasks', taskId }, replace: taskId === undefined });
  return (
    <div className={classes.tasks}>
      <TaskList
        patientId={patient.patientId}
        allowance={patient.can.addEncounter}
        opened={{ openId, onOpen: open, isInAddress: true }}
      />
    </div>
  );
}
