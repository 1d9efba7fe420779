import { z } from 'zod';

/** What stands on the cover page of a packet besides the charts, as it is kept with the delivery. */
export const deliveryCover = z.object({
  fromName: z.string(),
  fromOrganization: z.string(),
  /** Who the charts are about, as of the day they were sent. */
  patient: z.string(),
  flags: z.array(z.string()),
  condensePages: z.boolean(),
});
export type DeliveryCover = z.output<typeof deliveryCover>;
