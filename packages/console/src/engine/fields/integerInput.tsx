import { FloatInput } from './floatInput.tsx';
import type { NumberProps } from './NumberBox.tsx';

/** A whole number. */
export const IntegerInput = (props: NumberProps) => <FloatInput {...props} precision={0} />;
