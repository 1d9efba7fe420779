import * as referralsContract from '@careloop/contracts/referrals';
import * as referralAdditionalInfo from '@careloop/contracts/referrals/additionalInfo';
import * as referralAppointments from '@careloop/contracts/referrals/appointments';
import * as referralClosing from '@careloop/contracts/referrals/closing';
import * as referralDeciding from '@careloop/contracts/referrals/deciding';
import * as referralDigest from '@careloop/contracts/referrals/digest';
import * as referralDrafts from '@careloop/contracts/referrals/drafts';
import * as referralExport from '@careloop/contracts/referrals/export';
import * as referralFilters from '@careloop/contracts/referrals/filters';
import * as referralProcessing from '@careloop/contracts/referrals/processing';
import * as referralRecord from '@careloop/contracts/referrals/record';
import * as recordScope from '@careloop/contracts/referrals/recordScope';
import * as referralReferrer from '@careloop/contracts/referrals/referrer';
import * as referralProtocols from '@careloop/contracts/referrals/protocols';
import * as referralSuggestions from '@careloop/contracts/referrals/suggestions';
import * as templateItems from '@careloop/contracts/referrals/templateItems';
import * as referralUnread from '@careloop/contracts/referrals/unread';
import * as referralUpdating from '@careloop/contracts/referrals/updating';
import * as referralWithdrawing from '@careloop/contracts/referrals/withdrawing';

import type { Feature } from '../../core/feature.ts';
import { referralDraftRoutes } from './draftRoutes.ts';
import { referralJobs } from './jobs.ts';
import { referralListRoutes } from './listRoutes.ts';
import { processRoutes } from './processRoutes.ts';
import { referralRecordRoutes } from './recordRoutes.ts';
import { referralRoutes } from './routes.ts';
import { templateItemRoutes } from './templateItemRoutes.ts';

export const referrals: Feature = {
  contracts: [
    referralsContract,
    referralDrafts,
    referralProcessing,
    referralAppointments,
    referralClosing,
    referralRecord,
    referralAdditionalInfo,
    referralExport,
    referralFilters,
    referralUpdating,
    referralWithdrawing,
    referralReferrer,
    recordScope,
    referralProtocols,
    referralSuggestions,
    referralUnread,
    referralDeciding,
    referralDigest,
    templateItems,
  ],
  routes: [
    referralListRoutes,
    referralRoutes,
    referralDraftRoutes,
    processRoutes,
    referralRecordRoutes,
    templateItemRoutes,
  ],
  jobs: referralJobs,
};
