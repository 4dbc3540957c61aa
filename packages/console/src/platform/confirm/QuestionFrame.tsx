import type { ModalProps } from 'antd';
import { QUESTION_LAYER } from '../dialog/layers.ts';
import { Modal } from '../dialog/Modal.tsx';

/** The dialog of everything about the user's identity: above all others, and always at the same place. */
export function QuestionFrame(props: ModalProps) {
  return <Modal open zIndex={QUESTION_LAYER} width={600} style={{ top: '15vh' }} {...props} />;
}
