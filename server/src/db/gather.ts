interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Answers together what is asked at the same time, by one statement for all: it costs little more than for one, and a round
 * trip wakes two processes. What arrives in one turn of the event loop goes out at once; what comes while an answer is under
 * way shares the next one.
 * @param answerAll as many answers as questions, in their order; when it fails, all of its questions do
 * @param most questions in one statement
 */
export function gather<Asked, Answer>(
  answerAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  most = 200,
): (asked: Asked) => Promise<Answer> {
  const waiting: Waiting<Asked, Answer>[] = [];
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
    while (waiting.length > 0) await answerSome();
    isRunning = false;
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isRunning) void run();
    });
}
