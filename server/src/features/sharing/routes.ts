import {
  emailCharts,
  exportTexts,
  faxCharts,
  listSentDeliveries,
  markDeliverySeen,
  openSentPacket,
  reportFax,
  sendAgain,
} from '@careloop/contracts/sharing/documentExport';

import { authorize } from '../../core/access/authorize.ts';
import { AppError, refused } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { fileRoute } from '../../platform/http/fileRoute.ts';
import { publicRoute, route } from '../../platform/http/route.ts';
import { hasService } from '../../core/integrations/senders.ts';
import { isWebhookToken } from '../../core/integrations/webhookToken.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { regularAccessPolicy } from '../patients/shared/policy.ts';
import { markSeen, resend } from './changeDelivery.ts';
import { askAboutFax } from './jobs.ts';
import { repeatPolicy, seenPolicy } from './policy.ts';
import { findOpenPatient } from '../../core/access/patientAccess.ts';
import { failingChannels, findSentDeliveries, findSharedDelivery } from './shared/queries.ts';
import { sendDirect, sendFax } from './sendCharts.ts';

/** Faxes and Direct messages of charts (docs/domain/sharing.md). */
export function sharingRoutes(app: App): void {
  const { config, senders, sessionSecret } = app.deps;

  route(app, faxCharts, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findOpenPatient(db, actor, input.patientId);
    const authorized = authorize(actor, regularAccessPolicy, 'sendCharts', patient);
    return { ...(await sendFax(db, actor, authorized, input, config)), hasService: hasService(senders, 'fax') };
  });

  route(app, emailCharts, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findOpenPatient(db, actor, input.patientId);
    const authorized = authorize(actor, regularAccessPolicy, 'sendCharts', patient);
    return { ...(await sendDirect(db, actor, authorized, input, config)), hasService: hasService(senders, 'direct') };
  });

  route(app, listSentDeliveries, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findOpenPatient(db, actor, input.patientId);
    return await findSentDeliveries(db, actor, patient, senders, input.cursor);
  });

  fileRoute(app, openSentPacket, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'delivery', subjectId: input.deliveryId });
    const { patientId, delivery } = await findSharedDelivery(db, actor, input.deliveryId);
    setAuditSubject({ patientId });
    const { packet_storage_key: key, packet_bytes: byteCount } = delivery;
    if (delivery.channel === 'emr') throw refused(exportTexts.noPacket);
    if (key === null || byteCount === null) throw refused(exportTexts.notReady);
    const content = await app.deps.storage.stream(key);
    return { fileName: `charts-${input.deliveryId}.pdf`, byteCount, content, patientIds: [patientId] };
  });

  route(app, sendAgain, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'delivery', subjectId: input.deliveryId });
    const sent = await findSharedDelivery(db, actor, input.deliveryId, { isLocked: true });
    const row = { ...sent, hasService: hasService(senders, sent.delivery.channel) };
    return await resend(db, actor, authorize(actor, repeatPolicy, 'sendAgain', row), input.attemptCount);
  });

  route(app, markDeliverySeen, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'delivery', subjectId: input.deliveryId });
    const sent = await findSharedDelivery(db, actor, input.deliveryId, { isLocked: true, channels: failingChannels });
    return await markSeen(db, actor, authorize(actor, seenPolicy, 'markSeen', sent));
  });

  publicRoute(app, reportFax, async ({ input, db }) => {
    if (!isWebhookToken(sessionSecret, input.reference, input.token)) throw new AppError('not_found');
    const attempt = await db
      .selectFrom('delivery_attempt')
      .select('delivery_id')
      .where('reference', '=', input.reference)
      .executeTakeFirst();
    // Its words are not taken: the service itself is asked, with our credentials.
    if (attempt !== undefined) await enqueue(db, askAboutFax, { deliveryId: attempt.delivery_id });
    return {};
  });
}
