import { useViewport } from '../viewport/useViewport.ts';

const WIDTH = '60%';
const MOBILE_WIDTH = 1000;
const TOP = '3vh';

/** Size and place of a dialog that says nothing else: wide on a desk, as wide as it goes on a phone. */
export const useDialogSize = (): { width: string | number; style: { top: string } } => {
  const { isMobile } = useViewport();
  return { width: isMobile ? MOBILE_WIDTH : WIDTH, style: { top: TOP } };
};
