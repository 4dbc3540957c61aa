import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { areSingleKeysOn, isDialogOpen, isTyping, useShortcut } from '../../../platform/keys/useShortcut.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';

/** Pages opened with `G` and then a letter. */
export const jumps: Readonly<Record<string, string>> = {
  d: 'AdminDashboard',
  u: 'UserList',
  a: 'AssetList',
  c: 'AssetAccountList',
  p: 'AssetPermissionList',
  s: 'SessionList',
  t: 'AssignedTicketList',
};

const JUMP_MS = 1_500;
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';

/** Moves the focus to the next or previous visible region of the page, in document order. */
const cycleRegions = (step: 1 | -1) => {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.offsetParent !== null || region.getClientRects().length > 0,
  );
  if (regions.length === 0) return;
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(at + step + regions.length) % regions.length];
  (next?.querySelector<HTMLElement>(FOCUSABLE) ?? next)?.focus();
};

/** Keys that work on every page. */
export const useShellKeys = (onShowList: () => void): void => {
  useShortcut('f6', () => cycleRegions(1));
  useShortcut('shift+f6', () => cycleRegions(-1));
  useShortcut('?', onShowList);
  useJumps();
};

/** Handles keys before the page does, so that the letter after `G` has no other effect. */
const useJumps = () => {
  const names = useRouteNames();
  const navigate = useNavigate();
  const armedUntil = useRef(0);
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!isPlain || isTyping(event.target) || !areSingleKeysOn() || isDialogOpen()) return;
    const key = event.key.toLowerCase();
    if (performance.now() > armedUntil.current) {
      if (key === 'g') armedUntil.current = performance.now() + JUMP_MS;
      return;
    }
    armedUntil.current = 0;
    const name = jumps[key] ?? '';
    const path = names.canOpen(name) ? names.path(name) : undefined;
    if (!path) return;
    event.preventDefault();
    event.stopPropagation();
    void navigate(path);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
};
