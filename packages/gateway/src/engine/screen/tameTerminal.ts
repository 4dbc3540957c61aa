import type { Terminal } from '@xterm/headless';

/** Repeat counts above this move everything off any screen there is. */
const MOST = 2_000;
/** Final bytes of sequences whose count is worked off one by one: repeat, insert, delete, scroll, tab. */
const COUNTED = ['b', 'L', 'M', 'S', 'T', 'I', 'Z', '@', 'P', 'X'];

/** A target may send any count; absurd ones are passed over, because obeying them would take minutes or gigabytes. */
export const tameTerminal = (terminal: Terminal): void => {
  for (const final of COUNTED) {
    terminal.parser.registerCsiHandler({ final }, ([count]) => typeof count === 'number' && count > MOST);
  }
};
