import { createRequire } from 'node:module';
import { configure, getConfig } from '@testing-library/react';
import * as react from 'react';

/*
 * Work of the libraries that tests do not need, switched off or made faster once per window of a test worker,
 * because it took much of the time of a test.
 */

// React records where each element was made, to name the place in a warning.
const internals = Object.entries(react).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });

// The component library would forget the styles of a component when no instance of it is left, as after every
// test.
type Cached = [users: number, style: unknown];
type Cache = { opUpdate: (path: string, next: (before: Cached | undefined) => Cached | null) => void };
const ofComponents = createRequire(createRequire(import.meta.url).resolve('antd'));
const { createCache } = ofComponents('@ant-design/cssinjs') as { createCache: () => Cache };
const caches = Object.getPrototypeOf(createCache()) as Cache;
const update = caches.opUpdate;
caches.opUpdate = function keeping(path, next) {
  update.call(this, path, (before) => next(before) ?? (before ? [0, before[1]] : null));
};

// For each style, the library looks through all children of the head, which jsdom lists slowly.
Object.defineProperty(document.head, 'children', {
  configurable: true,
  get(this: HTMLHeadElement) {
    const found: Element[] = [];
    for (let each = this.firstElementChild; each; each = each.nextElementSibling) found.push(each);
    return found;
  },
});

// A waiting query would print the page with each attempt, but only the last print is read, and the wait
// itself makes that one.
const printed = getConfig().getElementError;
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : printed(message, container),
});
