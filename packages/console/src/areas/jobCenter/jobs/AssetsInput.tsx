import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { TransferInput } from '../../../engine/select/TransferInput.tsx';
import { MY_ASSETS } from './myAssets.ts';

/** Some of the assets that the user may use. */
export const AssetsInput = (props: InputProps<string[]>) => (
  <TransferInput
    {...props}
    onChange={(value) => props.onChange?.(value as string[])}
    multiple
    url={MY_ASSETS}
  />
);
