import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import type { ReactNode } from 'react';
import { Icon } from '../../replay/dark/Icon.tsx';
import {
  Menu as KitMenu,
  MenuList as KitMenuList,
  type MenuListProps,
  type MenuProps,
} from '../../theme/kit/menu/Menu.tsx';
import styles from './menu.module.css';

const skin: MenuProps['skin'] = {
  styles,
  mark: <Icon of={CheckOutlined} size={12} />,
  more: <Icon of={RightOutlined} size={9} />,
};

/** An open menu in the colours of the web terminal. */
export const MenuList = (props: Omit<MenuListProps, 'skin'>) => <KitMenuList {...props} skin={skin} />;

type Props = Omit<MenuProps, 'skin' | 'children'> & {
  button: ReactNode;
  buttonClass?: string | undefined;
  /** Shows the name as a tooltip, for buttons without text. */
  hasTip?: boolean;
};

/** A button with a menu in the colours of the web terminal. */
export const Menu = ({ button, buttonClass = '', hasTip, ...rest }: Props) => (
  <KitMenu {...rest} skin={skin}>
    {(opener) => (
      <button
        {...opener}
        type="button"
        className={`${styles.opener} ${buttonClass}`}
        aria-label={rest.label}
        data-tip={hasTip && !opener['aria-expanded'] ? rest.label : undefined}
      >
        {button}
      </button>
    )}
  </KitMenu>
);
