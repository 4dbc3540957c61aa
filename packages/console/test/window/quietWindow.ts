import { askedStyle } from './askedStyles.ts';

/*
 * Adds what jsdom lacks and silences what it would log, once per window of a test worker. jsdom draws
 * nothing, so what draws or measures does nothing here.
 */

const ownSocket = globalThis.WebSocket;

// jsdom has no styles of pseudo-elements, and would log that on every call.
window.getComputedStyle = (element) => askedStyle(element);
HTMLCanvasElement.prototype.getContext = (() =>
  new Proxy(
    {},
    { get: () => () => ({ addColorStop: () => undefined, loseContext: () => undefined, width: 0 }) },
  )) as never;
Element.prototype.scrollIntoView ??= () => undefined;
globalThis.CSS ??= { escape: (text: string) => text.replaceAll(/[^\w-]/g, '\\$&') } as typeof CSS;
// jsdom hides popovers, but cannot show them.
HTMLElement.prototype.showPopover ??= function show(this: HTMLElement) {
  this.style.display = 'block';
};

const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true, writable: true });

/**
 * Restores what a test may have replaced: the window's width, media queries, resize observers, sockets, the
 * clipboard, and whether a focus ring is shown.
 */
export const quietWindow = (): void => {
  define(window, 'innerWidth', 1440);
  define(window, 'matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  define(
    globalThis,
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  define(globalThis, 'WebSocket', ownSocket);
  Reflect.deleteProperty(navigator, 'clipboard');
  // Whether a focus ring is shown depends on the last key or click, which may be from the previous test.
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
};
