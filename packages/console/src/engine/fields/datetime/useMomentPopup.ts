import { useViewport } from '../../../platform/viewport/useViewport.ts';
import styles from './Moment.module.css';

/**
 * A calendar with hours fits neither above nor below a field on a phone, so it opens at the bottom of the
 * screen.
 */
const atTheFoot = {
  position: 'fixed',
  top: 'auto',
  right: 0,
  bottom: 8,
  left: 0,
  width: 'fit-content',
  marginInline: 'auto',
} as const;

/** Where and how the calendar opens. */
export const useMomentPopup = () => {
  const { isMobile } = useViewport();
  return {
    classNames: { popup: { root: styles.popup } },
    styles: { popup: { root: isMobile ? atTheFoot : {} } },
  };
};
