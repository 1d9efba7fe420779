import { z } from 'zod';

/** Content of a packet's cover page, as stored with the delivery. */
export const deliveryCover = z.object({
  fromName: z.string(),
  fromOrganization: z.string(),
  /** The patient's identification on the day the charts were sent. */
  patient: z.object({ name: z.string(), identity: z.string() }),
  flags: z.array(z.string()),
  condensePages: z.boolean(),
});
export type DeliveryCover = z.output<typeof deliveryCover>;
