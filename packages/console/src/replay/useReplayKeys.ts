import { type RefObject, useEffect } from 'react';
import { currentCommand } from './commands.ts';
import type { Replay } from './useReplay.ts';

const STEP_SECONDS = 5;
/** Within this time after the start of a command, going back leads to the one before. */
const GRACE_SECONDS = 1;

/** Jumps to the next or previous command. */
export const stepCommand = (
  { commands, player }: Pick<Replay, 'commands' | 'player'>,
  step: 1 | -1,
): void => {
  const { position } = player.getState();
  const at = currentCommand(commands, step === 1 ? position : position - GRACE_SECONDS);
  const target = commands[step === 1 ? at + 1 : at];
  if (target) player.seek(target.at);
  else if (step === -1) player.seek(0);
};

/** Shows the player in full screen, or leaves it. */
export const toggleFullScreen = (root: HTMLElement | null): void => {
  const change = document.fullscreenElement ? document.exitFullscreen() : root?.requestFullscreen();
  // The browser may refuse; then the player stays as it is.
  change?.catch(() => undefined);
};

/** What a key does; undefined for keys that the player does not use. */
const actionOf = (key: string, replay: Replay, root: HTMLElement | null): (() => void) | undefined => {
  const { player } = replay;
  const seekBy = (seconds: number) => player.seek(player.getState().position + seconds);
  if (key === ' ') return player.toggle;
  if (key === 'ArrowLeft') return () => seekBy(-STEP_SECONDS);
  if (key === 'ArrowRight') return () => seekBy(STEP_SECONDS);
  if (key === 'Home') return () => player.seek(0);
  if (key === 'End') return () => player.seek(player.getState().duration);
  if (key === 'ArrowUp') return () => stepCommand(replay, -1);
  if (key === 'ArrowDown') return () => stepCommand(replay, 1);
  return key.toLowerCase() === 'f' ? () => toggleFullScreen(root) : undefined;
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="range"]), textarea, select');
const isButton = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('button, a');

/** Space, the arrow keys, Home, End and F: in the player or, if it is the whole page, anywhere. */
export const useReplayKeys = (replay: Replay, root: RefObject<HTMLElement | null>, isPage: boolean): void => {
  useEffect(() => {
    const target = isPage ? window : root.current;
    const onKeyDown = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      if (event.key === ' ' && isButton(event.target)) return;
      const action = actionOf(event.key, replay, root.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    target?.addEventListener('keydown', onKeyDown);
    return () => target?.removeEventListener('keydown', onKeyDown);
  });
};
