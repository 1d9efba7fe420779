import { messagePriority } from '@careloop/contracts/codes';
import type { Message } from '@careloop/contracts/messages';
import type { ReactNode } from 'react';
import { authorOf, personName } from '../shared/people.ts';
import { useSession } from '../../../session/useSession.ts';
import { formatNamedDateTime } from '../../../ui/dates.ts';
import { groupByDay, paperDayLabel } from '../thread/messageDays.ts';
import classes from './Printed.module.css';
import { rangeLabel, type PrintRange } from './printParts.ts';
import { formatNumber } from '../../../ui/numbers.ts';

export interface PrintedPartProps {
  range: PrintRange;
  messages: readonly Message[];
  printedAt: Date;
}

/** The printed pages: every message of the part with author, time and documents. Hidden on screen. */
export function PrintedPart({ range, messages, printedAt }: PrintedPartProps): ReactNode {
  const { user } = useSession();
  const [first, last] = [messages[0], messages.at(-1)];
  return (
    <section className={classes['part']}>
      <p className={classes['range']}>
        <strong>{rangeLabel(range)}</strong>
        {first !== undefined && last !== undefined && (
          <>
            {' '}
            · {formatNamedDateTime(first.dateSent)} to {formatNamedDateTime(last.dateSent)}
          </>
        )}{' '}
        · Printed {formatNamedDateTime(printedAt)} by {personName(user)}
      </p>
      {groupByDay(messages).map((day) => (
        <section key={day.key}>
          <h3 className={classes['day']}>{paperDayLabel(day)}</h3>
          {day.messages.map(({ message }) => (
            <PrintedMessage key={message.sequence} message={message} />
          ))}
        </section>
      ))}
    </section>
  );
}

function PrintedMessage({ message }: { message: Message }): ReactNode {
  const { sequence, dateSent, priority, attachments } = message;
  return (
    <div className={classes['message']}>
      <p className={classes['head']}>
        <strong>{authorOf(message)}</strong> · {formatNamedDateTime(dateSent)}
        {priority === messagePriority.table.urgent && ' · Urgent'} · No. {formatNumber(sequence)}
      </p>
      <div className={classes['text']} dir="auto">
        {message.message}
      </div>
      {attachments.length > 0 && (
        <p className={classes['head']}>Attached: {attachments.map(({ documentName }) => documentName).join(', ')}</p>
      )}
    </div>
  );
}
