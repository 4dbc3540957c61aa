/** What a search is limited to. */
export type Scope = 'all' | 'command' | 'asset' | 'user' | 'page';

const prefixes: Readonly<Record<string, Scope>> = { '>': 'command', '@': 'asset', '#': 'user', '/': 'page' };

/**
 * The first character may name the scope; its full-width form, as typed with an input method, counts as well.
 */
export const parsePaletteText = (text: string): { scope: Scope; words: string } => {
  const typed = text.trimStart();
  const scope = prefixes[typed.charAt(0).normalize('NFKC')];
  return { scope: scope ?? 'all', words: (scope ? typed.slice(1) : typed).trim() };
};
