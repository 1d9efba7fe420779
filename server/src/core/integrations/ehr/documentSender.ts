import { z } from 'zod';

import { UndeliverableError } from '../sender.ts';
import type { DeliverySender } from '../sender.ts';
import { EhrRefused } from './port.ts';
import type { Ehr } from './port.ts';

const packetBundle = z.object({
  entry: z.array(
    z.object({
      resource: z.looseObject({
        resourceType: z.string(),
        masterIdentifier: z.object({ system: z.string(), value: z.string() }),
      }),
    }),
  ),
});

/** No further document is begun after this time, so that the last one ends within lostAfterMs(). */
const exportWithinMs = 8 * 60_000;

/** Adds the documents of a packet to an EMR. Each has an identifier, so a repeated one is stored once. */
export function documentSender(ehr: Ehr, withinMs = exportWithinMs): DeliverySender {
  return {
    vendor: 'fhir',
    mayRepeat: true,
    async send({ packet }) {
      if (packet === undefined) throw new UndeliverableError('There is nothing to export.');
      const { entry } = packetBundle.parse(JSON.parse(new TextDecoder().decode(packet.bytes)));
      const until = performance.now() + withinMs;
      try {
        for (const [index, { resource }] of entry.entries()) {
          const isLate = index > 0 && performance.now() > until;
          if (isLate) throw new Error(`The EMR accepted only ${index} of ${entry.length} documents in time.`);
          await ehr.create(resource, resource.masterIdentifier);
        }
      } catch (error) {
        throw error instanceof EhrRefused ? new UndeliverableError(error.message, { cause: error }) : error;
      }
      return { vendorReference: null };
    },
  };
}
