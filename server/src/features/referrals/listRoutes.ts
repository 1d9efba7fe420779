import { todayIn } from '@careloop/contracts/fields/dates';
import { listReferrals, referralPageSize } from '@careloop/contracts/referrals';
import { exportReferrals, exportTexts, mostExportedReferrals } from '@careloop/contracts/referrals/export';
import { getReferralFilterValues } from '@careloop/contracts/referrals/filters';
import { countUnreadReferrals, readReferralAnswer } from '@careloop/contracts/referrals/unread';
import type { App } from '../../core/app.ts';
import { refused } from '../../platform/errors.ts';
import { readCount } from '../../platform/db/count.ts';
import { fileRoute } from '../../platform/http/fileRoute.ts';
import { route } from '../../platform/http/route.ts';
import { csvOf, findListed } from './exportList.ts';
import { findFilterValues } from './filterValues.ts';
import { countReferrals } from './listCounts.ts';
import { conditionsOf } from './listFilters.ts';
import { findPage } from './shared/queries/list.ts';
import { readAnswer } from './readAnswer.ts';
import { unreadCount } from './shared/queries/unread.ts';

/** The list of referrals, its filters and export, and what of it is unread. */
export function referralListRoutes(app: App): void {
  route(app, listReferrals, async ({ input, actor, db, setAuditSubject }) => {
    const conditions = await conditionsOf(db, actor, input);
    const [page, counts] = await Promise.all([
      findPage(db, actor, input, referralPageSize, conditions),
      input.withCounts && input.cursor === undefined ? countReferrals(db, actor, input, conditions) : null,
    ]);
    setAuditSubject({
      patientId: input.patientId ?? null,
      details: { referralIds: page.items.map((item) => item.referralId) },
    });
    return { ...page, counts };
  });

  route(app, getReferralFilterValues, ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId ?? null });
    return findFilterValues(db, actor, input);
  });

  fileRoute(app, exportReferrals, async ({ input, actor, db, setAuditSubject }) => {
    const { referralIds, patientIds } = await findListed(db, actor, input);
    if (referralIds.length > mostExportedReferrals) throw refused(exportTexts.tooMany);
    setAuditSubject({ patientId: input.patientId ?? null, details: { referralIds } });
    const fileName = `Referrals ${todayIn(input.timeZone)}.csv`;
    return { fileName, content: csvOf(db, referralIds, input.timeZone), patientIds };
  });

  route(app, countUnreadReferrals, async ({ actor, db }) => ({ unreadCount: await readCount(db, unreadCount(actor)) }));

  route(app, readReferralAnswer, async ({ input: { referralId, referralEventId }, actor, db }) => {
    await readAnswer(db, actor, { referralId, seen: referralEventId });
    return {};
  });
}
