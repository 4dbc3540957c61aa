import { isTerminalTheme, type TerminalTheme } from '../../replay/dark/terminalThemes.ts';

/** The user's terminal preferences. */
export type Preferences = {
  fontSize: number;
  lineHeight: number;
  theme: TerminalTheme;
  cursorStyle: 'block' | 'underline' | 'bar';
  cursorBlink: boolean;
  scrollback: number;
  rightClickPaste: boolean;
  backspaceAsCtrlH: boolean;
  warnMultiline: boolean;
  screenReader: boolean;
  /** Raises the contrast of every cell to 4.5:1. */
  strongContrast: boolean;
};

/** Defaults for new users. */
export const defaults: Preferences = {
  fontSize: 14,
  lineHeight: 1.2,
  theme: 'gatehouse',
  cursorStyle: 'block',
  cursorBlink: false,
  scrollback: 5000,
  rightClickPaste: false,
  backspaceAsCtrlH: false,
  warnMultiline: true,
  screenReader: false,
  strongContrast: false,
};

/** Smallest and largest font size in px, and scrollback in lines. */
export const bounds = {
  fontSize: { min: 8, max: 32 },
  scrollback: { min: 0, max: 50_000 },
} as const;

/** Line heights offered. */
export const lineHeights = [1, 1.2, 1.4] as const;

const within = (value: unknown, { min, max }: { min: number; max: number }, fallback: number) =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(max, Math.max(min, Math.round(value)))
    : fallback;
const flag = (value: unknown, fallback: boolean) => (typeof value === 'boolean' ? value : fallback);

/** Parses stored preferences field by field, replacing invalid values. */
export const readPreferences = (stored: unknown, base = defaults): Preferences => {
  const saved = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const cursor = saved.cursorStyle;
  const height = lineHeights.find((height) => height === saved.lineHeight);
  return {
    fontSize: within(saved.fontSize, bounds.fontSize, base.fontSize),
    lineHeight: height ?? base.lineHeight,
    theme: isTerminalTheme(saved.theme) ? saved.theme : base.theme,
    cursorStyle: cursor === 'block' || cursor === 'underline' || cursor === 'bar' ? cursor : base.cursorStyle,
    cursorBlink: flag(saved.cursorBlink, base.cursorBlink),
    scrollback: within(saved.scrollback, bounds.scrollback, base.scrollback),
    rightClickPaste: flag(saved.rightClickPaste, base.rightClickPaste),
    backspaceAsCtrlH: flag(saved.backspaceAsCtrlH, base.backspaceAsCtrlH),
    warnMultiline: flag(saved.warnMultiline, base.warnMultiline),
    screenReader: flag(saved.screenReader, base.screenReader),
    strongContrast: flag(saved.strongContrast, base.strongContrast),
  };
};

/** The three preferences that the server stores, for all browsers (`users/preference/?category=luna`). */
export type ServerPreferences = {
  command_line?: {
    character_terminal_font_size?: number;
    is_backspace_as_ctrl_h?: boolean;
    is_right_click_quickly_paste?: boolean;
  };
};

/** The server's values override this browser's. */
export const withServer = (local: Preferences, answer: ServerPreferences): Preferences =>
  readPreferences(
    {
      ...local,
      ...Object.fromEntries(
        Object.entries({
          fontSize: answer.command_line?.character_terminal_font_size,
          backspaceAsCtrlH: answer.command_line?.is_backspace_as_ctrl_h,
          rightClickPaste: answer.command_line?.is_right_click_quickly_paste,
        }).filter(([, value]) => value !== undefined),
      ),
    },
    local,
  );

/** The part of a change that the server stores; null when none. */
export const serverPart = (change: Partial<Preferences>): ServerPreferences | null => {
  const part = Object.fromEntries(
    Object.entries({
      character_terminal_font_size: change.fontSize,
      is_backspace_as_ctrl_h: change.backspaceAsCtrlH,
      is_right_click_quickly_paste: change.rightClickPaste,
    }).filter(([, value]) => value !== undefined),
  );
  return Object.keys(part).length > 0 ? { command_line: part } : null;
};
