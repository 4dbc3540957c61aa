import { RelatedInput } from '../../select/RelatedInput.tsx';
import type { InputProps } from '../FieldUi.ts';

/** Many related rows. */
export const RefsInput = (props: InputProps) => <RelatedInput {...props} multiple />;
