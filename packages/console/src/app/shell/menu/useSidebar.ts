import { useState } from 'react';
import { usePlatform } from '../../../platform/Platform.tsx';

const COOKIE = 'sidebarStatus';
const LIFETIME_DAYS = 365;

/** Whether the side menu is collapsed; the cookie says 1 for open, 0 for collapsed. */
export const useSidebar = (): [isCollapsed: boolean, toggle: () => void] => {
  const { cookies } = usePlatform();
  const [isCollapsed, setIsCollapsed] = useState(cookies.get(COOKIE) === '0');
  const toggle = () => {
    cookies.set(COOKIE, isCollapsed ? '1' : '0', { days: LIFETIME_DAYS });
    setIsCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
};
