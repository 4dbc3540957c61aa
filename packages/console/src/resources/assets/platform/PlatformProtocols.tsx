import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { ProtocolEditor } from '../../../engine/protocols/ProtocolEditor.tsx';
import type { ProtocolChoice } from '../../../engine/protocols/protocolRows.ts';

/** Protocols of a platform, each with all of its properties. */
export const PlatformProtocols = (props: InputProps & { choices?: readonly ProtocolChoice[] }) => (
  <ProtocolEditor
    id={props.id}
    label={props['aria-label'] ?? props.meta.label}
    mode="platform"
    disabled={props.disabled}
    choices={props.choices ?? []}
    value={Array.isArray(props.value) ? props.value : []}
    onChange={(rows) => props.onChange?.(rows)}
  />
);
