import { type DrawerProps, Drawer as LibraryDrawer } from 'antd';
import { bringFocusBack } from '../focus/focusTrail.ts';
import { useFocusBack } from '../focus/useFocusBack.ts';

/** The console's drawer; when closed, it returns the focus as dialogs do. */
export function Drawer({ afterOpenChange, ...props }: DrawerProps) {
  useFocusBack(props.open === true);
  const handleChange = (isOpen: boolean) => {
    afterOpenChange?.(isOpen);
    if (!isOpen) setTimeout(bringFocusBack);
  };
  return <LibraryDrawer {...props} afterOpenChange={handleChange} />;
}
