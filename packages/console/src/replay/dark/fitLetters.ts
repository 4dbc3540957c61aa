import type { Terminal } from '@xterm/xterm';

const LARGEST = 16;
const SMALLEST = 6;

/** Sets the largest font size, within limits, with which the terminal's screen fits into `box`. */
export const fitLetters = (terminal: Terminal, box: HTMLElement): void => {
  const screen = terminal.element?.querySelector<HTMLElement>('.xterm-screen');
  if (!screen || screen.offsetWidth === 0) return;
  const size = terminal.options.fontSize ?? LARGEST;
  const room = Math.min(box.clientWidth / screen.offsetWidth, box.clientHeight / screen.offsetHeight);
  const fitted = Math.min(LARGEST, Math.max(SMALLEST, Math.floor(size * room * 2) / 2));
  if (fitted !== size) terminal.options.fontSize = fitted;
};
