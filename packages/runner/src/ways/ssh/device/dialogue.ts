import type { ClientChannel } from 'ssh2';
import { legible } from '../../../engine/legible.ts';
import { drawn } from './drawn.ts';

/** What a device waits for at the end of its output. */
export type Question = 'command' | 'secret' | 'confirmation';
/** What it printed, the line in which it asks, and for what. */
export type Answer = { text: string; question: string; asks: Question };

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

/** How much of the end of an output is looked at for a question: a device may print a line without end. */
const MOST_LINE = 512;
/** How much of a line without end waits for its end, and how much of an answer is held, where it is printed. */
const MOST_OPEN = 64 * 1024;
const MOST_HEAD = 16 * 1024;
/** How much of the end of a line tells its echo. */
const ECHO = 100;
/** Most output, pages of one answer that are turned, and how long an answer may take. */
const usual = { output: 1024 * 1024, pages: 200, stepMs: 20_000 };
/** How long the end of the output must stay as it is to count: a device prints in pieces. */
const SETTLE_MS = 150;
/** The same for what looks like a prompt, and has nothing of the first prompt: the name of the device may change. */
const DOUBT_MS = 1_500;

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

/** The name of the device, or of the user, in a prompt. */
const nameIn = (line: string): string => /[\p{L}\p{N}_][\p{L}\p{N}_.@-]*/u.exec(line)?.[0] ?? '';

type Hearing = {
  limits?: typeof usual;
  /** Receives what the device answers to what it was told, line by line; the answers then hold their beginning only. */
  print?: ((text: string) => void) | undefined;
};

/** What a device printed since it was told something. Where it is passed on, only the beginning and the open line are held. */
const createTranscript = (print: Hearing['print']) => {
  let [output, head] = ['', ''];
  const passOn = (length: number, isAnswer: boolean): void => {
    if (!print || length === 0) return;
    const text = drawn(output.slice(0, length));
    output = output.slice(length);
    if (isAnswer) print(text);
    if (head.length < MOST_HEAD) head += text;
  };
  return {
    add: (text: string, isAnswer: boolean): void => {
      output += text;
      passOn(output.length > MOST_OPEN ? output.length : output.lastIndexOf('\n') + 1, isAnswer);
    },
    text: () => legible(head + output),
    end: () => legible(output.slice(-MOST_LINE)),
    /** Takes a question for the next page back. */
    turn: (): void => {
      output = output.slice(0, output.lastIndexOf('\n') + 1);
    },
    /** Passes everything on. */
    flush: (isAnswer: boolean): void => passOn(output.length, isAnswer),
    clear: (): void => {
      [output, head] = ['', ''];
    },
  };
};

/** A conversation with the command line of a device: one line, then what it answers until it asks for the next. */
export const openDialogue = (
  channel: ClientChannel,
  signal: AbortSignal,
  { limits = usual, print }: Hearing = {},
) => {
  const heard = createTranscript(print);
  /** The name in the first prompt; undefined before it. */
  let name: string | undefined;
  let total = 0;
  let isClosed = false;
  let wake: () => void = () => undefined;
  const decoder = new TextDecoder();
  channel.on('data', (bytes: Buffer) => {
    total += bytes.length;
    if (total <= limits.output) heard.add(decoder.decode(bytes, { stream: true }), name !== undefined);
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
  const failed = (key: DialogueFailure['key']): DialogueFailure => {
    const text = heard.text();
    heard.flush(name !== undefined);
    return new DialogueFailure(key, text);
  };
  const patience = (asks: Question | 'page', line: string): number =>
    asks === 'command' && name !== undefined && !line.includes(name) ? DOUBT_MS : SETTLE_MS;

  /** Waits until the device asks for something. */
  const answer = async (sent: string): Promise<Answer> => {
    let pages = 0;
    for (const late = Date.now() + limits.stepMs; ; ) {
      if (total > limits.output || pages > limits.pages) throw failed('machine_too_much');
      if (isClosed) throw failed('machine_broke_off');
      // Only the end: this is done for every piece that arrives.
      const end = heard.end();
      const asks = askedIn(end, sent);
      const [seen, left] = [total, late - Date.now()];
      if (left <= 0) throw failed('machine_no_answer_in_time');
      await change(asks ? Math.min(patience(asks, end), left) : left);
      if (!asks || total !== seen || isClosed) continue;
      if (asks !== 'page') return { text: heard.text(), question: openLine(end), asks };
      pages += 1;
      heard.turn();
      channel.write(' ');
    }
  };
  return {
    /** What the device prints before it is told anything. */
    begin: async (): Promise<Answer> => {
      const found = await answer('');
      name = nameIn(found.question);
      return found;
    },
    send: (line: string): Promise<Answer> => {
      // The line in which the device waits stands before the echo.
      heard.flush(true);
      heard.clear();
      channel.write(`${line}\r`);
      return answer(line);
    },
  };
};

export type Dialogue = ReturnType<typeof openDialogue>;
