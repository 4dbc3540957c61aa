import type { ReactNode } from 'react';
import { Drawer } from '../../../platform/dialog/Drawer.tsx';

type Props = { title: string; placement: 'bottom' | 'left'; onClose: () => void; children: ReactNode };

/** A drawer that is only fetched when it is first opened. */
export function Sheet({ title, placement, onClose, children }: Props) {
  return (
    <Drawer
      open
      placement={placement}
      title={title}
      onClose={onClose}
      // A sheet from below is as high as what it holds.
      {...(placement === 'bottom' && { size: 'auto', styles: { body: { flex: 'none' } } })}
    >
      {children}
    </Drawer>
  );
}
