import { Modal as LibraryModal, type ModalProps } from 'antd';
import { bringFocusBack } from '../focus/focusTrail.ts';
import { useFocusBack } from '../focus/useFocusBack.ts';
import { useViewport } from '../viewport/useViewport.ts';

const isShare = (width: ModalProps['width']) => typeof width === 'string' && width.endsWith('%');

/**
 * The console's dialog. The library restores the focus only when `open` turns false, but ours are mostly
 * unmounted while open. On a phone, a width in percent means all of it: the library only keeps a margin.
 */
export function Modal({ afterClose, width, ...props }: ModalProps) {
  const { isMobile } = useViewport();
  useFocusBack(props.open === true);
  const handleClosed = () => {
    afterClose?.();
    // Its opener may be gone by now.
    setTimeout(bringFocusBack);
  };
  return (
    <LibraryModal {...props} width={isMobile && isShare(width) ? '100%' : width} afterClose={handleClosed} />
  );
}
