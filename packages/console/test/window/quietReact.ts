import { createRequire } from 'node:module';
import { configure, getConfig } from '@testing-library/react';
import * as react from 'react';

/* What the libraries do only for someone who debugs them, switched off once per window of a test worker: it
   took much of the time of a test. */

// React notes for each element where it was made, to name the place in a warning.
const internals = Object.entries(react).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });

// The component library forgets the styles of a component when its last one is gone, as after every test.
type Cached = [users: number, style: unknown];
type Cache = { opUpdate: (path: string, next: (before: Cached | undefined) => Cached | null) => void };
const ofComponents = createRequire(createRequire(import.meta.url).resolve('antd'));
const { createCache } = ofComponents('@ant-design/cssinjs') as { createCache: () => Cache };
const caches = Object.getPrototypeOf(createCache()) as Cache;
const update = caches.opUpdate;
caches.opUpdate = function keeping(path, next) {
  update.call(this, path, (before) => next(before) ?? (before ? [0, before[1]] : null));
};

// For each style it looks through all others, which jsdom lists slowly.
Object.defineProperty(document.head, 'children', {
  configurable: true,
  get(this: HTMLHeadElement) {
    const found: Element[] = [];
    for (let each = this.firstElementChild; each; each = each.nextElementSibling) found.push(each);
    return found;
  },
});

// A query that waits prints the page with each attempt, but only the last one is read: the wait prints it itself.
const printed = getConfig().getElementError;
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : printed(message, container),
});
