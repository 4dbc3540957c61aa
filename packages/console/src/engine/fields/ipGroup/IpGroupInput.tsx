import type { InputProps } from '../FieldUi.ts';
import { ListInput } from '../list/ListInput.tsx';
import { useAnyAddress } from './ui.tsx';

/** Addresses, networks and ranges as tags; the one for every address says so. */
export const IpGroupInput = (props: InputProps) => <ListInput {...props} names={useAnyAddress()} />;
