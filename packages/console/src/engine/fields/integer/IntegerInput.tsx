import { FloatInput } from '../float/FloatInput.tsx';
import type { NumberProps } from '../float/NumberBox.tsx';

/** A whole number. */
export const IntegerInput = (props: NumberProps) => <FloatInput {...props} precision={0} />;
