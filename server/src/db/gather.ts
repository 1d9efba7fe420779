interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

export interface GatherOptions {
  /** Questions in one statement. */
  most?: number;
  /**
   * So long an answer is waited for before further questions go on their own: on a connection that a firewall forgot it may
   * never come, and all calls of the process ask here.
   */
  patienceMs?: number;
}

/** Statements under way at most, on as many connections. */
const mostAtOnce = 4;

/**
 * Answers together what is asked at the same time, by one statement for all: it costs little more than for one, and a round
 * trip wakes two processes. What arrives in one turn of the event loop goes out at once; what comes while an answer is under
 * way shares the next one, unless that takes too long.
 * @param answerAll as many answers as questions, in their order; when it fails, all of its questions do
 */
export function gather<Asked, Answer>(
  answerAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  { most = 200, patienceMs = 250 }: GatherOptions = {},
): (asked: Asked) => Promise<Answer> {
  const waiting: Waiting<Asked, Answer>[] = [];
  const underWay = new Set<Promise<void>>();
  let isRunning = false;

  async function answerSome(): Promise<void> {
    const some = waiting.splice(0, most);
    try {
      const answers = await answerAll(some.map(({ asked }) => asked));
      // As many as were asked: a missing one is the caller's undefined.
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      if (underWay.size >= mostAtOnce) await Promise.race(underWay);
      const answering = answerSome();
      underWay.add(answering);
      void answering.then(() => underWay.delete(answering));
      await within(patienceMs, answering);
    }
    isRunning = false;
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isRunning) void run();
    });
}

/** Resolves when the work is done, or takes longer. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, isOver]);
  clearTimeout(timer);
}
