import { createRequire } from 'node:module';

/*
 * Most tests draw with React's production build, as users do, because it takes the processor a fifth less (0397). That
 * build has no `act`: the one here does at once what React has put off.
 */

/** Work that React left to a microtask or to a later turn. */
const waiting = new Set<() => void>();

const noting =
  (schedule: (run: () => void) => unknown) =>
  (work: () => void): void => {
    waiting.add(work);
    schedule(() => {
      if (waiting.delete(work)) work();
    });
  };

const doWaiting = () => {
  while (waiting.size > 0) for (const work of [...waiting]) if (waiting.delete(work)) work();
};

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value;

let depth = 0;
const leave = () => {
  if (depth === 1) doWaiting();
  depth -= 1;
};

/** As React's: `callback` and all that follows from it at once are done when it returns or resolves. */
const act = (callback: () => unknown): PromiseLike<unknown> => {
  depth += 1;
  let isAsync = false;
  try {
    const result = callback();
    isAsync = isThenable(result);
    return isAsync ? Promise.resolve(result).finally(leave) : Promise.resolve(result);
  } finally {
    if (!isAsync) leave();
  }
};

if (process.env.NODE_ENV === 'production') {
  const load = createRequire(import.meta.url);
  const { queueMicrotask, setImmediate } = globalThis;
  // React keeps the functions that it finds while it is loaded.
  Object.assign(globalThis, {
    queueMicrotask: noting(queueMicrotask),
    setImmediate: noting(setImmediate),
  });
  const react = load('react') as { act?: typeof act };
  load('react-dom/client');
  Object.assign(globalThis, { queueMicrotask, setImmediate });
  react.act = act;
  // What the compiler of tests calls exists in the development build alone.
  const { jsx } = load('react/jsx-runtime') as { jsx: (...input: unknown[]) => unknown };
  const runtime = load('react/jsx-dev-runtime') as { jsxDEV?: typeof jsx };
  runtime.jsxDEV = (type, props, key) => jsx(type, props, key);
}
