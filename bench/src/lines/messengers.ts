import { busiestUserId } from '../generate/population.ts';
import { openSessions } from '../world/sessions.ts';
import type { World } from '../world/world.ts';

/** A user who requests their conversations. */
export interface Messenger {
  userId: number;
  token: string;
}

/**
 * The requesting users: everyone who is signed in or, if the scale has a user with years of conversations, only that
 * user, so that growth is measured as they experience it.
 */
export async function chooseMessengers(world: World): Promise<Messenger[]> {
  const { scale, client, sessionSecret } = world;
  if (scale.busiest.conversations === 0) return world.sessions;
  return openSessions(client, sessionSecret, [busiestUserId]);
}
