import CheckOutlined from '@ant-design/icons/CheckOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import {
  Menu as KitMenu,
  MenuList as KitMenuList,
  type MenuListProps,
  type MenuProps,
} from '../../kit/menu/Menu.tsx';
import styles from './menu.module.css';

const skin: MenuProps['skin'] = {
  styles,
  mark: <CheckOutlined aria-hidden />,
  more: <RightOutlined aria-hidden />,
};

/** An open menu in the colours of the console. */
export const MenuList = (props: Omit<MenuListProps, 'skin'>) => <KitMenuList {...props} skin={skin} />;

/** A button with a menu in the colours of the console. */
export const Menu = (props: Omit<MenuProps, 'skin'>) => <KitMenu {...props} skin={skin} />;
