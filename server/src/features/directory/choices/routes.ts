import { choicePageSize, findProviderChoices, mostChoices } from '@careloop/contracts/directory/choices';

import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { findChoices } from './findChoices.ts';
import { findChoiceSubject } from './patient.ts';

export function choiceRoutes(app: App): void {
  route(app, findProviderChoices, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId ?? null });
    const subject = await findChoiceSubject(db, actor, input);
    const { plans, isOwnClient, clientName } = subject;
    const about = { plans, figuresClientName: isOwnClient ? clientName : null };
    const { searchTerm, healthcareProviderSpecialtyId, healthcareProviderId } = input;
    if (searchTerm === '' && healthcareProviderSpecialtyId === undefined && healthcareProviderId === undefined)
      return { items: [], hasMore: false, isLimited: false, ...about };
    const offset = (input.page - 1) * choicePageSize;
    const { items, isLimited } = await findChoices(db, subject, input, { limit: choicePageSize + 1, offset });
    const hasMore = items.length > choicePageSize && offset + choicePageSize < mostChoices;
    return { items: items.slice(0, choicePageSize), hasMore, isLimited, ...about };
  });
}
