/* What jsdom lacks or logs, once per window of a test worker. It draws nothing: size requests get quiet
   answers. */

const ownSocket = globalThis.WebSocket;
const styles = window.getComputedStyle;

// jsdom has no pseudo-element styles, and would log that each time.
window.getComputedStyle = (element) => styles(element);
HTMLCanvasElement.prototype.getContext = (() =>
  new Proxy({}, { get: () => () => ({ addColorStop: () => undefined, width: 0 }) })) as never;
Element.prototype.scrollIntoView ??= () => undefined;
globalThis.CSS ??= { escape: (text: string) => text.replaceAll(/[^\w-]/g, '\\$&') } as typeof CSS;
// jsdom hides popovers and cannot show them.
HTMLElement.prototype.showPopover ??= function show(this: HTMLElement) {
  this.style.display = 'block';
};

const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true, writable: true });

/** Restores what a test may have replaced: the window's size, its media, its sockets, its clipboard. */
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
  // Whether the focus ring shows depends on the last key or click, possibly of the previous test.
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
};
