import { createContext, useContext } from 'react';

/** The tag of a page in the tag bar. */
export type PageTag = {
  /** Names the tag after what the page shows. */
  setTitle: (title: string) => void;
  /** Removes the tag and forgets the kept page: after a submit or a delete. Navigation stays with the caller. */
  close: () => void;
  /** False while the page is kept but not shown. */
  isShown: boolean;
};

/** Provided by the shell around each page. */
export const TagContext = createContext<PageTag>({
  setTitle: () => undefined,
  close: () => undefined,
  isShown: true,
});

/** The tag of this page. */
export const useTag = (): PageTag => useContext(TagContext);
