import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/control/IconButton.tsx';
import type { Column } from './Column.ts';

/** Filter of a column: a single choice, cleared by choosing it again. */
export function HeadFilter({ title, filter }: { title: string; filter: NonNullable<Column['filter']> }) {
  const { t } = useTranslation('engine');
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: filter.value === undefined ? [] : [filter.value],
        items: [
          { key: '', label: t('list.anyValue') },
          ...filter.choices.map(({ value, label }) => ({ key: value, label })),
        ],
        onClick: ({ key }) => filter.onChange(key === '' || key === filter.value ? undefined : key),
        style: { maxHeight: '60vh', overflow: 'auto' },
      }}
    >
      <IconButton
        icon={<FilterOutlined aria-hidden />}
        tip={t('list.filterBy', { column: title })}
        active={filter.value !== undefined}
        size={24}
      />
    </Dropdown>
  );
}
