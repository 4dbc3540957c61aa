import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { IconButton } from './IconButton.tsx';

type Props = {
  icon: ReactNode;
  tip: string;
  size: number;
  badge: ReactNode;
  /** The drawer, which is loaded once it is wanted. */
  drawer: (isOpen: boolean, close: () => void) => ReactNode;
  /** How often others have asked for the drawer: it opens when this grows. */
  calls?: number;
};

/** A button that opens a drawer beside the page. */
export function DrawerButton({ icon, tip, size, badge, drawer, calls = 0 }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setIsOpen(true);
  };
  useEffect(() => {
    if (calls === 0) return;
    setWasOpen(true);
    setIsOpen(true);
  }, [calls]);
  return (
    <>
      <IconButton
        icon={icon}
        tip={tip}
        size={size}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        badge={badge}
        onClick={open}
      />
      <Suspense>{wasOpen && drawer(isOpen, () => setIsOpen(false))}</Suspense>
    </>
  );
}
