import type { SerializeAddon } from '@xterm/addon-serialize';
import type { Terminal } from '@xterm/xterm';

/**
 * Styles that the serializer leaves out. They are read from the terminal's internals, because its public API
 * has none for them.
 */
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
 * The screen as text that redraws it on a reset terminal of the same size. Null if the copy would not be
 * exact: line-drawing characters or origin mode are active, the cursor stands beyond the last column, or the
 * saved style differs from the current one.
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
