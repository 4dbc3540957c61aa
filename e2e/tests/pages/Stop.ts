/**
 * What a page must show: a table; an empty form; a form in any state; a form with a row's values; a row with
 * its tabs; or just its heading.
 */
export type Sight = 'table' | 'empty form' | 'form' | 'filled form' | 'detail' | 'page';

/** One page of the tour; `:row` in address and heading stands for a row of the demo. */
export type Stop = {
  /** Requirement ids. */
  ids: string;
  /** Address below /ui/. */
  path: string;
  sight: Sight;
  heading: string | RegExp;
  /** Address below /ui/ to which it redirects; not checked where absent. */
  lands?: string;
  /** Collection that holds the row it shows. */
  url?: string;
};
