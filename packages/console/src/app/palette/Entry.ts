import type { ReactNode } from 'react';
import { hasWords } from '../../platform/search/hasWords.ts';
import type { GlyphName } from '../../theme/icon/Glyph.tsx';

/** One line of the palette. */
export type Entry = {
  /** Such as `asset:<id>` or `page:UserList`; the recent entries are stored by it. */
  id: string;
  title: string;
  /** Shown beside the title. */
  fact?: string;
  /** Further words by which it is found. */
  also?: string;
  /** Whether the title is the name of an asset, which is shown in the code font. */
  isMachine?: boolean;
  icon?: ReactNode;
  /** Why what the line opens will not work; the line is dimmed. */
  obstacle?: string | undefined;
  state?: { glyph: GlyphName; text: string };
  /** What Enter does, unless the title already says it. */
  verb?: string;
  keys?: readonly string[];
  danger?: boolean;
  /** Path in the console. */
  to?: string;
  /** Address outside the console, opened in a new tab. */
  href?: string;
  run?: () => unknown;
  /** Further actions. */
  actions?: readonly Entry[];
};

/** Whether the line contains every word. */
export const matches = ({ title, fact = '', also = '' }: Entry, words: string): boolean =>
  hasWords(`${title} ${fact} ${also}`, words);
