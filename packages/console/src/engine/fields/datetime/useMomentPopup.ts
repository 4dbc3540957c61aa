import { useViewport } from '../../../platform/viewport/useViewport.ts';
import styles from './Moment.module.css';

/** A calendar with hours is higher than what a phone has above or below a field: it stands at the foot of the screen. */
const atTheFoot = {
  position: 'fixed',
  top: 'auto',
  right: 0,
  bottom: 8,
  left: 0,
  width: 'fit-content',
  marginInline: 'auto',
} as const;

/** Where and how the calendar of a moment opens. */
export const useMomentPopup = () => {
  const { isMobile } = useViewport();
  return {
    classNames: { popup: { root: styles.popup } },
    styles: { popup: { root: isMobile ? atTheFoot : {} } },
  };
};
