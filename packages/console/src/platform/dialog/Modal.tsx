import { Modal as LibraryModal, type ModalProps } from 'antd';
import { bringFocusBack } from '../focus/focusTrail.ts';
import { useFocusBack } from '../focus/useFocusBack.ts';
import { useViewport } from '../viewport/useViewport.ts';
import { StartFocus, useStartFocus } from './useStartFocus.tsx';

const isShare = (width: ModalProps['width']) => typeof width === 'string' && width.endsWith('%');

/**
 * The console's dialog. The library returns the focus only when `open` becomes false, but most of our dialogs
 * are unmounted while open. On a phone, any width in percent becomes 100 %, because the library already keeps
 * a margin.
 */
export function Modal({ afterOpenChange, afterClose, width, children, ...props }: ModalProps) {
  const { isMobile } = useViewport();
  const { mark, begin, changed } = useStartFocus();
  useFocusBack(props.open === true);
  const handleChange = (isOpen: boolean) => {
    changed(isOpen);
    afterOpenChange?.(isOpen);
  };
  const handleClosed = () => {
    afterClose?.();
    // The element that opened the dialog may no longer exist.
    setTimeout(bringFocusBack);
  };
  return (
    <LibraryModal
      {...props}
      {...mark}
      width={isMobile && isShare(width) ? '100%' : width}
      afterOpenChange={handleChange}
      afterClose={handleClosed}
    >
      <StartFocus begin={begin} />
      {children}
    </LibraryModal>
  );
}
