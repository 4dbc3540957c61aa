import type { Page } from 'playwright-core';
import type { Demo } from '../tests/pages/demo.ts';
import type { Look } from './looks.ts';
import type { Say } from './words.ts';

/** What there is to photograph. */
export const kinds = ['routes', 'scenes', 'terminal', 'sign-in', 'errors', 'gallery'] as const;

/** Where a picture is taken. */
export type Stage = {
  page: Page;
  demo: Demo;
  look: Look;
  /** What a text of the product reads in the language of the page. */
  say: Say;
  /** Everything asked for is there. */
  rest: () => Promise<void>;
};

/** One picture in every look. */
export type Subject = {
  /** Its folder. */
  name: string;
  kind: (typeof kinds)[number];
  /** Whose window: the administrator's, unless of a stranger. */
  isPublic?: true;
  /** A window of its own: what is done there would be remembered. */
  isAlone?: true;
  /** Not on a phone. */
  isForDesks?: true;
  /** The window grows until the page needs no scrolling. */
  isWhole?: true;
  /** Shows an answer that does not come. */
  isUnderWay?: true;
  show: (stage: Stage) => Promise<unknown>;
};
