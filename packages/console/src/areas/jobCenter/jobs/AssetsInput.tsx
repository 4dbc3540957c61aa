import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { TransferInput } from '../../../engine/select/TransferInput.tsx';
import { MY_ASSETS } from './myAssets.ts';

/** Lets the user choose among the assets they may use. */
export const AssetsInput = (props: InputProps<string[]>) => (
  <TransferInput
    {...props}
    onChange={(value) => props.onChange?.(value as string[])}
    multiple
    url={MY_ASSETS}
  />
);
