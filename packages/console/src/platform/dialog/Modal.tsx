import { Modal as LibraryModal, type ModalProps } from 'antd';
import { bringFocusBack } from '../focus/focusTrail.ts';
import { useFocusBack } from '../focus/useFocusBack.ts';
import { useViewport } from '../viewport/useViewport.ts';

const isShare = (width: ModalProps['width']) => typeof width === 'string' && width.endsWith('%');

/**
 * The dialog of the whole console. The library gives the focus back only when `open` turns false; ours are mostly
 * taken off the page open. A share of the window is all of it on a phone: the library only keeps a margin.
 */
export function Modal({ afterClose, width, ...props }: ModalProps) {
  const { isMobile } = useViewport();
  useFocusBack(props.open === true);
  const handleClosed = () => {
    afterClose?.();
    // What opened it may be gone by now.
    setTimeout(bringFocusBack);
  };
  return (
    <LibraryModal {...props} width={isMobile && isShare(width) ? '100%' : width} afterClose={handleClosed} />
  );
}
