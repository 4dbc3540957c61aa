import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { Menu } from '../../theme/control/menu/Menu.tsx';
import type { Column } from './Column.ts';

/** Filter of a column: a single choice, cleared by choosing it again or "any value". */
export function HeadFilter({ title, filter }: { title: string; filter: NonNullable<Column['filter']> }) {
  const { t } = useTranslation('engine');
  const tip = t('list.filterBy', { column: title });
  const { value, choices, onChange } = filter;
  return (
    <Menu
      label={tip}
      items={[
        { key: '', label: t('list.anyValue'), onSelect: () => onChange(undefined) },
        ...choices.map((choice) => ({
          key: choice.value,
          label: choice.label,
          isCurrent: choice.value === value,
          onSelect: () => onChange(choice.value === value ? undefined : choice.value),
        })),
      ]}
    >
      {(opener) => (
        <IconButton
          {...opener}
          icon={<FilterOutlined aria-hidden />}
          tip={tip}
          active={value !== undefined}
          size={24}
        />
      )}
    </Menu>
  );
}
