import CloseOutlined from '@ant-design/icons/CloseOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { Button, Form } from 'antd';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { defaultsOf } from '../fields/convert.ts';
import styles from './Form.module.css';
import type { FormItem, Values } from './FormItem.ts';
import type { Path } from './formErrors.ts';

type Props = {
  path: Path;
  meta: FieldMeta;
  fields: Record<string, FieldMeta>;
  values: Values;
  /** Changes to single sub-fields of an object, by their ids. */
  overrides?: readonly FormItem[] | undefined;
  /** Draws a sub-field; a property, because importing it here would be a cycle. */
  Item: ComponentType<{ item: FormItem; values: Values; parent?: Path; root?: Path }>;
};

const inside = (values: Values, path: Path): Values => {
  const at = path.reduce<unknown>((held, part) => (held as Values | undefined)?.[part], values);
  return at && typeof at === 'object' ? (at as Values) : {};
};

const writable = (fields: Record<string, FieldMeta>) =>
  Object.entries(fields).filter(([name, meta]) => !meta.read_only && name !== 'id');

function OneObject({ path, fields, values, overrides = [], Item }: Props) {
  const own = inside(values, path);
  return (
    <div className={styles.nested}>
      {writable(fields).map(([name, meta]) => (
        <Item
          key={name}
          item={{ meta, ...overrides.find(({ id }) => id === name), id: name }}
          values={own}
          parent={path}
        />
      ))}
    </div>
  );
}

function ManyObjects({ path, meta, fields, values, Item }: Props) {
  const { t } = useTranslation('engine');
  return (
    <div className={styles.wide}>
      <div className="sm" style={{ fontWeight: 500, marginBottom: 4 }}>
        {meta.label}
      </div>
      <Form.List name={path}>
        {(entries, { add, remove }) => (
          <>
            {entries.map(({ key, name: index }) => (
              <div key={key} className={styles.nestedItem}>
                {writable(fields).map(([name, child]) => (
                  <Item
                    key={name}
                    item={{ id: name, meta: child }}
                    values={inside(values, [...path, index])}
                    parent={[index]}
                    root={path}
                  />
                ))}
                <IconButton
                  icon={<CloseOutlined aria-hidden />}
                  tip={t('form.removeItem', { number: index + 1 })}
                  disabled={meta.required && entries.length === 1}
                  onClick={() => remove(index)}
                />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => add(defaultsOf(fields))}>
              {t('form.addItem', { field: meta.label })}
            </Button>
          </>
        )}
      </Form.List>
    </div>
  );
}

/** Sub-fields of an object, or of each object in a list. */
export function NestedFields(props: Props) {
  return props.meta.child ? <ManyObjects {...props} /> : <OneObject {...props} />;
}
