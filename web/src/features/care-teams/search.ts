import { z } from 'zod';
import { integer } from '../../lib/search.ts';

export const invitationsSearch = z.object({
  /** Only the invitations to this patient's care team. */
  patientId: integer(1),
  careTeamMemberId: integer(1),
});
