import { CLOSE_CODES } from '@gatehouse/contract/wire/gateway.ts';
import { withoutReports } from '../screen/keys/typed.ts';
import { createInputStream } from './inputStream.ts';
import type { Link } from './link.ts';

/** Input of the attached window on its way to the shell. */
export type Keyboard = {
  /** A window attaches; returns how much of its input has arrived. */
  begin: (client_id: string) => number;
  take: (link: Link, offset: number, payload: Buffer) => void;
  /** While locked, input is accepted and dropped. */
  lock: (locked: boolean) => void;
  stop: () => void;
};

/** Starts unlocked. */
export const createKeyboard = (deps: {
  /** Sends UTF-8 input on. */
  write: (utf8: Buffer, done: () => void) => void;
  window: () => Link | null;
  /** The user typed something. */
  onTyped: () => void;
}): Keyboard => {
  let isLocked = false;
  const input = createInputStream({
    write: deps.write,
    ack: (received) => deps.window()?.text({ type: 'input_ack', received }),
  });

  return {
    begin: input.begin,
    take: (link, offset, payload) => {
      const fresh = input.take(offset, payload);
      if (fresh === 'gap') return link.close(CLOSE_CODES.refused);
      if (!fresh) return;
      if (isLocked) return input.discard(fresh.length);
      if (withoutReports(fresh.toString('utf8')) !== '') deps.onTyped();
      if (input.write(Buffer.from(fresh))) return;
      link.text({ type: 'notice', code: 'input_overflow', params: {} });
    },
    lock: (locked) => {
      isLocked = locked;
    },
    stop: input.stop,
  };
};
