import { prepareAuditPartitions } from '../../platform/audit/jobs.ts';
import { preparePartitions } from '../../platform/audit/partitions.ts';
import { removeStrayFiles } from '../../platform/storage/jobs.ts';
import { removeStrays } from '../../platform/storage/removeStrays.ts';
import { defineWorker } from '../../core/worker.ts';
import { managedClientJobs } from './clients/jobs.ts';
import { runRentFaxNumber } from './clients/rentFaxNumber.ts';
import { sendAdministratorChange } from './users/mailAdministrators.ts';
import { mailAdministratorChange } from '../../core/access/administratorChange.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const administrationWorker = defineWorker(
  { prepareAuditPartitions, removeStrayFiles, ...managedClientJobs, mailAdministratorChange },
  {
    prepareAuditPartitions: preparePartitions,
    removeStrayFiles: (deps, _, { signal }) => removeStrays(deps, { signal }),
    rentFaxNumber: runRentFaxNumber,
    mailAdministratorChange: sendAdministratorChange,
  },
);
