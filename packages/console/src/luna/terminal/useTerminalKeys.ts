import { useEffect, useRef } from 'react';
import { useLuna } from '../LunaContext.tsx';
import { defaults } from '../preferences/preferences.ts';
import { commandOf, type TerminalCommand } from './keys.ts';
import type { TerminalSession } from './terminalSession.ts';

const isMac = /^Mac/.test(navigator.platform);

/** While the terminal has the focus, handles the page's few shortcuts before the shell gets the key. */
export const useTerminalKeys = (session: TerminalSession, copySelection: () => void): void => {
  const { preferences, workbench, workspace } = useLuna();
  const run = (command: TerminalCommand) => {
    const { fontSize } = preferences.get();
    if (command === 'copy') copySelection();
    if (command === 'find') workbench.showFind(true);
    if (command === 'bigger') preferences.change({ fontSize: fontSize + 1 });
    if (command === 'smaller') preferences.change({ fontSize: fontSize - 1 });
    if (command === 'resetSize') preferences.change({ fontSize: defaults.fontSize });
    if (command === 'palette') workbench.showPalette(true);
    if (command === 'previousTab') workspace.step(-1);
    if (command === 'nextTab') workspace.step(1);
    if (command === 'leave')
      document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    session.terminal.attachCustomKeyEventHandler((event) => {
      const command = commandOf(event, isMac);
      if (!command) return true;
      // Not prevented, so that the browser pastes.
      if (command === 'paste') return false;
      event.preventDefault();
      if (event.type === 'keydown') latest.current(command);
      return false;
    });
  }, [session]);
};
