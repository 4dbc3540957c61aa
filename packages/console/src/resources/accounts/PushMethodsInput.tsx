import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { useMetadata } from '../../platform/Platform.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import styles from './PushMethodsInput.module.css';
import { METHODS_URL, PushParamsInput } from './PushParamsInput.tsx';

/** Parameters of these push methods, each in a group of its own. */
export function PushMethodsInput({ methods = [], ...props }: InputProps & { methods?: readonly string[] }) {
  const { data } = useMetadata(METHODS_URL);
  if (methods.length === 0) return <Dash />;
  return methods.map((method) => (
    <fieldset key={method} className={styles.method}>
      <legend>{data?.actions?.GET?.[method]?.label ?? method}</legend>
      <PushParamsInput {...props} method={method} />
    </fieldset>
  ));
}
