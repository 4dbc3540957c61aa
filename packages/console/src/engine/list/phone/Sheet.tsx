import type { ReactNode } from 'react';
import { Drawer } from '../../../platform/dialog/Drawer.tsx';

type Props = { title: string; placement: 'bottom' | 'left'; onClose: () => void; children: ReactNode };

/** An open drawer at the bottom or the left of the screen. */
export function Sheet({ title, placement, onClose, children }: Props) {
  return (
    <Drawer
      open
      placement={placement}
      title={title}
      onClose={onClose}
      // A bottom sheet is as high as its content.
      {...(placement === 'bottom' && { size: 'auto', styles: { body: { flex: 'none' } } })}
    >
      {children}
    </Drawer>
  );
}
