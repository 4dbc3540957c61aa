import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import { Icon } from '../../replay/dark/Icon.tsx';
import {
  Menu as KitMenu,
  MenuList as KitMenuList,
  type MenuListProps,
  type MenuProps,
} from '../../theme/kit/menu/Menu.tsx';
import styles from './menu.module.css';

const skin: MenuProps['skin'] = { styles, mark: <Icon of={CheckOutlined} size={12} /> };

/** A menu in the colours of the web terminal. */
export const MenuList = (props: Omit<MenuListProps, 'skin'>) => <KitMenuList {...props} skin={skin} />;

/** A button with a menu in the colours of the web terminal. */
export const Menu = (props: Omit<MenuProps, 'skin'>) => <KitMenu {...props} skin={skin} />;
