import type { ReactNode } from 'react';
import type { GlyphName } from '../../theme/icon/Glyph.tsx';

/** One line of the palette. */
export type Entry = {
  /** `asset:<id>`, `page:UserList`; what recents keep. */
  id: string;
  title: string;
  /** What it is, beside the title. */
  fact?: string;
  /** Names of machines are written in the code font. */
  isMachine?: boolean;
  icon?: ReactNode;
  state?: { glyph: GlyphName; text: string };
  /** What Enter does, when the title does not say it. */
  verb?: string;
  keys?: readonly string[];
  danger?: boolean;
  /** Path of the console. */
  to?: string;
  /** Address outside of the console, opened in a tab of its own. */
  href?: string;
  run?: () => unknown;
  /** What else can be done with it. */
  actions?: readonly Entry[];
};

/** Whether every word occurs in what the line says. */
export const matches = ({ title, fact = '' }: Entry, words: string): boolean => {
  const text = `${title} ${fact}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
