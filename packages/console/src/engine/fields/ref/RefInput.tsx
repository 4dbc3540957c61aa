import { RelatedInput } from '../../select/RelatedInput.tsx';
import type { InputProps } from '../FieldUi.ts';

/** One related row. */
export const RefInput = (props: InputProps) => <RelatedInput {...props} multiple={false} />;
