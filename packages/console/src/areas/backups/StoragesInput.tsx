import { ariaOf } from '../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { idsOf } from '../../engine/select/idsOf.ts';
import { RemoteSelect } from '../../engine/select/RemoteSelect.tsx';

/** Storages of other systems: what the server itself keeps is lost with it. */
const FAR = '/api/v1/terminal/replay-storages/?type_not=server,null';

/** Storages that receive a part of a backup. */
export const StoragesInput = (props: InputProps) => (
  <RemoteSelect
    {...ariaOf(props)}
    url={FAR}
    multiple
    disabled={props.disabled ?? false}
    value={idsOf(props.value)}
    onChange={(ids) => props.onChange?.(ids)}
  />
);
