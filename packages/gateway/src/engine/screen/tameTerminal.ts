import type { Terminal } from '@xterm/headless';

/** Maximum count that is executed; higher ones would move everything off any screen. */
const MOST = 2_000;
/**
 * Final bytes of sequences whose count is executed step by step: repeat, insert, delete, erase, scroll, tab.
 */
const COUNTED = ['b', 'L', 'M', 'S', 'T', 'I', 'Z', '@', 'P', 'X'];

const HYPERLINK = 8;

/**
 * Output may name any count; absurd ones are ignored, because executing them would take minutes or gigabytes. The targets
 * of links are not shown, and would be kept for each character.
 */
export const tameTerminal = (terminal: Terminal): void => {
  for (const final of COUNTED) {
    terminal.parser.registerCsiHandler({ final }, ([count]) => typeof count === 'number' && count > MOST);
  }
  terminal.parser.registerOscHandler(HYPERLINK, () => true);
};
