import type { ITheme } from '@xterm/xterm';

const gatehouse: ITheme = {
  background: '#0D1117',
  foreground: '#D5DDE8',
  cursor: '#E0AE3F',
  cursorAccent: '#0D1117',
  selectionBackground: '#28405F',
  black: '#1C2430',
  red: '#FF8F85',
  green: '#5CCB96',
  yellow: '#EDB458',
  blue: '#85B0F8',
  magenta: '#B79BF0',
  cyan: '#5CC6D0',
  white: '#D5DDE8',
  brightBlack: '#8290A3',
  brightRed: '#FFB0A8',
  brightGreen: '#8BE0B5',
  brightYellow: '#F6CF8A',
  brightBlue: '#AECBFF',
  brightMagenta: '#D2C0FA',
  brightCyan: '#93DEE5',
  brightWhite: '#FFFFFF',
};

const contrast: ITheme = {
  ...gatehouse,
  background: '#000000',
  foreground: '#FFFFFF',
  cursor: '#FFD866',
  cursorAccent: '#000000',
  selectionBackground: '#2F5C9E',
  red: '#FF6B60',
  green: '#3DF09A',
  yellow: '#FFD866',
  blue: '#8FBCFF',
  magenta: '#D7B8FF',
  cyan: '#5FE8F2',
  brightBlack: '#A8B3C2',
};

const paper: ITheme = {
  background: '#FBFBF8',
  foreground: '#18202C',
  cursor: '#8A6410',
  cursorAccent: '#FBFBF8',
  selectionBackground: '#C9DCF8',
  black: '#18202C',
  red: '#BA2318',
  green: '#0F7A4F',
  yellow: '#8A6410',
  blue: '#1E58C0',
  magenta: '#6941B8',
  cyan: '#0F6E78',
  white: '#5F6B7D',
  brightBlack: '#5F6B7D',
  brightRed: '#A11D13',
  brightGreen: '#0B6541',
  brightYellow: '#73530D',
  brightBlue: '#17449A',
  brightMagenta: '#57359B',
  brightCyan: '#0B5962',
  brightWhite: '#303B4C',
};

const solarized: ITheme = {
  background: '#002B36',
  foreground: '#93A1A1',
  cursor: '#EEE8D5',
  cursorAccent: '#002B36',
  selectionBackground: '#0F4C5C',
  black: '#073642',
  red: '#DC322F',
  green: '#859900',
  yellow: '#B58900',
  blue: '#268BD2',
  magenta: '#D33682',
  cyan: '#2AA198',
  white: '#EEE8D5',
  brightBlack: '#657B83',
  brightRed: '#CB4B16',
  brightGreen: '#93A32B',
  brightYellow: '#C9A227',
  brightBlue: '#6CB4E4',
  brightMagenta: '#8C90DA',
  brightCyan: '#5FC4BB',
  brightWhite: '#FDF6E3',
};

/** Colour sets of the terminal; the names are keys under `luna:theme`. */
export const terminalThemes = { gatehouse, contrast, solarized, paper };

/** Name of a colour set. */
export type TerminalTheme = keyof typeof terminalThemes;

/** Whether a text names a colour set. */
export const isTerminalTheme = (name: unknown): name is TerminalTheme =>
  typeof name === 'string' && Object.hasOwn(terminalThemes, name);

/** Highlights of found text. */
export const findDecorations = {
  matchBackground: '#54401C',
  matchOverviewRuler: '#EDB458',
  activeMatchBackground: '#E0AE3F',
  activeMatchColorOverviewRuler: '#FFFFFF',
};

/** The product's code font for the terminal. */
export const TERMINAL_FONT =
  'ui-monospace, SFMono-Regular, Menlo, "Cascadia Mono", Consolas, "Noto Sans Mono", "DejaVu Sans Mono", monospace';
