import type { SerializeAddon } from '@xterm/addon-serialize';
import type { Terminal } from '@xterm/xterm';

/** Styles the serializer omits, read from the terminal's core because the public API does not offer them. */
type Style = { fg: number; bg: number };
type Core = {
  buffer: Record<'scrollTop' | 'scrollBottom' | 'x' | 'y' | 'ybase' | 'savedX' | 'savedY', number> & {
    savedCurAttrData: Style;
  };
  _inputHandler: { _curAttrData: Style };
  _charsetService?: { charset?: unknown };
};

const coreOf = (terminal: Terminal) => (terminal as unknown as { _core: Core })._core;

/**
 * The screen as text that redraws it on a reset terminal of the same size, or null where a copy would not be
 * exact (active line-drawing characters, a line filled to its last column, a saved style other than the
 * current one).
 */
export const takeSnapshot = (
  terminal: Terminal,
  addon: SerializeAddon,
  scrollback: number,
): string | null => {
  const { buffer, _charsetService, _inputHandler } = coreOf(terminal);
  const { savedCurAttrData: kept } = buffer;
  const { _curAttrData: style } = _inputHandler;
  if (kept.fg !== style.fg || kept.bg !== style.bg) return null;
  if (_charsetService?.charset || buffer.x >= terminal.cols || terminal.modes.originMode) return null;
  const screen = addon.serialize({ scrollback });
  const address = (y: number, x: number) => `\x1b[${Math.max(0, y) + 1};${x + 1}H`;
  const saved = `${address(buffer.savedY - buffer.ybase, buffer.savedX)}\x1b7`;
  const whole = buffer.scrollTop === 0 && buffer.scrollBottom === terminal.rows - 1;
  const region = whole ? '' : `\x1b[${buffer.scrollTop + 1};${buffer.scrollBottom + 1}r`;
  return `${screen}${saved}${region}${address(buffer.y, buffer.x)}`;
};
