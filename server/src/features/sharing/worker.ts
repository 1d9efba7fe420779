import { defineWorker } from '../../core/worker.ts';
import { runAskAboutFax, runAskAboutLateFaxes } from './askAboutFaxes.ts';
import { emrJobs } from './emr/jobs.ts';
import { runPull } from './emr/runPull.ts';
import { endInterrupted } from './endInterrupted.ts';
import { sharingJobs } from './jobs.ts';
import { runSendPacket } from './sendPacket.ts';
import { askAboutTexts } from './sms/askAboutTexts.ts';
import { textJobs } from './sms/jobs.ts';
import { sendText } from './sms/sendText.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const sharingWorker = defineWorker(
  { ...emrJobs, ...sharingJobs, ...textJobs },
  {
    pullRecord: runPull,
    sendPacket: runSendPacket,
    askAboutFax: runAskAboutFax,
    askAboutLateFaxes: runAskAboutLateFaxes,
    endInterruptedDeliveries: endInterrupted,
    sendText,
    askAboutTexts,
  },
);
