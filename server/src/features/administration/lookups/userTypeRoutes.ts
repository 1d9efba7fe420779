import {
  archiveUserType,
  deleteUserType,
  getUserType,
  listUserTypes,
  saveUserType,
} from '@careloop/contracts/administration/userTypes';

import { authorize } from '../../../core/access/authorize.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { userTypePolicy as policy } from '../policy.ts';
import { archiveEntry, saveEntry } from './saveEntry.ts';
import { deleteType, findType, listTypes, typeToSave, userTypesOf } from './userTypes.ts';

/** Routes for managing user types. */
export function userTypeRoutes(app: App): void {
  route(app, listUserTypes, ({ input, actor, db }) => listTypes(db, actor, input));
  route(app, getUserType, ({ input, actor, db }) => findType(db, actor, input.id));

  route(app, saveUserType, async ({ input, actor, db }) => {
    authorize(actor, policy, 'save', await typeToSave(db, actor, input));
    return saveEntry(db, actor, userTypesOf(actor), input);
  });

  route(app, archiveUserType, async ({ input, actor, db }) => {
    authorize(actor, policy, 'save', await findType(db, actor, input.id));
    return archiveEntry(db, actor, userTypesOf(actor), input);
  });

  route(app, deleteUserType, async ({ input, actor, db }) =>
    deleteType(db, actor, authorize(actor, policy, 'remove', await findType(db, actor, input.id)), input),
  );
}
