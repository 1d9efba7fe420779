import { busiestUserId } from '../generate/population.ts';
import { openSessions } from '../world/sessions.ts';
import type { World } from '../world/world.ts';

/** Somebody who asks for their conversations. */
export interface Messenger {
  userId: number;
  token: string;
}

/**
 * Who asks: everybody who is signed in or, where the scale has somebody with the conversations of years, that person
 * alone, so that growth is what they would feel.
 */
export async function chooseMessengers(world: World): Promise<Messenger[]> {
  const { scale, client, sessionSecret } = world;
  if (scale.busiest.conversations === 0) return world.sessions;
  return openSessions(client, sessionSecret, [busiestUserId]);
}
