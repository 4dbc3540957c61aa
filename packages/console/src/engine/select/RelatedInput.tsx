import type { InputProps } from '../fields/FieldUi.ts';
import { splitUrl } from '../resource/url.ts';
import { useRelatedInputs } from './RelatedInputs.tsx';
import { RelatedSelect } from './RelatedSelect.tsx';

type Props = InputProps & { multiple: boolean; url?: string; params?: Record<string, unknown> };

/** Picks related rows with the input registered for their collection, else with a select. */
export function RelatedInput(props: Props) {
  const { inputs } = useRelatedInputs();
  const url = props.url ?? props.meta.related?.url;
  if (!url) return null;
  const Picker = inputs[splitUrl(url).path] ?? RelatedSelect;
  return <Picker {...props} url={url} />;
}
