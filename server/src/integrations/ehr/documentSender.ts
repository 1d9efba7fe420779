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

/** Adds the documents of a packet to an EMR. Each has an identifier, so a repeated one is stored once. */
export function documentSender(ehr: Ehr): DeliverySender {
  return {
    vendor: 'fhir',
    mayRepeat: true,
    async send({ packet }) {
      if (packet === undefined) throw new UndeliverableError('There is nothing to export.');
      const { entry } = packetBundle.parse(JSON.parse(new TextDecoder().decode(packet.bytes)));
      try {
        for (const { resource } of entry) await ehr.create(resource, resource.masterIdentifier);
      } catch (error) {
        throw error instanceof EhrRefused ? new UndeliverableError(error.message, { cause: error }) : error;
      }
      return { vendorReference: null };
    },
  };
}
