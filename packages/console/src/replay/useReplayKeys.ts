import { type RefObject, useEffect } from 'react';
import { currentCommand } from './commands.ts';
import type { Replay } from './useReplay.ts';

const STEP_SECONDS = 5;
/** Going back shortly after a command's start means the one before. */
const GRACE_SECONDS = 1;

/** Moves to the next or previous command. */
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

/** Full screen of the player, and back. */
export const toggleFullScreen = (root: HTMLElement | null): void => {
  const change = document.fullscreenElement ? document.exitFullscreen() : root?.requestFullscreen();
  // If the browser refuses, the player stays as it is.
  change?.catch(() => undefined);
};

/** Action of a key; undefined when the player has none. */
const actionOf = (key: string, replay: Replay, root: HTMLElement | null): (() => void) | undefined => {
  const { player } = replay;
  const seekBy = (seconds: number) => player.seek(player.getState().position + seconds);
  if (key === ' ') return player.toggle;
  if (key === 'ArrowLeft') return () => seekBy(-STEP_SECONDS);
  if (key === 'ArrowRight') return () => seekBy(STEP_SECONDS);
  if (key === 'ArrowUp') return () => stepCommand(replay, -1);
  if (key === 'ArrowDown') return () => stepCommand(replay, 1);
  return key.toLowerCase() === 'f' ? () => toggleFullScreen(root) : undefined;
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="range"]), textarea, select');
const isButton = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('button, a');

/** Space, arrows and F (language §12), in the player or, when it is the page, anywhere. */
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
