/** What the page does on a key combination, instead of passing it to the shell. */
export type TerminalCommand =
  | 'copy'
  | 'paste'
  | 'find'
  | 'bigger'
  | 'smaller'
  | 'resetSize'
  | 'leave'
  | 'palette'
  | 'previousTab'
  | 'nextTab';

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>;

const sizeKeys: Record<string, TerminalCommand> = {
  '=': 'bigger',
  '+': 'bigger',
  '-': 'smaller',
  '0': 'resetSize',
};

/** The page's command for a key pressed in the terminal; null if the key goes to the shell. */
export const commandOf = (event: Key, isMac: boolean): TerminalCommand | null => {
  const { ctrlKey: ctrl, shiftKey: shift, altKey: alt, metaKey: meta } = event;
  const key = event.key.toLowerCase();
  if (ctrl && shift && !alt && !meta) {
    if (event.key === 'F6') return 'leave';
    if (key === 'c') return 'copy';
    if (key === 'v') return 'paste';
    if (key === 'f') return 'find';
    return key === '+' ? 'bigger' : null;
  }
  if (isMac && meta && !ctrl && !alt && !shift) {
    if (key === 'c') return 'copy';
    if (key === 'v') return 'paste';
    if (key === 'f') return 'find';
    return sizeKeys[key] ?? null;
  }
  if (ctrl && !shift && !alt && !meta) {
    if (key === 'insert') return 'copy';
    return sizeKeys[key] ?? null;
  }
  if (shift && !ctrl && !alt && !meta && key === 'insert') return 'paste';
  if (alt && !ctrl && !shift && !meta) {
    if (event.code === 'KeyK') return 'palette';
    if (key === 'pageup') return 'previousTab';
    if (key === 'pagedown') return 'nextTab';
  }
  return null;
};
