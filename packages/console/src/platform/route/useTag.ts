import { createContext, useContext } from 'react';

/** The tag of a page in the tag bar. */
export type PageTag = {
  /** Sets the tag's title. */
  setTitle: (title: string) => void;
  /** Removes the tag and stops keeping the page, after a submit or a delete. The caller then navigates. */
  close: () => void;
  /** False while the page is kept but hidden. */
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
