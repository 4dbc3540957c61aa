import { useLayoutEffect } from 'react';

/** Takes away the picture of the shell in the page's HTML. */
const dropPicture = () => {
  document.getElementById('picture')?.remove();
  document.getElementById('root')?.removeAttribute('aria-busy');
};

/** Takes away the picture of the shell as soon as what it stands for is drawn. */
export const usePictureGone = (): void => useLayoutEffect(dropPicture, []);
