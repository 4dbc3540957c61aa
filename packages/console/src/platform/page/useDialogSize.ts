import { useViewport } from '../viewport/useViewport.ts';

const WIDTH = '60%';
const MOBILE_WIDTH = 1000;
const TOP = '3vh';

/** Default size and position of a dialog: wide on a desktop, as wide as possible on a phone. */
export const useDialogSize = (): { width: string | number; style: { top: string } } => {
  const { isMobile } = useViewport();
  return { width: isMobile ? MOBILE_WIDTH : WIDTH, style: { top: TOP } };
};
