import { Direction } from '@careloop/contracts/codes';

// Only what was sent has new answers. So that filter and the direction of what was received exclude each other: the one chosen last
// holds, instead of a list that is always empty.

/** @returns the search of a list after this direction was chosen */
export function withDirection(value: string) {
  const direction = Number(value) === Direction.all ? undefined : Number(value);
  return direction === Direction.incoming ? { direction, unread: undefined } : { direction };
}

/** @returns the search of a list after the filter for new answers was turned on or off */
export function withNewAnswers(isOn: boolean, direction: number | undefined) {
  if (!isOn) return { unread: undefined };
  return direction === Direction.incoming ? { unread: true, direction: undefined } : { unread: true };
}
