import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { queryId } from '../fields.ts';
import { referral } from '../referrals.ts';
import { z } from 'zod';

export const getReferralAdditionalInfo = get('/provider/referrals/additional-info', {
  summary: 'Returns the referral of a work queue item with its attachments, for the receiver’s review.',
  auditText: 'A referral',
  access: signedIn,
  input: z.object({ workQueueEncounterId: queryId }),
  output: referral.pick({
    referralId: true,
    version: true,
    patient: true,
    status: true,
    statusCode: true,
    isOverdue: true,
    urgencyDays: true,
    urgency: true,
    dueAt: true,
    dateCreated: true,
    referralReason: true,
    additionalInfo: true,
    authorizationCode: true,
    diagnosis: true,
    diagnosisIcd10Code: true,
    caregiverName: true,
    cellPhone: true,
    givenSmsConsent: true,
    protocol: true,
    referredToName: true,
    specialtyName: true,
    referredToAddress: true,
    referredByUserFullName: true,
    referredByHealthcareProvider: true,
    comments: true,
    patientCharts: true,
    can: true,
  }),
});
