import { Modal as LibraryModal, type ModalProps } from 'antd';
import { bringFocusBack } from '../focus/focusTrail.ts';
import { useFocusBack } from '../focus/useFocusBack.ts';

/**
 * The dialog of the whole console. The library gives the focus back only when `open` turns false; ours are mostly
 * taken off the page open.
 */
export function Modal({ afterClose, ...props }: ModalProps) {
  useFocusBack(props.open === true);
  const handleClosed = () => {
    afterClose?.();
    // What opened it may be gone by now.
    setTimeout(bringFocusBack);
  };
  return <LibraryModal {...props} afterClose={handleClosed} />;
}
