import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebLinksAddon } from '@xterm/addon-web-links';
import type { WebglAddon } from '@xterm/addon-webgl';
import { type ITerminalOptions, Terminal } from '@xterm/xterm';
import { TERMINAL_FONT, terminalThemes } from '../../replay/dark/terminalThemes.ts';
import type { Preferences } from '../preferences/preferences.ts';

/** Terminal options from the preferences. */
export const optionsOf = (preferences: Preferences): ITerminalOptions => ({
  fontSize: preferences.fontSize,
  lineHeight: preferences.lineHeight,
  theme: terminalThemes[preferences.theme],
  cursorStyle: preferences.cursorStyle,
  cursorBlink: preferences.cursorBlink,
  scrollback: preferences.scrollback,
  screenReaderMode: preferences.screenReader,
  minimumContrastRatio: preferences.strongContrast ? 4.5 : 1,
});

/** Sets only the options that differ, because the terminal redraws whenever one is assigned. */
export const applyOptions = (terminal: Terminal, next: ITerminalOptions): void => {
  const options: Record<string, unknown> = terminal.options as Record<string, unknown>;
  for (const [name, value] of Object.entries(next)) {
    if (options[name] !== value) options[name] = value;
  }
};

const openLink = (event: MouseEvent, address: string) => {
  event.preventDefault();
  window.open(address, '_blank', 'noopener,noreferrer');
};

/** A terminal that fits its container, with search, links and character widths of Unicode 11. */
export const makeTerminal = (preferences: Preferences) => {
  const terminal = new Terminal({
    ...optionsOf(preferences),
    allowProposedApi: true,
    fontFamily: TERMINAL_FONT,
    fontWeightBold: 600,
    macOptionIsMeta: true,
    smoothScrollDuration: 0,
  });
  const fit = new FitAddon();
  const search = new SearchAddon({ highlightLimit: 2000 });
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.loadAddon(new Unicode11Addon());
  terminal.loadAddon(new WebLinksAddon(openLink));
  terminal.unicode.activeVersion = '11';
  return { terminal, fit, search };
};

let Webgl: typeof WebglAddon | undefined;

/**
 * Loads what draws with the GPU. Its letters may be narrower, so it has to be there before the size of the
 * first terminal is measured.
 */
export const loadFastDrawing = (): Promise<void> =>
  import('@xterm/addon-webgl').then(
    (loaded) => {
      Webgl = loaded.WebglAddon;
    },
    () => undefined,
  );

/** Draws with the GPU, if there is one, until the returned function is called. */
export const drawFast = (terminal: Terminal): (() => void) | undefined => {
  if (!Webgl) return undefined;
  const addon = new Webgl();
  try {
    terminal.loadAddon(addon);
  } catch {
    return undefined;
  }
  addon.onContextLoss(() => addon.dispose());
  const canvases = [...(terminal.element?.querySelectorAll('canvas') ?? [])];
  return () => {
    addon.dispose();
    // A browser keeps few contexts and takes the oldest away, which may be that of the terminal in front.
    for (const canvas of canvases)
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  };
};
