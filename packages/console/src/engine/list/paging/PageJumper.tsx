import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../platform/input/NumberInput.tsx';

type Props = { last: number; onPage: (page: number) => void };

/** Jumps to a typed page number. */
export function PageJumper({ last, onPage }: Props) {
  const { t } = useTranslation('engine');
  const [typed, setTyped] = useState<number | null>(null);
  const jump = () => {
    if (typed !== null) onPage(Math.min(typed, Math.max(1, last)));
    setTyped(null);
  };
  return (
    <NumberInput
      size="small"
      style={{ width: 72 }}
      aria-label={t('list.jump')}
      placeholder={t('list.jump')}
      min={1}
      precision={0}
      value={typed}
      onChange={setTyped}
      onPressEnter={jump}
      onBlur={jump}
    />
  );
}
