import { type ReactNode, Suspense, useState } from 'react';
import { IconButton } from './IconButton.tsx';

type Props = {
  icon: ReactNode;
  tip: string;
  size: number;
  badge: ReactNode;
  /** The drawer, which is loaded once it is wanted. */
  drawer: (isOpen: boolean, close: () => void) => ReactNode;
};

/** A button that opens a drawer beside the page. */
export function DrawerButton({ icon, tip, size, badge, drawer }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={icon}
        tip={tip}
        size={size}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        badge={badge}
        onClick={() => {
          setWasOpen(true);
          setIsOpen(true);
        }}
      />
      <Suspense>{wasOpen && drawer(isOpen, () => setIsOpen(false))}</Suspense>
    </>
  );
}
