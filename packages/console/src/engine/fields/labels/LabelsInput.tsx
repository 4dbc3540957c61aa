import { Select } from 'antd';
import { isForbidden } from '../../../platform/http/HttpError.ts';
import { useLabels } from '../../labels/useLabels.ts';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';

const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Labels as `name:value`: known ones are offered, new ones can be typed. */
export function LabelsInput(props: InputProps) {
  const { labels, error, refetch } = useLabels();
  return (
    <Select
      {...ariaOf(props)}
      mode="tags"
      maxTagCount={10}
      disabled={isForbidden(error) || props.disabled}
      // Reloaded, because the form may have saved a new label since it was opened.
      onOpenChange={(isOpen) => isOpen && refetch({ cancelRefetch: false })}
      tokenSeparators={[',', ';']}
      options={labels.map(({ name, value }) => ({ value: `${name}:${value}`, label: `${name}:${value}` }))}
      value={asList(props.value)}
      onChange={(next) => props.onChange?.([...new Set(next.map((label) => label.trim()).filter(Boolean))])}
    />
  );
}
