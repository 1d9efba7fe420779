import { prepareAuditPartitions } from '../../platform/audit/jobs.ts';
import { preparePartitions } from '../../platform/audit/partitions.ts';
import { defineWorker } from '../../core/worker.ts';
import { managedClientJobs } from './clients/jobs.ts';
import { runRentFaxNumber } from './clients/rentFaxNumber.ts';
import { sendAdministratorChange } from './users/mailAdministrators.ts';
import { mailAdministratorChange } from '../../core/access/administratorChange.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const administrationWorker = defineWorker(
  { prepareAuditPartitions, ...managedClientJobs, mailAdministratorChange },
  {
    prepareAuditPartitions: preparePartitions,
    rentFaxNumber: runRentFaxNumber,
    mailAdministratorChange: sendAdministratorChange,
  },
);
