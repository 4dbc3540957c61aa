import { CheckTree } from '../../tree/CheckTree.tsx';
import type { InputProps } from '../FieldUi.ts';
import { selectedLeaves } from './ui.tsx';

/** Named bits in a tree. */
export const BitsInput = (props: InputProps) => (
  <CheckTree
    id={props.id}
    label={props.meta.label}
    nodes={props.meta.tree ?? []}
    disabled={props.disabled}
    value={selectedLeaves(props.value, props.meta)}
    onChange={(next) => props.onChange?.(next)}
  />
);
