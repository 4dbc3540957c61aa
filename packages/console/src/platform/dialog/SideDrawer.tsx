import type { ReactNode } from 'react';
import { useViewport } from '../viewport/useViewport.ts';
import { Drawer } from './Drawer.tsx';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Width in pixels, and on phones. */
  width: number;
  mobileWidth: string;
  /** Whether the content fills the height, with a part that scrolls. */
  isColumn?: boolean;
  children: ReactNode;
};

/** A list of the user's beside the page, up to the edges of its drawer. */
export function SideDrawer({ isOpen, onClose, title, width, mobileWidth, isColumn, children }: Props) {
  const { isMobile } = useViewport();
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      destroyOnHidden
      title={title}
      aria-label={title}
      size={isMobile ? mobileWidth : width}
      styles={{ body: { padding: 0, ...(isColumn && { display: 'flex', flexDirection: 'column' }) } }}
    >
      {children}
    </Drawer>
  );
}
