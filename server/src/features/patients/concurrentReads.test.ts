import { canAccessPatient, getPatientInfo, getSectionCounts } from '@careloop/contracts/patients';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addToCareTeam, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('users who read at the same moment each get their own patients, and nobody another one', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const user = await buildUser(app.db);
      const patient = await buildPatient(app.db, { clientId: user.clientId, lastName: `Own${index}` });
      await addToCareTeam(app.db, patient, user);
      return { caller: await app.as(user), patientId: patient.patientId, lastName: `Own${index}` };
    }),
  );
  const reads = people.flatMap((reader) => people.map((owner) => ({ reader, owner })));
  const answers = await Promise.all(
    reads.map(async ({ reader, owner: { patientId } }) => ({
      info: (await reader.caller.call(getPatientInfo, { patientId })).body,
      access: await reader.caller.ok(canAccessPatient, { patientId }),
      counts: (await reader.caller.call(getSectionCounts, { patientId })).body,
    })),
  );
  expect(answers).toMatchObject(
    reads.map(({ reader, owner: { patientId, lastName } }) =>
      reader.patientId === patientId
        ? { info: { patientId, lastName }, access: { canAccessPatient: true }, counts: { careTeam: 1 } }
        : {
            info: { code: 'unauthorized_patient' },
            access: { canAccessPatient: false },
            counts: { code: 'unauthorized_patient' },
          },
    ),
  );
});
