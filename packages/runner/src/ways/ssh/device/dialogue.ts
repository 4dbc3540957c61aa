import type { ClientChannel } from 'ssh2';
import { legible } from '../../../engine/legible.ts';

/** What a device waits for at the end of its output. */
export type Question = 'command' | 'secret' | 'confirmation';
export type Answer = { text: string; asks: Question };

/** Why a dialogue ended early. */
export class DialogueFailure extends Error {
  readonly key: 'machine_too_much' | 'machine_broke_off' | 'machine_no_answer_in_time';
  readonly output: string;
  constructor(key: DialogueFailure['key'], output: string) {
    super(key);
    this.key = key;
    this.output = output;
  }
}

const MOST_OUTPUT = 1024 * 1024;
/** How much of the end of an output is looked at for a question: a device may print a line without end. */
const MOST_LINE = 512;
/** How much of the end of a line tells its echo. */
const ECHO = 100;
/** Pages of one answer that are turned. */
const MOST_PAGES = 200;
/** How long the end of the output must stay as it is to count: a device prints in pieces. */
const SETTLE_MS = 150;
const STEP_MS = 20_000;

const prompt = /^(?:[\w<[(~*].{0,160})?[>#$%\]]\s*$/u;
const secret = /(?:password|passwort|passphrase|密码|密碼|パスワード).{0,60}[:：]\s*$/iu;
const confirm = /[[(]\s*(?:y(?:es)?\s*[/|,]\s*no?|confirm)\b.{0,40}$/i;
const page = /(?:-+\s*\(?more\b.*-+|<-+\s*more\s*-+>|press any key\b.*)$/i;

/** The line in which the device waits, without what it overwrote there. */
const openLine = (text: string): string => {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  return line.slice(line.replace(/\r+$/, '').lastIndexOf('\r') + 1).trim();
};

/** What the end of the output asks for; null while the device may go on. `sent`: the line whose echo may stand there. */
export const askedIn = (output: string, sent: string): Question | 'page' | null => {
  const line = openLine(output.slice(-MOST_LINE));
  if (line === '' || (sent !== '' && line.endsWith(sent.trim().slice(-ECHO)))) return null;
  if (page.test(line)) return 'page';
  if (secret.test(line)) return 'secret';
  if (confirm.test(line)) return 'confirmation';
  return prompt.test(line) ? 'command' : null;
};

/** A conversation with the command line of a device: one line, then what it answers until it asks for the next. */
export const openDialogue = (channel: ClientChannel, signal: AbortSignal) => {
  let output = '';
  let total = 0;
  let isClosed = false;
  let wake: () => void = () => undefined;
  const decoder = new TextDecoder();
  channel.on('data', (bytes: Buffer) => {
    total += bytes.length;
    if (total <= MOST_OUTPUT) output += decoder.decode(bytes, { stream: true });
    wake();
  });
  channel.stderr.resume();
  const close = () => {
    isClosed = true;
    wake();
  };
  channel.on('error', close).on('close', close);
  signal.addEventListener('abort', close, { once: true });

  const change = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const told = () => legible(output);
  /** Waits until the device asks for something. */
  const answer = async (sent: string): Promise<Answer> => {
    let pages = 0;
    for (const late = Date.now() + STEP_MS; ; ) {
      if (total > MOST_OUTPUT || pages > MOST_PAGES) throw new DialogueFailure('machine_too_much', told());
      if (isClosed) throw new DialogueFailure('machine_broke_off', told());
      // Only the end: this is done for every piece that arrives.
      const asks = askedIn(legible(output.slice(-MOST_LINE)), sent);
      const [seen, left] = [total, late - Date.now()];
      if (left <= 0) throw new DialogueFailure('machine_no_answer_in_time', told());
      await change(asks ? Math.min(SETTLE_MS, left) : left);
      if (!asks || total !== seen || isClosed) continue;
      if (asks !== 'page') return { text: told(), asks };
      pages += 1;
      output = output.slice(0, output.lastIndexOf('\n') + 1);
      channel.write(' ');
    }
  };
  return {
    /** What the device prints before it is told anything. */
    begin: () => answer(''),
    send: (line: string): Promise<Answer> => {
      output = '';
      channel.write(`${line}\r`);
      return answer(line);
    },
  };
};

export type Dialogue = ReturnType<typeof openDialogue>;
