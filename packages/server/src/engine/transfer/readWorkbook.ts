import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReadWorkbook, WorkbookToRead } from './workbookReader.ts';

const script = fileURLToPath(new URL('./workbookReader.ts', import.meta.url));
const memoryMegabytes = 768;
const usualPatienceMs = 30_000;
/** How long an idle reader waits for the next workbook. */
const idleMs = 3_000;

type Reader = { process: ChildProcess; leave: NodeJS.Timeout };
let waiting: Reader | undefined;

const startReader = (): ChildProcess => {
  const reader = fork(script, {
    execArgv: [`--max-old-space-size=${memoryMegabytes}`],
    // The reader gets no environment variables: the master key may be among them.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  reader.on('error', () => reader.kill('SIGKILL'));
  return reader;
};

const takeReader = (): ChildProcess => {
  if (!waiting?.process.connected) return startReader();
  clearTimeout(waiting.leave);
  const { process: reader } = waiting;
  waiting = undefined;
  return reader;
};

/** Keeps a reader for the next workbook; it does not keep the server running. */
const keepReader = (reader: ChildProcess): void => {
  reader.unref();
  reader.channel?.unref();
  waiting = { process: reader, leave: setTimeout(() => reader.kill('SIGKILL'), idleMs).unref() };
};

/**
 * The rows of a workbook's first sheet. A file of one kilobyte may have a cell in the last row and column,
 * and the parser creates all cells before it. It therefore runs in a process of its own with limited memory
 * and time.
 */
export const readWorkbook = async (
  task: WorkbookToRead,
  patienceMs: number = usualPatienceMs,
): Promise<ReadWorkbook> => {
  const reader = takeReader();
  reader.ref();
  reader.channel?.ref();
  const impatience = setTimeout(() => reader.kill('SIGKILL'), patienceMs);
  const { promise, resolve } = Promise.withResolvers<ReadWorkbook>();
  // The reader ended without an answer, most likely out of memory or time: the sheet holds more than the size
  // of its file suggests.
  const dead = () => resolve('too much');
  reader.once('message', resolve).once('exit', dead).once('error', dead);
  reader.send(task, () => undefined);
  const found = await promise;
  clearTimeout(impatience);
  reader.off('message', resolve).off('exit', dead).off('error', dead);
  if (reader.connected && reader.exitCode === null && !reader.killed) keepReader(reader);
  return found;
};
