import { useEffect } from 'react';
import { useLuna } from '../LunaContext.tsx';

const inTerminal = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.xterm') !== null;

const cycleRegions = (step: number) => {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  for (let moved = 1; moved <= regions.length; moved += 1) {
    const region = regions[(at + step * moved + regions.length * 2) % regions.length];
    const stop = region?.querySelector<HTMLElement>(
      'button:not(:disabled):not([tabindex="-1"]), input, [tabindex="0"], textarea',
    );
    if (!stop) continue;
    stop.focus();
    return;
  }
};

/**
 * Alt+K opens the palette; F6 and Shift+F6 move between regions. Keys pressed inside a terminal are left to
 * `useTerminalKeys` and the shell.
 */
export const usePageKeys = (): void => {
  const { workbench } = useLuna();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || inTerminal(event.target) || document.querySelector('dialog[open]'))
        return;
      if (event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyK') {
        event.preventDefault();
        workbench.showPalette(true);
      }
      if (event.key === 'F6' && !event.ctrlKey && !event.altKey) {
        event.preventDefault();
        cycleRegions(event.shiftKey ? -1 : 1);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [workbench]);
};
