import type { HeldLine } from '../screen/heldLine.ts';
import type { Moment } from '../screen/runningCommand.ts';
import type { Echo } from './echo.ts';
import { reasonBelow } from './notices.ts';

const CTRL_C = Buffer.from([3]);
/** Erases the line that a terminal collects for a program. */
const CTRL_U = Buffer.from([0x15]);
const PASTE_END = Buffer.from('\u001b[201~');
const QUIET_MS = 60;

/** Whether a terminal that should have erased what was typed still shows it; null where it never did. */
const isKept = ({ hint, texts }: HeldLine, after: HeldLine | null): boolean | null => {
  const typed = hint?.trim() ?? '';
  if (typed === '' || !texts.some((text) => text.includes(typed))) return null;
  return after?.texts.some((text) => text.includes(typed)) ?? false;
};

/**
 * Takes back a line that the machine shows but has not run, and says why; returns whether a terminal still shows it.
 */
export const createTakeBack = (deps: {
  send: (utf8: Buffer, done: () => void) => Moment;
  say: (text: string) => void;
  notice: (text: string) => void;
  read: () => Promise<HeldLine | null>;
  echo: Pick<Echo, 'quiet' | 'sent'>;
}): ((reason: string, line: HeldLine | null, isPasted: boolean) => Promise<boolean | null>) => {
  const press = (key: Buffer) => {
    deps.echo.sent(key);
    deps.send(key, () => undefined);
  };
  return async (reason, line, isPasted) => {
    // Until a paste ends, line editors take every key for a part of it.
    if (isPasted) press(PASTE_END);
    if (line?.isFull) {
      press(CTRL_C);
      deps.notice(reason);
      return null;
    }
    if (line === null || line.isAtPrompt) {
      deps.say(reasonBelow(reason, line ?? { below: 0 }));
      press(CTRL_C);
      await deps.echo.quiet(QUIET_MS);
      return null;
    }
    // The program that runs goes on: Ctrl-C would end it.
    press(CTRL_U);
    await deps.echo.quiet(QUIET_MS);
    const stays = isKept(line, await deps.read());
    deps.say(`${reasonBelow(reason, { below: 0 })}\r\n`);
    return stays;
  };
};
