import type { Page } from 'playwright-core';
import type { Demo } from '../tests/pages/demo.ts';
import type { Look } from './looks.ts';
import type { Say } from './words.ts';

/** Kinds of subjects to photograph. */
export const kinds = ['routes', 'scenes', 'terminal', 'sign-in', 'errors', 'gallery'] as const;

/** Where a picture is taken. */
export type Stage = {
  page: Page;
  demo: Demo;
  look: Look;
  /** Turns a product text in English into a pattern for the same text in the language of the page. */
  say: Say;
  /** Waits until all requests are answered. */
  rest: () => Promise<void>;
};

/** What to photograph, once in each variant. */
export type Subject = {
  /** Its folder. */
  name: string;
  kind: (typeof kinds)[number];
  /** Taken without signing in; otherwise as the administrator. */
  isPublic?: true;
  /** Taken in its own browser context, because a shared one would remember what it does. */
  isAlone?: true;
  /** Not taken on a phone. */
  isForDesks?: true;
  /** The window grows, up to a limit, until the page needs no scrolling. */
  isWhole?: true;
  /** Shows a page whose request is still unanswered. */
  isUnderWay?: true;
  show: (stage: Stage) => Promise<unknown>;
};
