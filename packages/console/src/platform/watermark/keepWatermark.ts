import { watermarkTile } from './watermarkTile.ts';

/** How often the time in the watermark is written anew, in milliseconds. */
const RENEWED = 30_000;

const LOOK = [
  'position:fixed',
  'inset:0',
  'z-index:2147483647',
  'display:block',
  'visibility:visible',
  'opacity:1',
  'clip-path:none',
  'transform:none',
  'pointer-events:none',
  'print-color-adjust:exact',
];

const drawn = (lines: readonly string[]): HTMLElement => {
  const layer = document.createElement('div');
  layer.setAttribute('aria-hidden', 'true');
  layer.style.cssText = [...LOOK, `background-image:${watermarkTile(lines)}`]
    .map((declared) => `${declared} !important`)
    .join(';');
  return layer;
};

/**
 * Covers the document with the lines until the returned function is called. What is removed or changed comes
 * back, and what fills the screen is covered as well.
 */
export const keepWatermark = (lines: () => readonly string[]): (() => void) => {
  const host = () => document.fullscreenElement ?? document.body;
  let layer = drawn(lines());
  const draw = () => {
    watcher.disconnect();
    layer.remove();
    layer = drawn(lines());
    host().append(layer);
    watcher.observe(layer, { attributes: true, characterData: true, childList: true });
    watcher.observe(host(), { childList: true });
  };
  const watcher = new MutationObserver((changes) => {
    if (layer.parentNode !== host() || changes.some(({ target }) => target === layer)) draw();
  });
  draw();
  const clock = setInterval(draw, RENEWED);
  document.addEventListener('fullscreenchange', draw);
  return () => {
    clearInterval(clock);
    document.removeEventListener('fullscreenchange', draw);
    watcher.disconnect();
    layer.remove();
  };
};
