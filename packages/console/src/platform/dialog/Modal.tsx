import { Modal as LibraryModal, type ModalProps } from 'antd';
import { bringFocusBack } from '../focus/focusTrail.ts';
import { useFocusBack } from '../focus/useFocusBack.ts';
import { useViewport } from '../viewport/useViewport.ts';

const FIELD = 'input:not([type=checkbox], [type=radio], [type=hidden], [readonly]), textarea';

/** The library starts a dialog on its close button; where there is a field, typing can begin at once. */
const focusFirstField = (): void => {
  const close = document.activeElement;
  if (!close?.matches('.ant-modal-close')) return;
  const fields = close.closest('[role=dialog]')?.querySelectorAll<HTMLInputElement>(FIELD) ?? [];
  [...fields].find((field) => !field.disabled)?.focus();
};

const isShare = (width: ModalProps['width']) => typeof width === 'string' && width.endsWith('%');

/**
 * The console's dialog. The library restores the focus only when `open` turns false, but ours are mostly
 * unmounted while open. On a phone, a width in percent means all of it: the library only keeps a margin.
 */
export function Modal({ afterClose, afterOpenChange, width, ...props }: ModalProps) {
  const { isMobile } = useViewport();
  useFocusBack(props.open === true);
  const handleClosed = () => {
    afterClose?.();
    // Its opener may be gone by now.
    setTimeout(bringFocusBack);
  };
  const handleOpenChange = (isOpen: boolean) => {
    // On a phone, the keyboard would cover half of the dialog.
    if (isOpen && !isMobile) focusFirstField();
    afterOpenChange?.(isOpen);
  };
  return (
    <LibraryModal
      {...props}
      width={isMobile && isShare(width) ? '100%' : width}
      afterClose={handleClosed}
      afterOpenChange={handleOpenChange}
    />
  );
}
